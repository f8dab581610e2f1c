// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/commands/CommandReasons.h"

#include "core/analysis/PerfettoRange.h"

#include <QCoreApplication>

namespace lamella::ui {

namespace {

struct CommandReasons {
    Q_DECLARE_TR_FUNCTIONS(CommandReasons)
};

} // namespace

QString reasonOfPerfetto(const core::TraceDocument &document)
{
    return core::perfettoReads(document) ? CommandReasons::tr("Nothing is selected that has a place in Perfetto")
                                         : CommandReasons::tr("Perfetto does not read this format");
}

QString reasonOfCommand(const QString &id, const core::TraceDocument *document)
{
    if (id == QStringLiteral("edit.undo"))
        return CommandReasons::tr("Nothing was changed that could be taken back");
    if (id == QStringLiteral("edit.redo"))
        return CommandReasons::tr("Nothing was taken back");
    if (id == QStringLiteral("file.restore-last-session"))
        return CommandReasons::tr("Nothing was open the last time");
    if (document == nullptr)
        return CommandReasons::tr("No trace is open");
    if (id == QStringLiteral("go.back"))
        return CommandReasons::tr("Nothing was selected before this");
    if (id == QStringLiteral("go.forward"))
        return CommandReasons::tr("Nothing was selected after this");
    if (id == QStringLiteral("edit.find-next") || id == QStringLiteral("edit.find-previous"))
        return CommandReasons::tr("No kernel is meant by the filter");
    if (id == QStringLiteral("edit.next-args-match") || id == QStringLiteral("edit.previous-args-match"))
        return CommandReasons::tr("No text was looked for in the args, or none has it");
    if (id == QStringLiteral("edit.keep-filter") || id == QStringLiteral("edit.clear-filter"))
        return CommandReasons::tr("No filter is typed");
    if (id == QStringLiteral("perfetto.stop"))
        return CommandReasons::tr("No trace is offered to Perfetto");
    if (id.startsWith(QStringLiteral("perfetto.copy")) && !id.endsWith(QStringLiteral("-link")))
        return CommandReasons::tr("Nothing with a time is selected");
    if (id.startsWith(QStringLiteral("perfetto.")))
        return reasonOfPerfetto(*document);
    return CommandReasons::tr("Not possible with what is selected");
}

} // namespace lamella::ui
