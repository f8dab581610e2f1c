// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/overview/TraceOverview.h"

#include "widgets/common/Elide.h"
#include "widgets/common/Icons.h"
#include "widgets/common/UiText.h"
#include "widgets/overview/LayersPopover.h"
#include "widgets/session/JobSlot.h"
#include "widgets/session/NavigationBus.h"
#include "widgets/session/SessionController.h"
#include "widgets/theme/TextSize.h"
#include "widgets/theme/Theme.h"

#include <QFileInfo>
#include <QFocusEvent>
#include <QFontMetrics>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace lamella::ui {

namespace {

constexpr TextPx kHeightPx{50};
constexpr int kRefreshMs = 200; // while a trace is being read

} // namespace

TraceOverview::TraceOverview(SessionController &controller, NavigationBus &bus, QWidget *parent)
    : Chart(tr("Overview of the trace"), parent)
    , m_controller(controller)
    , m_bus(bus)
    , m_job(std::make_unique<JobSlot>(controller.pool()))
{
    setObjectName(QStringLiteral("TraceOverview"));
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    fixHeight(*this, kHeightPx);
    setEmptyText(QString());
    m_progress.setInterval(kRefreshMs);
    connect(&m_progress, &QTimer::timeout, this, &TraceOverview::showProgress);
    connect(&controller, &SessionController::sessionChanged, this, &TraceOverview::reload);
    connect(&controller, &SessionController::stateChanged, this, [this](SessionController::State state) {
        if (state == SessionController::State::Loading) {
            m_widest.clear();
            m_progress.start();
            showProgress();
        } else {
            m_progress.stop();
            m_state.loading = false;
            reload();
        }
    });
    connect(&controller, &SessionController::previewChanged, this,
        [this](const std::shared_ptr<const core::ImportPreview> &preview) { m_state.kernelsSoFar = preview->kernels; });
    reload();
}

TraceOverview::~TraceOverview() = default;

void TraceOverview::showProgress()
{
    if (m_controller.state() != SessionController::State::Loading)
        return;
    if (!m_state.loading)
        m_state.kernelsSoFar = 0;
    m_state.loading = true;
    m_state.progress = m_controller.progress();
    m_state.fileName = QFileInfo(m_controller.loadingPath()).fileName();
    refresh();
}

// Counts at once, the figures of tables when they are there.
void TraceOverview::reload()
{
    m_job->cancel();
    delete m_popover;
    m_facts = {};
    m_state.complete = false;
    if (m_controller.state() == SessionController::State::Loading)
        return;
    const auto session = m_controller.session();
    const auto segmentation = m_controller.segmentation();
    if (!session || !segmentation) {
        m_cells.clear();
        partsChanged();
        return;
    }
    m_state.fileName = QFileInfo(m_controller.path()).fileName();
    m_facts = overviewCounts(session->document(), *segmentation);
    refresh();
    m_job->start<OverviewFacts>([session](const core::JobControl &control) { return overviewFacts(*session, control); },
        [this](core::Result<OverviewFacts> facts) {
            if (!facts)
                return;
            m_facts = std::move(*facts);
            m_state.complete = true;
            refresh();
        });
}

void TraceOverview::refresh()
{
    m_cells = overviewCells(m_facts, m_state);
    if (!m_state.loading && !m_workspaceCells.empty()) {
        std::erase_if(m_cells,
            [](const OverviewCell &cell) { return cell.id != OverviewCell::Id::Warning && cell.id != OverviewCell::Id::File; });
        for (const OverviewCell &cell : m_workspaceCells)
            spaceHan(m_cells.emplace_back(cell).line);
    }
    partsChanged();
}

void TraceOverview::setWorkspaceCells(std::vector<OverviewCell> cells)
{
    m_workspaceCells = std::move(cells);
    if (m_controller.session())
        refresh();
}

void TraceOverview::layOut()
{
    m_places = layOutOverview(m_cells, size(), m_widest);
    m_links.clear();
    for (std::size_t cell = 0; cell < m_cells.size(); ++cell)
        for (const OverviewPlace::Piece &piece : m_places[cell].pieces)
            if (m_cells[cell].line[piece.run].look == OverviewRun::Look::Link)
                m_links.push_back({cell, piece.run, piece.rect});
    m_cursor = std::clamp(m_cursor, 0, std::max(0, partCount() - 1));
}

LayersPopover *TraceOverview::popover() const
{
    return m_popover;
}

int TraceOverview::partOf(OverviewCell::Id id) const
{
    const auto found = std::find_if(m_cells.begin(), m_cells.end(), [id](const OverviewCell &cell) { return cell.id == id; });
    return found == m_cells.end() ? -1 : static_cast<int>(found - m_cells.begin());
}

int TraceOverview::partCount() const
{
    return static_cast<int>(m_cells.size() + m_links.size());
}

QString TraceOverview::partName(int part) const
{
    const auto at = static_cast<std::size_t>(part);
    if (part < 0 || part >= partCount())
        return {};
    return at < m_cells.size() ? m_cells[at].plain()
                               : m_cells[m_links[at - m_cells.size()].cell].line[m_links[at - m_cells.size()].run].text.trimmed();
}

QRect TraceOverview::partRect(int part) const
{
    const auto at = static_cast<std::size_t>(part);
    if (part < 0 || part >= partCount())
        return {};
    return at < m_cells.size() ? m_places[at].rect : m_links[at - m_cells.size()].rect.adjusted(-2, -2, 2, 2);
}

int TraceOverview::selectedPart() const
{
    return hasFocus() && partCount() > 0 ? m_cursor : -1;
}

int TraceOverview::hitAt(QPoint position) const
{
    for (std::size_t link = 0; link < m_links.size(); ++link)
        if (m_links[link].rect.adjusted(0, -2, 0, 2).contains(position))
            return static_cast<int>(m_cells.size() + link);
    for (std::size_t cell = 0; cell < m_places.size(); ++cell)
        if (m_cells[cell].action != OverviewAction::None && m_places[cell].rect.contains(position))
            return static_cast<int>(cell);
    return -1;
}

void TraceOverview::pressPart(int hit)
{
    const auto at = static_cast<std::size_t>(hit);
    if (hit < 0 || hit >= partCount())
        return;
    m_cursor = hit;
    if (at < m_cells.size()) {
        act(m_cells[at].action, m_cells[at].target, m_places[at].rect);
        return;
    }
    const Link &link = m_links[at - m_cells.size()];
    const OverviewRun &run = m_cells[link.cell].line[link.run];
    act(run.action, run.target, link.rect);
}

void TraceOverview::act(OverviewAction action, const core::Selection &target, const QRect &from)
{
    switch (action) {
    case OverviewAction::None:
        return;
    case OverviewAction::Select:
        m_bus.select(target, this);
        return;
    case OverviewAction::Outlier:
        selectNextOutlier();
        return;
    case OverviewAction::Layers:
        showLayers(from);
        return;
    case OverviewAction::Cancel:
        m_controller.cancelLoading();
        return;
    default:
        emit requested(action);
    }
}

// The one after the selected pass, the first again after the last.
void TraceOverview::selectNextOutlier()
{
    if (m_facts.outliers.empty())
        return;
    const Focus focus = m_bus.focus();
    const auto next = std::upper_bound(m_facts.outliers.begin(), m_facts.outliers.end(), focus.pass);
    const int pass = next == m_facts.outliers.end() || focus.device != m_facts.device ? m_facts.outliers.front() : *next;
    m_bus.select(core::PassSelection{m_facts.device, pass}, this);
}

void TraceOverview::showLayers(const QRect &from)
{
    if (!m_controller.session() || !m_controller.segmentation())
        return;
    delete m_popover;
    m_popover = new LayersPopover(m_controller, this);
    connect(m_popover, &LayersPopover::boundariesRequested, this, [this] { emit requested(OverviewAction::Boundaries); });
    connect(m_popover, &LayersPopover::diagnosticsRequested, this, [this] { emit requested(OverviewAction::Diagnostics); });
    connect(m_popover, &LayersPopover::candidateRequested, this, &TraceOverview::candidateRequested);
    connect(m_popover, &LayersPopover::diagnosticRequested, this, &TraceOverview::diagnosticRequested);
    connect(m_popover, &LayersPopover::tableRequested, this, &TraceOverview::tableRequested);
    m_popover->showUnder(mapToGlobal(from.bottomLeft()), window()->geometry());
}

TipText TraceOverview::tipOf(int hit) const
{
    const auto at = static_cast<std::size_t>(hit);
    if (hit < 0 || at >= m_cells.size() || m_cells[at].tip.isEmpty())
        return {};
    TipText tip;
    tip.name = m_cells[at].plain();
    tip.where = m_cells[at].tip;
    return tip;
}

std::optional<int> TraceOverview::partAfterKey(int) const
{
    return std::nullopt; // the arrows move the cursor, and Enter is the click
}

void TraceOverview::keyPressEvent(QKeyEvent *event)
{
    const auto useful = [this](int part) {
        const auto at = static_cast<std::size_t>(part);
        return at >= m_cells.size() || m_cells[at].action != OverviewAction::None;
    };
    const auto move = [&](int from, int step) {
        for (int part = from; part >= 0 && part < partCount(); part += step) {
            if (useful(part)) {
                m_cursor = part;
                break;
            }
        }
        describe();
    };
    switch (event->key()) {
    case Qt::Key_Left:
        move(m_cursor - 1, -1);
        break;
    case Qt::Key_Right:
        move(m_cursor + 1, 1);
        break;
    case Qt::Key_Home:
        move(0, 1);
        break;
    case Qt::Key_End:
        move(partCount() - 1, -1);
        break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space:
        pressPart(m_cursor);
        break;
    default:
        QWidget::keyPressEvent(event);
    }
}

void TraceOverview::mouseMoveEvent(QMouseEvent *event)
{
    Chart::mouseMoveEvent(event);
    if (hitAt(event->position().toPoint()) >= 0)
        setCursor(Qt::PointingHandCursor);
    else
        unsetCursor();
}

void TraceOverview::focusInEvent(QFocusEvent *event)
{
    Chart::focusInEvent(event);
    describe();
}

void TraceOverview::paintParts(QPainter &painter, const QRect &)
{
    const Theme &theme = Theme::current();
    for (std::size_t cell = 0; cell < m_cells.size(); ++cell)
        paintCell(painter, cell);
    painter.fillRect(0, height() - 1, width(), 1, theme.separator);
    if (hasFocusRing() && partCount() > 0) {
        painter.setPen(theme.accent);
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(partRect(m_cursor).adjusted(1, 1, -2, -2));
    }
}

void TraceOverview::paintCell(QPainter &painter, std::size_t index) const
{
    const Theme &theme = Theme::current();
    const OverviewCell &cell = m_cells[index];
    const OverviewPlace &place = m_places[index];
    const QColor tone = cell.tone == OverviewCell::Tone::Ok ? theme.ok : theme.warning;
    if (cell.id == OverviewCell::Id::Warning)
        painter.fillRect(place.rect, theme.header);
    if (hover() == static_cast<int>(index) && cell.action != OverviewAction::None)
        painter.fillRect(place.rect, theme.hover);
    painter.fillRect(place.rect.right(), 0, 1, height(), theme.separator);
    painter.setFont(Theme::captionFont());
    painter.setPen(theme.text2);
    const QRect caption(place.rect.left() + 12_px, 7_px, place.rect.width() - 20_px, 15_px);
    painter.drawText(caption, Qt::AlignVCenter | Qt::AlignLeft,
        elided(QFontMetrics(painter.font()), cell.caption, Qt::ElideMiddle, caption.width()));
    if (!place.bar.isNull()) {
        painter.fillRect(place.bar, theme.track);
        const int wide = static_cast<int>(std::lround(place.bar.width() * std::clamp(*cell.share, 0.0, 1.0)));
        painter.fillRect(QRect(place.bar.topLeft(), QSize(std::max(*cell.share > 0 ? 1 : 0, wide), place.bar.height())),
            cell.accentBar ? theme.accent : theme.text2);
    }
    if (!place.icon.isNull())
        painter.drawPixmap(place.icon, iconPixmap(cell.icon, tone, place.icon.width(), devicePixelRatioF()));
    painter.save();
    painter.setClipRect(place.rect.adjusted(0, 0, -4, 0), Qt::IntersectClip);
    for (const OverviewPlace::Piece &piece : place.pieces) {
        const OverviewRun &run = cell.line[piece.run];
        const bool link = run.look == OverviewRun::Look::Link;
        painter.setFont(run.look == OverviewRun::Look::Strong ? Theme::strongFont() : Theme::bodyFont());
        painter.setPen(link ? theme.accent : run.look == OverviewRun::Look::Muted ? theme.text3 : theme.text);
        painter.drawText(piece.rect.adjusted(0, 0, 4, 0), Qt::AlignVCenter | Qt::AlignLeft, piece.text);
        const int part = hover() - static_cast<int>(m_cells.size());
        if (link && part >= 0 && part < static_cast<int>(m_links.size()) && m_links[static_cast<std::size_t>(part)].cell == index)
            painter.fillRect(piece.rect.left(), piece.rect.bottom(), piece.rect.width() - 1, 1, theme.accent);
    }
    painter.restore();
}

} // namespace lamella::ui
