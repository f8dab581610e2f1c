// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/session/CacheUse.h"

#include "widgets/common/Sentence.h"
#include "widgets/common/Translated.h"

#include <QCoreApplication>

namespace lamella::ui {

namespace {

struct CopyText {
    Q_DECLARE_TR_FUNCTIONS(CopyText)
};

} // namespace

QString copyText(const CacheUse &use)
{
    QString text;
    switch (use.state) {
    case CacheUse::State::Unknown:
        return {};
    case CacheUse::State::Off:
        return CopyText::tr("Copies for reopening are switched off.");
    case CacheUse::State::None:
        return CopyText::tr("No copy for reopening: small files and folders are read as they are.");
    case CacheUse::State::Used:
        return CopyText::tr("Opened from its copy.");
    case CacheUse::State::Written:
        if (use.failed.empty())
            text = CopyText::tr("Read from the file; a copy is kept for reopening.");
        else
            text = CopyText::tr("Read from the file; no copy was kept: %1.").arg(translated(use.failed));
        break;
    }
    return use.note.empty() ? text : asSentence(translated(use.note)) + u' ' + text;
}

} // namespace lamella::ui
