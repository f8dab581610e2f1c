// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/BoundaryEditor.h"

#include "widgets/common/UiText.h"
#include "widgets/session/ChoiceStack.h"
#include "widgets/session/JobSlot.h"
#include "widgets/session/NavigationBus.h"
#include "widgets/session/SessionController.h"
#include "widgets/timeline/TimelineGeometry.h"
#include "widgets/timeline/TimelineView.h"

#include <QAccessible>
#include <QKeyEvent>
#include <QMouseEvent>

#include <algorithm>
#include <cmath>

namespace lamella::ui {

namespace {

constexpr int kGrabPx = 5;
constexpr double kMinLayerPx = 7; // minimum mean width of layers that have handles

} // namespace

BoundaryEditor::BoundaryEditor(SessionController &controller, NavigationBus &bus, ChoiceStack &choices, TimelineView &view)
    : QWidget(&view)
    , m_controller(controller)
    , m_bus(bus)
    , m_choices(choices)
    , m_view(view)
    , m_job(std::make_unique<JobSlot>(controller.pool()))
{
    setObjectName(QStringLiteral("boundaryEditor"));
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setFocusPolicy(Qt::NoFocus);
    setAccessibleName(tr("Boundaries of passes and layers"));
    hide();
    view.installEventFilter(this);
    connect(&controller, &SessionController::sessionChanged, this, [this] {
        if (m_controller.session() == nullptr || !m_controller.keepsTrace())
            setEditing(false);
        if (m_editing)
            rebuild();
    });
    connect(&controller, &SessionController::segmentationFailed, this, [this] {
        m_pending = false;
        update();
    });
    connect(&bus, &NavigationBus::focusChanged, this, [this](const Focus &focus) {
        if (m_editing && m_model && focus.device.valid() && focus.device != m_model->device)
            rebuild();
    });
}

BoundaryEditor::~BoundaryEditor() = default;

void BoundaryEditor::setEditing(bool on)
{
    on = on && m_controller.session() != nullptr;
    if (m_editing == on)
        return;
    m_editing = on;
    stopDragging();
    m_pending = false;
    m_selected.reset();
    m_wanted.reset();
    m_model.reset();
    m_job->cancel();
    setGeometry(m_view.rect());
    setVisible(on);
    m_view.unsetCursor();
    if (on) {
        rebuild();
        m_view.setFocus(Qt::ShortcutFocusReason);
    }
    describe();
    emit editingChanged(on);
}

void BoundaryEditor::rebuild()
{
    const auto segmentation = m_controller.segmentation();
    const core::DeviceId focused = m_bus.focus().device;
    const core::DeviceId device = focused.valid() ? focused : segmentation->mainDevice;
    stopDragging();
    if (!device.valid() || device.value >= segmentation->devices.size()) {
        takeModel(nullptr);
        return;
    }
    m_job->start<BoundaryModelPtr>(
        [document = m_controller.document(), segmentation, device](
            const core::JobControl &control) { return buildBoundaryModel(document, *segmentation, device, control); },
        [this](core::Result<BoundaryModelPtr> model) { takeModel(model ? std::move(*model) : nullptr); });
}

void BoundaryEditor::takeModel(BoundaryModelPtr model)
{
    m_model = std::move(model);
    m_pending = m_pending && m_controller.isSegmenting(); // the model may lag one step behind fast key presses
    m_hover.reset();
    m_selected = m_model && m_wanted ? m_model->rowOf(*m_wanted) : std::nullopt;
    describe();
    update();
}

int BoundaryEditor::xOf(const MovableBoundary &boundary, std::uint32_t position) const
{
    const TimelineFrame frame = m_view.frame();
    const double x = frame.scale().x(m_model->shownTime(boundary, position));
    return kLabelColumnPx + static_cast<int>(std::lround(std::clamp(x, -1000.0, frame.laneWidth() + 1000.0)));
}

bool BoundaryEditor::showsLayers() const
{
    const TimelineFrame frame = m_view.frame();
    const auto [first, last] = m_model->rowsIn(frame.range);
    return last == first || static_cast<double>(frame.laneWidth()) / static_cast<double>(last - first) >= kMinLayerPx;
}

QPoint BoundaryEditor::handleCentre(std::size_t row) const
{
    const MovableBoundary &boundary = m_model->boundaries[row];
    const bool layer = boundary.part == core::BoundaryPart::LayerStart;
    return {xOf(boundary, boundary.position), layer ? kRulerPx + kBandRowPx / 2 : kRulerPx / 2};
}

// On the ruler only passes have handles; below it layers take precedence.
std::optional<std::size_t> BoundaryEditor::rowAt(QPoint point) const
{
    if (!m_model || point.x() < kLabelColumnPx - kGrabPx)
        return std::nullopt;
    const TimelineFrame frame = m_view.frame();
    const auto [first, last] = m_model->rowsIn(frame.range);
    const bool layers = showsLayers();
    const bool onRuler = point.y() < kRulerPx;
    std::optional<std::size_t> best;
    int bestDistance = kGrabPx + 1;
    for (std::size_t row = first; row < last; ++row) {
        const bool layer = m_model->boundaries[row].part == core::BoundaryPart::LayerStart;
        if (layer && (!layers || onRuler))
            continue;
        // At the same position: on the ruler the start of a pass precedes the end of the previous one; below it layers precede
        // passes.
        const int distance = std::abs(xOf(m_model->boundaries[row], m_model->boundaries[row].position) - point.x());
        const bool stronger = distance < bestDistance
            || (distance == bestDistance && best && (layer || m_model->boundaries[row].part == core::BoundaryPart::PassStart)
                && m_model->boundaries[*best].part != core::BoundaryPart::LayerStart);
        if (stronger && distance <= kGrabPx) {
            best = row;
            bestDistance = distance;
        }
    }
    return best;
}

void BoundaryEditor::selectRow(std::size_t row)
{
    if (!m_model || row >= m_model->boundaries.size())
        return;
    m_selected = row;
    m_wanted = m_model->boundaries[row];
    m_pending = false;
    describe();
    update();
}

void BoundaryEditor::selectNext(int step)
{
    if (!m_model || m_model->boundaries.empty())
        return;
    const auto size = static_cast<std::ptrdiff_t>(m_model->boundaries.size());
    const core::TimeRange range = m_view.frame().range;
    std::ptrdiff_t row = 0;
    if (m_selected) {
        row = static_cast<std::ptrdiff_t>(*m_selected) + step;
    } else {
        const std::int64_t middle = range.begin.value + range.length().value / 2;
        row = static_cast<std::ptrdiff_t>(m_model->rowsIn({{middle}, {INT64_MAX}}).first);
    }
    selectRow(static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(row, 0, size - 1)));
    bringIntoView(m_model->shownTime(m_model->boundaries[*m_selected], m_model->boundaries[*m_selected].position));
}

// Only pans: the current zoom is the one at which kernels can be told apart.
void BoundaryEditor::bringIntoView(std::int64_t timeNs)
{
    const core::TimeRange range = m_view.frame().range;
    if (range.contains({timeNs}))
        return;
    const std::int64_t half = range.length().value / 2;
    m_view.showRange({{timeNs - half}, {timeNs - half + range.length().value}}, true);
}

void BoundaryEditor::moveSelected(int step)
{
    if (!m_model || !m_selected)
        return;
    const MovableBoundary &boundary = m_model->boundaries[*m_selected];
    // Keys may arrive faster than segmentations: each one continues from the position of the previous key.
    const std::uint32_t from = m_pending ? m_position : boundary.position;
    commit(boundary, m_model->stepped(boundary, from, step));
}

void BoundaryEditor::commit(const MovableBoundary &boundary, std::uint32_t position)
{
    const std::uint32_t from = m_pending ? m_position : boundary.position;
    if (position == from)
        return;
    m_position = position;
    m_pending = true;
    m_wanted = boundary;
    describe();
    update();
    bringIntoView(m_model->shownTime(boundary, position));
    m_choices.moveBoundary(m_model->edit(boundary, position), tr("Move %1").arg(name(boundary)));
}

QString BoundaryEditor::name(const MovableBoundary &boundary)
{
    const QString pass = QString::number(boundary.pass);
    if (boundary.part == core::BoundaryPart::PassStart)
        return tr("start of P%1").arg(pass);
    if (boundary.part == core::BoundaryPart::PassEnd)
        return tr("end of P%1").arg(pass);
    if (boundary.layer == core::kTailLayer)
        return tr("start of the tail of P%1").arg(pass);
    return tr("start of L%1 in P%2").arg(QString::number(boundary.layer), pass);
}

QString BoundaryEditor::description(const MovableBoundary &boundary, std::uint32_t position) const
{
    const std::int64_t at = m_model->shownTime(boundary, position) - m_model->document->zero();
    return tr("%1 at %2").arg(name(boundary), timeLabel(at, timeUnit(at, 1)));
}

void BoundaryEditor::describe()
{
    QString text = tr("Alt with up and down chooses a boundary, with left and right moves it by a kernel, Escape ends.");
    if (m_model && m_selected) {
        const MovableBoundary &boundary = m_model->boundaries[*m_selected];
        text = description(boundary, m_pending ? m_position : boundary.position);
    }
    setAccessibleDescription(text);
    QAccessibleEvent event(this, QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&event);
}

void BoundaryEditor::stopDragging()
{
    m_dragging = false;
    m_hover.reset();
}

bool BoundaryEditor::isOwnKey(const QKeyEvent &event)
{
    if (event.key() == Qt::Key_Escape)
        return true;
    const bool arrow =
        event.key() == Qt::Key_Left || event.key() == Qt::Key_Right || event.key() == Qt::Key_Up || event.key() == Qt::Key_Down;
    return arrow && (event.modifiers() & ~Qt::KeypadModifier) == Qt::AltModifier;
}

bool BoundaryEditor::keyPress(const QKeyEvent &event)
{
    if (!isOwnKey(event))
        return false;
    if (event.key() == Qt::Key_Escape) {
        if (m_dragging) {
            stopDragging();
            update();
        } else {
            setEditing(false);
        }
        return true;
    }
    if (event.key() == Qt::Key_Up || event.key() == Qt::Key_Down)
        selectNext(event.key() == Qt::Key_Up ? -1 : 1);
    else
        moveSelected(event.key() == Qt::Key_Left ? -1 : 1);
    return true;
}

bool BoundaryEditor::mousePress(const QMouseEvent &event)
{
    const auto row = event.button() == Qt::LeftButton ? rowAt(event.position().toPoint()) : std::nullopt;
    if (!row)
        return false;
    selectRow(*row);
    m_dragging = true;
    m_position = m_model->boundaries[*row].position;
    m_view.setFocus(Qt::MouseFocusReason);
    return true;
}

bool BoundaryEditor::mouseMove(const QMouseEvent &event)
{
    const QPoint point = event.position().toPoint();
    if (m_dragging) {
        const std::int64_t time = m_view.frame().scale().timeAt(point.x() - kLabelColumnPx);
        m_position = m_model->snapped(m_model->boundaries[*m_selected], time);
        update();
        return true;
    }
    if (event.buttons() != Qt::NoButton)
        return false;
    const auto row = rowAt(point);
    if (row != m_hover)
        update();
    const bool left = m_hover.has_value() && !row;
    m_hover = row;
    if (left)
        m_view.unsetCursor();
    if (row)
        m_view.setCursor(Qt::SplitHCursor);
    return row.has_value();
}

bool BoundaryEditor::mouseRelease()
{
    if (!m_dragging)
        return false;
    stopDragging();
    const std::uint32_t to = m_position;
    commit(m_model->boundaries[*m_selected], to);
    update();
    return true;
}

bool BoundaryEditor::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::Resize)
        setGeometry(m_view.rect());
    if (!m_editing || watched != &m_view)
        return false;
    switch (event->type()) {
    case QEvent::MouseButtonPress:
        return mousePress(*static_cast<QMouseEvent *>(event));
    case QEvent::MouseButtonDblClick:
        return rowAt(static_cast<QMouseEvent *>(event)->position().toPoint()).has_value();
    case QEvent::MouseMove:
        return mouseMove(*static_cast<QMouseEvent *>(event));
    case QEvent::MouseButtonRelease:
        return mouseRelease();
    case QEvent::ShortcutOverride: // Alt with an arrow is a command of the window elsewhere
        if (!isOwnKey(*static_cast<QKeyEvent *>(event)))
            return false;
        event->accept();
        return true;
    case QEvent::KeyPress:
        return keyPress(*static_cast<QKeyEvent *>(event));
    default:
        return false;
    }
}

} // namespace lamella::ui
