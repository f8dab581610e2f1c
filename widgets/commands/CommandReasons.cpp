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
    return core::perfettoReads(document) ? CommandReasons::tr("The selection has no position in Perfetto")
                                         : CommandReasons::tr("Perfetto does not read this format");
}

QString reasonOfCommand(const QString &id, const core::TraceDocument *document)
{
    if (id == QStringLiteral("edit.undo"))
        return CommandReasons::tr("There is nothing to undo");
    if (id == QStringLiteral("edit.redo"))
        return CommandReasons::tr("There is nothing to redo");
    if (id == QStringLiteral("file.restore-last-session"))
        return CommandReasons::tr("There is no last session to restore");
    if (document == nullptr)
        return CommandReasons::tr("No trace is open");
    const bool layers = id == QStringLiteral("analyze.layers") || id == QStringLiteral("analyze.edit-boundaries")
        || id == QStringLiteral("analyze.save-as-model-profile");
    if (layers && document->kernels.size() == 0)
        return CommandReasons::tr("There is no GPU work in this file that could begin a layer");
    if (id == QStringLiteral("go.back"))
        return CommandReasons::tr("There is no earlier selection");
    if (id == QStringLiteral("go.forward"))
        return CommandReasons::tr("There is no later selection");
    if (id == QStringLiteral("edit.find-next") || id == QStringLiteral("edit.find-previous"))
        return CommandReasons::tr("The filter matches no kernel");
    if (id == QStringLiteral("edit.next-args-match") || id == QStringLiteral("edit.previous-args-match"))
        return CommandReasons::tr("The args were not searched, or nothing was found");
    if (id == QStringLiteral("edit.keep-filter") || id == QStringLiteral("edit.clear-filter"))
        return CommandReasons::tr("The filter is empty");
    if (id == QStringLiteral("perfetto.stop"))
        return CommandReasons::tr("No trace is offered to Perfetto");
    if (id.startsWith(QStringLiteral("perfetto.copy")) && !id.endsWith(QStringLiteral("-link")))
        return CommandReasons::tr("The selection has no time");
    if (id == QStringLiteral("perfetto.copy-perfetto-link"))
        return reasonOfPerfetto(*document);
    if (id.startsWith(QStringLiteral("perfetto.")))
        return CommandReasons::tr("The selection has no position in Perfetto");
    if (id.startsWith(QStringLiteral("view.workspace-")))
        return CommandReasons::tr("Nothing to show in this trace");
    return CommandReasons::tr("Not possible for this selection");
}

} // namespace lamella::ui
