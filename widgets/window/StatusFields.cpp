// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/window/StatusFields.h"

#include "core/base/Format.h"
#include "core/import/nsys/StatsImporter.h"
#include "widgets/common/Counts.h"
#include "widgets/common/ElidedLabel.h"
#include "widgets/common/MemoryText.h"
#include "widgets/common/TraceWords.h"
#include "widgets/common/UiText.h"
#include "widgets/session/NavigationBus.h"
#include "widgets/session/SessionController.h"
#include "widgets/session/TableLoader.h"
#include "widgets/theme/TextSize.h"
#include "widgets/theme/Theme.h"
#include "widgets/window/StatusField.h"

#include <QEvent>
#include <QFileInfo>
#include <QStatusBar>

#include <algorithm>
#include <array>
#include <utility>

namespace lamella::ui {

StatusFields::StatusFields(SessionController &controller, NavigationBus &bus, QStatusBar &bar)
    : QObject(&bar)
    , m_controller(controller)
    , m_bus(bus)
    , m_bar(bar)
{
    bar.setSizeGripEnabled(false);
    bar.setAutoFillBackground(true); // else what is behind it is painted too
    followTextSize(bar, [&bar] { bar.setMinimumHeight(24_px); });
    const auto add = [&bar](bool permanent) {
        auto *field = new StatusField(true, &bar);
        if (permanent)
            bar.addPermanentWidget(field);
        else
            bar.addWidget(field);
        return field;
    };
    m_cursor = add(false);
    m_selected = add(false);
    m_brush = add(false);
    m_counts = add(false);
    for (ElidedLabel *&part : m_statement) {
        part = new ElidedLabel(QString(), ElidedLabel::Rank::Secondary, &bar);
        part->setElideMode(Qt::ElideRight);
        part->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Preferred);
        part->setContentsMargins(8, 0, 8, 0);
        setTextFont(*part, &Theme::captionFont);
        if (&part == &m_statement.back())
            bar.addPermanentWidget(part);
        else
            bar.addWidget(part);
    }
    m_statement.front()->setRank(ElidedLabel::Rank::Text);
    m_statement.front()->setObjectName(QStringLiteral("statement"));
    m_diagnostics = add(true);
    m_events = add(true);
    m_memory = add(true);
    auto *loader = new TableLoader(controller, &bar);
    bar.installEventFilter(this);
    connect(&controller, &SessionController::sessionChanged, this, &StatusFields::showTrace);
    connect(&controller, &SessionController::sessionChanged, loader, [this, loader] {
        m_diagnostics->show({}, {}); // until the table is there
        core::TableRequest request;
        request.table = "diagnostics";
        loader->load(request);
    });
    connect(loader, &TableLoader::loaded, this, [this](const std::shared_ptr<const core::ReportTable> &table) {
        m_diagnostics->show({}, diagnosticCount(static_cast<std::int64_t>(table->rowCount())));
    });
    connect(&controller, &SessionController::stateChanged, this, &StatusFields::showTrace);
    connect(&bus, &NavigationBus::selectionChanged, this, &StatusFields::showSelection);
    connect(&bus, &NavigationBus::brushChanged, this, &StatusFields::showBrush);
    showTrace();
}

void StatusFields::showCursor(qint64 timeNs, bool valid)
{
    const auto document = m_controller.document();
    if (!document)
        return;
    constexpr TextPx kCursorWidth{150};
    m_cursor->show(tr("Cursor"), valid ? qtext(core::formatTime(timeNs - document->zero())) : QStringLiteral("–"), kCursorWidth);
}

void StatusFields::showStatement(const QStringList &parts)
{
    m_hasStatement = !parts.isEmpty();
    for (std::size_t i = 0; i < m_statement.size(); ++i)
        m_statement[i]->setText(parts.value(static_cast<qsizetype>(i)));
    arrange();
}

void StatusFields::arrange()
{
    const bool trace = m_controller.document() != nullptr && m_controller.state() != SessionController::State::Loading;
    for (ElidedLabel *part : m_statement)
        part->setVisible(trace && m_hasStatement);
    const bool facts = trace && !m_hasStatement;
    const std::array<std::pair<StatusField *, bool>, 7> fields{{{m_counts, !trace || !m_hasStatement}, {m_selected, facts},
        {m_brush, facts && !m_bus.brush().isEmpty()}, {m_diagnostics, facts}, {m_memory, trace}, {m_events, facts},
        {m_cursor, facts}}}; // the last ones go first where there is too little room
    constexpr int kGapPx = 8; // between fields of a status bar, and at its ends
    int left = m_bar.width() - kGapPx;
    for (const auto &[field, isWanted] : fields) {
        left -= isWanted ? field->minimumWidth() + kGapPx : 0;
        field->setVisible(isWanted && left >= 0);
    }
}

// Fields grow with what they show.
bool StatusFields::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::Resize || event->type() == QEvent::LayoutRequest)
        arrange();
    return QObject::eventFilter(watched, event);
}

void StatusFields::showTrace()
{
    const bool loading = m_controller.state() == SessionController::State::Loading;
    const auto document = m_controller.document();
    const auto segmentation = m_controller.segmentation();
    arrange();
    if (loading) { // the fields of the trace before would be read as those of the new one
        m_counts->show(tr("Reading %1").arg(QFileInfo(m_controller.loadingPath()).fileName()), {});
        return;
    }
    if (!document || !segmentation) {
        m_counts->show(tr("No trace open"), {});
        return;
    }
    showCursor(0, false);
    showSelection();
    showBrush();
    showCounts(document, *segmentation);
    const std::size_t events = document->events.size(); // none in a file of memory alone
    m_events->show({}, events > 0 ? eventCount(events) : QString());
    const core::TraceMemory memory = core::traceMemory(*document);
    const QString each = memoryEachText(memory);
    m_memory->show({}, qtext(core::formatBytes(static_cast<std::int64_t>(memory.bytes))));
    m_memory->setToolTip(each.isEmpty() ? tr("Memory of the trace") : tr("Memory of the trace: %1").arg(each));
    m_memory->setAccessibleDescription(m_memory->toolTip());
}

// The kernels alone, as the key `kernels` of the table info counts them; counted once, since states change often.
void StatusFields::showCounts(const std::shared_ptr<const core::TraceDocument> &document, const core::Segmentation &segmentation)
{
    QString tip;
    if (m_countedOf.lock() != document) {
        const auto &kinds = document->kernels.kind;
        m_kernels = std::count(kinds.begin(), kinds.end(), core::KernelKind::Kernel);
        m_countedOf = document;
    }
    if (core::isStatsText(*document)) { // kernels are rows of a table, not in a timeline
        m_counts->show({}, tr("summary tables, no timeline"));
    } else {
        const TraceWords words = TraceWords::of(document.get());
        m_counts->show({}, QString(partsText(segmentation, words) + QStringLiteral(" · ") + words.kernelCount(m_kernels)));
        if (const std::int64_t work = document->kernels.size(); work > m_kernels)
            tip = tr("With copies, memsets and graph launches: %1 pieces of GPU work").arg(qtext(core::formatCount(work)));
    }
    m_counts->setToolTip(tip);
    m_counts->setAccessibleDescription(tip);
}

void StatusFields::showBrush()
{
    const PassBrush &brush = m_bus.brush();
    if (!brush.isEmpty())
        m_brush->show(tr("Brush"),
            tr("%1–%2, %3")
                .arg(passText(brush.first), passText(brush.last),
                    TraceWords::of(m_controller.document().get()).passCount(brush.count())));
    arrange();
}

void StatusFields::showSelection()
{
    const core::TimeRange range = m_bus.selectedRange();
    const core::Selection &selection = m_bus.selection();
    const bool several = std::holds_alternative<core::NameSelection>(selection) || !core::partsOf(selection).empty();
    const bool any = range.length().value > 0;
    // Of several kernels, layers or passes it is not their sum.
    m_selected->show(several && any ? tr("Selected span") : tr("Selected"),
        any ? durationText(range.length().value) : QStringLiteral("–"), 120);
}

} // namespace lamella::ui
