// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/TraceWords.h"

#include "core/base/Format.h"
#include "core/model/TraceDocument.h"
#include "widgets/common/Counts.h"

#include <QRegularExpression>

namespace lamella::ui {

TraceWords TraceWords::of(const core::TraceDocument *document)
{
    return TraceWords(document != nullptr && !document->operations.empty());
}

QString TraceWords::passes() const
{
    return m_compiled ? tr("Steps") : tr("Passes");
}

QString TraceWords::allPasses() const
{
    return m_compiled ? tr("all steps") : tr("all passes");
}

QString TraceWords::passesByCategory() const
{
    return m_compiled ? tr("Steps by category") : tr("Passes by category");
}

QString TraceWords::passCount(std::int64_t count, std::int64_t devices) const
{
    if (!m_compiled)
        return ui::passCount(count, devices);
    const QString counted = QString::fromStdString(core::formatCount(count));
    if (devices > 1)
        return tr("%1 steps on %2 devices", nullptr, pluralCount(count))
            .arg(counted, QString::fromStdString(core::formatCount(devices)));
    return tr("%1 steps", nullptr, pluralCount(count)).arg(counted);
}

QString TraceWords::kernelCount(std::int64_t count) const
{
    return m_compiled ? tr("%1 ops", nullptr, pluralCount(count)).arg(QString::fromStdString(core::formatCount(count)))
                      : ui::kernelCount(count);
}

QString TraceWords::programOf(const QString &note) const
{
    static const QRegularExpression kProgram(QStringLiteral("^([^ (]+)\\(\\d+\\)$"));
    return m_compiled ? kProgram.match(note).captured(1) : QString();
}

} // namespace lamella::ui
