// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/LossText.h"

#include "core/base/Format.h"
#include "core/model/TraceDocument.h"
#include "widgets/common/Translated.h"
#include "widgets/common/UiText.h"

#include <QCoreApplication>

namespace lamella::ui {

namespace {

struct LossText {
    Q_DECLARE_TR_FUNCTIONS(LossText)
};

} // namespace

QStringList lossTexts(const core::TraceDocument &document)
{
    QStringList texts;
    for (const core::Diagnostic &found : document.diagnostics.sorted()) {
        if (found.kind->severity < core::Severity::DataLoss)
            continue;
        QString text = translated(found.kind->meaning);
        if (found.count > 1)
            text += LossText::tr(" (%1 times)").arg(qtext(core::formatCount(static_cast<std::int64_t>(found.count))));
        texts << text;
    }
    return texts;
}

} // namespace lamella::ui
