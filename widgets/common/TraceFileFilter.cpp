// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/TraceFileFilter.h"

#include <QCoreApplication>
#include <QStringList>

namespace lamella::ui {

namespace {

struct FilterText {
    Q_DECLARE_TR_FUNCTIONS(TraceFileFilter)
};

} // namespace

QString traceFileFilter(bool sessions)
{
    const QString chrome = QStringLiteral("*.json *.gz *.zst *.zip *.tar *.tgz *.pftrace *.perfetto-trace");
    const QString xla = QStringLiteral("*.xplane.pb *.trace.json.gz");
    const QString nsight = QStringLiteral("*.sqlite *.nsys-rep *.csv *.txt");
    const QString rocm = QStringLiteral("*.db *.rpd");
    const QString ascend = QStringLiteral("*.csv trace_view.json");
    const QString memory = QStringLiteral("*.pickle");
    const QString own = QStringLiteral("*.lamella");
    QStringList all{chrome, QStringLiteral("*.pb"), nsight, rocm, memory};
    QStringList filters{FilterText::tr("Chrome and Perfetto traces (%1)").arg(chrome),
        FilterText::tr("JAX/XLA profiles (%1)").arg(xla), FilterText::tr("Nsight Systems (%1)").arg(nsight),
        FilterText::tr("ROCm (%1)").arg(rocm + QStringLiteral(" *.csv *.json")),
        FilterText::tr("Ascend profiler (%1)").arg(ascend), FilterText::tr("Memory snapshots (%1)").arg(memory)};
    if (sessions) {
        all << own;
        filters << FilterText::tr("Sessions (%1)").arg(own);
    }
    filters.prepend((sessions ? FilterText::tr("Traces and sessions (%1)") : FilterText::tr("Traces (%1)")).arg(all.join(u' ')));
    filters << FilterText::tr("All files (*)");
    return filters.join(QStringLiteral(";;"));
}

} // namespace lamella::ui
