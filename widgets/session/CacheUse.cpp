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
        return CopyText::tr("The cache is switched off.");
    case CacheUse::State::None:
        return CopyText::tr("Not cached: small files and folders are always read directly.");
    case CacheUse::State::Used:
        return CopyText::tr("Opened from the cache.");
    case CacheUse::State::Written:
        if (use.failed.empty())
            text = CopyText::tr("Read from the file and cached.");
        else
            text = CopyText::tr("Read from the file and not cached: %1.").arg(translated(use.failed));
        break;
    }
    return use.note.empty() ? text : asSentence(translated(use.note)) + u' ' + text;
}

} // namespace lamella::ui
