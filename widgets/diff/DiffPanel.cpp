// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/diff/DiffPanel.h"

#include "core/base/Format.h"
#include "widgets/common/DropOverlay.h"
#include "widgets/common/Elide.h"
#include "widgets/common/EmptyView.h"
#include "widgets/common/SegmentedControl.h"
#include "widgets/common/TableSetup.h"
#include "widgets/common/TableTools.h"
#include "widgets/common/Translated.h"
#include "widgets/common/TypeText.h"
#include "widgets/common/UiText.h"
#include "widgets/diff/CompareResults.h"
#include "widgets/diff/DiffLanes.h"
#include "widgets/diff/DiffTableModel.h"
#include "widgets/diff/PlaceField.h"
#include "widgets/models/Roles.h"
#include "widgets/session/JobSlot.h"
#include "widgets/theme/TextPx.h"

#include <QComboBox>
#include <QDragEnterEvent>
#include <QFileInfo>
#include <QHeaderView>
#include <QMimeData>
#include <QSplitter>
#include <QStackedLayout>
#include <QTableView>
#include <QToolButton>
#include <QUrl>
#include <QVBoxLayout>

#include <cstdlib>

namespace lamella::ui {

namespace {

constexpr TextPx kAllChipsFrom{1040}; // below it those without rows are left out

QString localFile(const QMimeData *data)
{
    const auto urls = data->urls();
    for (const QUrl &url : urls)
        if (url.isLocalFile())
            return url.toLocalFile();
    return {};
}

} // namespace

DiffPanel::DiffPanel(CompareController &compare, NavigationBus &bus, QWidget *parent)
    : QWidget(parent)
    , m_compare(compare)
    , m_bus(bus)
    , m_results(CompareResults::of(compare))
    , m_job(std::make_unique<JobSlot>(compare.first().pool()))
    , m_model(new DiffTableModel(DiffTableModel::Part::Body, this))
    , m_totalsModel(new DiffTableModel(DiffTableModel::Part::Totals, this))
{
    setObjectName(QStringLiteral("DiffPanel"));
    setAcceptDrops(true);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(createBar());
    m_empty = new EmptyView(QStringLiteral("diff"), this);
    m_body = createBody();
    m_stack = new QStackedLayout;
    m_stack->addWidget(m_empty);
    m_stack->addWidget(m_body);
    column->addLayout(m_stack, 1);
    m_veil = new DropOverlay(tr("Compare with this trace"), this);
    connect(&compare, &CompareController::changed, this, &DiffPanel::reload);
    connect(&compare.second(), &SessionController::progressChanged, this, &DiffPanel::showLoading);
    connect(&compare.second(), &SessionController::loadFailed, this, &DiffPanel::reload);
    connect(&compare.first(), &SessionController::sessionChanged, this, [this] {
        if (m_compare.first().keepsTrace())
            return;
        m_lastLayer.reset();
        forget();
    });
    connect(&bus, &NavigationBus::selectionChanged, this, &DiffPanel::followSelection);
    connect(m_empty, &EmptyView::linkActivated, this, [this] {
        if (m_compare.second().state() == SessionController::State::Loading)
            m_compare.closeSecond();
        else
            emit openRequested();
    });
    connect(&m_results, &CompareResults::watchedChanged, this, [this] {
        if (m_stale)
            reload();
    });
    reload();
}

DiffPanel::~DiffPanel() = default;

void DiffPanel::chooseOther()
{
    (m_compare.swapped() ? m_placeA : m_placeB)->choose();
}

void DiffPanel::setPartOfWorkspace(QWidget *leftOfTable)
{
    m_inWorkspace = true;
    m_trace->hide();
    m_lower->insertWidget(0, leftOfTable);
    constexpr int kLeftShare = 44; // percent
    m_lower->setSizes({kLeftShare * 100, (100 - kLeftShare) * 100});
    fitSize();
}

void DiffPanel::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    if (m_stale)
        reload();
}

void DiffPanel::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    fitSize();
}

// The comparison is expensive: not made while nothing of it is seen.
void DiffPanel::reload()
{
    m_stale = true;
    if (!isVisible() && !(m_inWorkspace && m_results.isWatched())) {
        m_job->cancel();
        return;
    }
    showPlaces();
    const SessionController::State second = m_compare.second().state();
    if (second == SessionController::State::Loading || second == SessionController::State::Failed) {
        showSecondState();
        return;
    }
    const auto a = m_compare.sessionA();
    const auto b = m_compare.sessionB();
    auto request = m_compare.request();
    m_stale = false;
    if (!a || !b || !request) {
        m_job->cancel();
        if (m_compare.isAtBaseline())
            showAtBaseline();
        else if (m_compare.lacksCounterpart())
            showNothing(tr("This layer has no counterpart in the other trace"), tr("Choose a layer of the other side."), {});
        else
            showNothing(a ? tr("Nothing to compare yet") : tr("Open a trace to compare its passes and layers"),
                a ? tr("Select a pass or a layer, then Ctrl+click another one, or open a second trace.") : QString(),
                a ? tr("Open a second trace…") : QString());
        return;
    }
    fillViews();
    request->by = m_view->currentData().toString().toStdString();
    if (a != m_sessionA || b != m_sessionB) {
        m_session.reset();
        m_sessionA = a;
        m_sessionB = b;
    }
    m_request = *request;
    const bool ofPass = m_ofPass && request->layer != "all";
    m_job->start<Answer>(
        [session = m_session, a, b, wanted = *request, ownIsA = !m_compare.swapped(), ofPass](
            const core::JobControl &control) -> core::Result<Answer> {
            const auto shown = makeDiffShown(session, a, b, wanted, ownIsA, control);
            if (!shown)
                return shown.error();
            if (!ofPass)
                return Answer{*shown, *shown};
            core::DiffRequest whole = wanted;
            whole.layer = whole.withLayer = "all";
            const auto rows = makeDiffShown((*shown)->session, a, b, whole, ownIsA, control);
            if (!rows)
                return rows.error();
            return Answer{*shown, *rows};
        },
        [this](core::Result<Answer> answer) { present(std::move(answer)); });
}

// The baseline may be a layer and the selection its pass, or the other way round.
void DiffPanel::showAtBaseline()
{
    const ComparePlace own = m_compare.swapped() ? m_compare.placeB() : m_compare.placeA();
    const bool ownLayer = own.layer.has_value();
    const bool layer = m_compare.baseline()->layer.has_value();
    showNothing(ownLayer == layer ? tr("The selection is the baseline itself")
            : ownLayer            ? tr("The selection is a layer of the baseline")
                                  : tr("The baseline is a layer of the selected pass"),
        ownLayer ? tr("Select a layer of another pass to compare it with the baseline.")
                 : tr("Select another pass or layer to compare with it."),
        {});
}

void DiffPanel::present(core::Result<Answer> answer)
{
    if (!answer) {
        showNothing(tr("These cannot be compared"), errorText(answer.error()), tr("Open a second trace…"));
        return;
    }
    m_shown = answer->shown;
    m_rows = answer->rows;
    m_session = m_shown->session;
    m_model->setShown(m_rows);
    m_totalsModel->setShown(m_rows);
    TableTools::of(*m_table)->setOffered(DiffTableModel::kNameB, !m_model->namesAlike());
    m_lanes->setShown(m_shown, laneLabel(true), laneLabel(false));
    m_results.setShown(m_shown);
    QStringList notes;
    for (const core::Message &note : m_rows->table->notes())
        notes << translated(note);
    m_table->setAccessibleDescription(notes.join(u'\n'));
    m_totals->setToolTip(notes.join(u'\n'));
    m_stack->setCurrentWidget(m_body);
    fitSize();
    followSelection(m_bus.selection(), nullptr);
}

void DiffPanel::forget()
{
    m_shown.reset();
    m_rows.reset();
    m_model->setShown(nullptr);
    m_totalsModel->setShown(nullptr);
    m_lanes->setShown(nullptr, {}, {});
    m_results.setShown(nullptr);
    updateCounts();
}

void DiffPanel::showNothing(const QString &sentence, const QString &reason, const QString &link)
{
    forget();
    m_empty->setMessage(sentence, reason, link);
    m_stack->setCurrentWidget(m_empty);
}

void DiffPanel::showSecondState()
{
    m_job->cancel();
    const SessionController &second = m_compare.second();
    if (second.state() == SessionController::State::Failed)
        showNothing(tr("The second trace cannot be used"), errorText(second.error()), tr("Open another one…"));
    else
        showLoading();
}

void DiffPanel::showLoading()
{
    const SessionController &second = m_compare.second();
    if (second.state() != SessionController::State::Loading || !isVisible())
        return;
    const LoadProgress progress = second.progress();
    const QString file = QFileInfo(second.loadingPath()).fileName();
    QString how = tr("Looking for passes and layers…");
    if (!progress.analysing)
        how = tr("%1 of %2, %3 s")
                  .arg(qtext(core::formatBytes(static_cast<std::int64_t>(progress.doneBytes))),
                      qtext(core::formatBytes(static_cast<std::int64_t>(progress.totalBytes))),
                      QString::number(progress.seconds, 'f', 1));
    showNothing(tr("Reading %1").arg(file), how, tr("Cancel"));
}

void DiffPanel::showPlaces()
{
    const bool second = m_compare.hasSecond();
    const QString automatic = second ? tr("automatic")
        : m_compare.baseline()       ? tr("baseline")
        : m_compare.medianOffered()  ? tr("median of the stage")
                                     : tr("nearest to the median");
    const ComparePlace own = m_compare.swapped() ? m_compare.placeB() : m_compare.placeA();
    const auto show = [&](PlaceField *field, const std::shared_ptr<const core::Segmentation> &segmentation,
                          const ComparePlace &place, bool isOwn) {
        field->show(segmentation.get(), place, isOwn && place.pass ? QString() : automatic, !isOwn && own.layer.has_value());
    };
    show(m_placeA, m_compare.segmentationA(), m_compare.placeA(), !m_compare.swapped());
    show(m_placeB, m_compare.segmentationB(), m_compare.placeB(), m_compare.swapped());
    showScope();
    showTrace();
}

void DiffPanel::showScope()
{
    const auto request = m_compare.request();
    const bool layer = request && request->layer != "all";
    const ComparePlace own = m_compare.swapped() ? m_compare.placeB() : m_compare.placeA();
    if (own.layer)
        m_lastLayer = own.layer;
    m_scope->setCurrent(layer ? 1 : 0);
    m_scope->setSegmentEnabled(0, request.has_value());
    m_scope->setSegmentEnabled(1, layer || layerToCompare(), tr("The layer compared last, else the one that changed most"));
    showRowScope();
}

// Where passes are compared, the table shows them, and the layer leads to its comparison.
void DiffPanel::showRowScope()
{
    const auto request = m_compare.request();
    const bool layer = request && request->layer != "all";
    const ComparePlace own = m_compare.swapped() ? m_compare.placeB() : m_compare.placeA();
    const auto next = layer ? std::nullopt : layerToCompare();
    m_rowScope->setLabel(0, layer && own.layer ? layerText(*own.layer) : next ? layerText(next->layer) : tr("layer"));
    m_rowScope->setSegmentEnabled(0, layer || next, tr("The kernels of the layer compared"));
    m_rowScope->setSegmentEnabled(1, request.has_value(), tr("The kernels of the whole passes"));
    m_rowScope->setCurrent(layer && !m_ofPass ? 0 : 1);
}

// The layer compared last, else the one that changed most.
std::optional<core::LayerSelection> DiffPanel::layerToCompare() const
{
    std::optional<core::LayerSelection> most;
    std::int64_t maxNs = -1;
    if (m_results.verdict())
        for (const core::LayerDelta &layer : m_results.verdict()->layers) {
            const auto target = m_results.selectionOf(layer);
            if (!target || layer.layerA == core::kNoLayer || layer.layerB == core::kNoLayer)
                continue;
            if (m_lastLayer == target->layer)
                return target;
            const std::int64_t ns = layer.figure ? std::abs(layer.figure->deltaNs()) : 0;
            if (ns > maxNs) {
                maxNs = ns;
                most = target;
            }
        }
    return most;
}

void DiffPanel::compareLayers()
{
    if (const auto target = layerToCompare())
        m_compare.compareLayer(*target);
}

void DiffPanel::showTrace()
{
    constexpr TextPx kArrowPx{28}; // menu arrow and margins
    const bool second = m_compare.hasSecond();
    const QString name = second ? QFileInfo(m_compare.second().path()).fileName() : tr("same trace");
    m_trace->setText(elided(m_trace->fontMetrics(), name, Qt::ElideMiddle, m_trace->maximumWidth() - kArrowPx));
    m_trace->setToolTip(second ? tr("Second trace: %1").arg(m_compare.second().path())
                               : tr("Both sides are in the trace of this window. Drop a file here to compare with it."));
}

QString DiffPanel::laneLabel(bool ofA) const
{
    const std::string side = ofA ? "A" : "B";
    QString label = qtext(side);
    QString below;
    if (m_shown->outcome->passes.size() == 1) {
        const core::PassDiff &pass = m_shown->outcome->passes.front();
        label += QStringLiteral(" · ") + passText((ofA ? pass.passes.a : pass.passes.b).pass->number);
        if (m_shown->outcome->oneLayerPair && !pass.layers.empty()) {
            const core::LayerDiff &layer = pass.layers.front();
            label += QStringLiteral(" · ") + layerText(ofA ? layer.layer.a : layer.layer.b);
            below = layerTypeText(ofA ? layer.typeA : layer.typeB);
        } else {
            below = translatedTerm(core::stageName((ofA ? pass.passes.a : pass.passes.b).pass->stage));
        }
    }
    if (!m_shown->isInWindow(ofA))
        below = QFileInfo(m_compare.second().path()).fileName();
    return below.isEmpty() ? label : label + u'\n' + below;
}

void DiffPanel::updateCounts()
{
    std::array<std::uint64_t, 4> counts{};
    if (m_rows)
        for (const core::DiffGroup &group : m_rows->rows.groups)
            ++counts[static_cast<std::size_t>(group.change)];
    for (std::size_t i = 0; i < m_chips.size(); ++i) {
        const auto change = static_cast<core::DiffChange>(i);
        const QString words = m_compact ? changeText(change).section(u' ', 0, 0) : changeText(change);
        m_chips[i]->setText(words + QStringLiteral("  ") + qtext(core::formatCount(static_cast<std::int64_t>(counts[i]))));
        m_chips[i]->setAccessibleName(changeText(change));
        m_chips[i]->setEnabled(counts[i] > 0);
        m_chips[i]->setVisible(counts[i] > 0 || !m_inWorkspace || width() >= kAllChipsFrom);
    }
}

void DiffPanel::selectRow(int tableRow, bool ofA)
{
    if (!m_rows || tableRow < 0 || static_cast<std::size_t>(tableRow) >= m_rows->rows.groups.size())
        return;
    showRow(m_rows.get(), tableRow);
    select(*m_rows, static_cast<std::size_t>(tableRow), ofA);
}

void DiffPanel::selectBar(int row, bool ofA)
{
    if (!m_shown || row < 0 || static_cast<std::size_t>(row) >= m_shown->rows.groups.size())
        return;
    showRow(m_shown.get(), row);
    select(*m_shown, static_cast<std::size_t>(row), ofA);
}

// In table and lanes, where they show the same rows.
void DiffPanel::showRow(const DiffShown *of, int row)
{
    m_lanes->setSelectedRow(of == m_shown.get() ? row : -1);
    const int view = row < 0 || of != m_rows.get() ? -1 : m_model->viewRowOf(static_cast<std::size_t>(row));
    m_following = true;
    if (view >= 0) {
        m_table->selectRow(view);
        bringIntoView(*m_table, m_model->index(view, 0));
    } else {
        m_table->clearSelection();
    }
    m_following = false;
}

void DiffPanel::select(const DiffShown &of, std::size_t row, bool ofA)
{
    // Places in the second trace do not exist in the views of the first.
    const bool secondIsA = !of.isInWindow(true);
    const bool secondIsB = !of.isInWindow(false);
    const core::DiffGroup &group = of.rows.groups[row];
    const bool each = of.rows.view == core::DiffView::Sequence;
    const auto tell = [&](const core::AnalysisInput &side, core::KernelId kernel) {
        if (each)
            m_compare.selectFromComparison(core::KernelSelection{kernel});
        else
            m_compare.selectFromComparison(core::NameSelection{side.document.kernels.name[kernel.value]});
    };
    const bool useA = group.kernelA.valid() && !secondIsA && (ofA || secondIsB || !group.kernelB.valid());
    if (useA)
        tell(of.session->inputA(), group.kernelA);
    else if (group.kernelB.valid() && !secondIsB)
        tell(of.session->inputB(), group.kernelB);
    else if (of.rows.view == core::DiffView::Layer && !secondIsA && group.layer.a != core::kNoCounterpart)
        m_compare.selectFromComparison(core::LayerSelection{group.deviceA, group.passA, group.layer.a});
}

void DiffPanel::followSelection(const core::Selection &selection, QObject *origin)
{
    if (origin == &m_compare || !m_shown)
        return;
    const auto rowIn = [&selection](const DiffShown &of) {
        const auto row = rowOf(of, selection);
        return row ? static_cast<int>(*row) : -1;
    };
    const int inTable = rowIn(*m_rows);
    showRow(m_rows.get(), inTable);
    if (m_rows != m_shown)
        m_lanes->setSelectedRow(rowIn(*m_shown));
}

void DiffPanel::dragEnterEvent(QDragEnterEvent *event)
{
    if (!m_compare.first().session() || localFile(event->mimeData()).isEmpty())
        return;
    event->acceptProposedAction();
    m_veil->setShown(true);
}

void DiffPanel::dragLeaveEvent(QDragLeaveEvent *)
{
    m_veil->setShown(false);
}

void DiffPanel::dropEvent(QDropEvent *event)
{
    m_veil->setShown(false);
    const QString file = localFile(event->mimeData());
    if (file.isEmpty() || !m_compare.first().session())
        return;
    event->acceptProposedAction();
    m_compare.openSecond(file);
}

} // namespace lamella::ui
