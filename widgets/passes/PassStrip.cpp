// SPDX-License-Identifier: GPL-3.0-or-later
// PassStrip: data, selection, mouse and keys.
#include "widgets/passes/PassStrip.h"

#include "core/base/Format.h"
#include "core/report/ReportTable.h"
#include "widgets/common/Sentence.h"
#include "widgets/common/Translated.h"
#include "widgets/common/UiText.h"
#include "widgets/session/JobSlot.h"
#include "widgets/session/SessionController.h"
#include "widgets/session/TableLoader.h"
#include "widgets/theme/TextSize.h"
#include "widgets/timeline/TimelineGeometry.h"

#include <QContextMenuEvent>
#include <QFontMetrics>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace lamella::ui {

namespace {

constexpr TextPx kUsualPx{74};
constexpr TextPx kManyPx{112}; // with an axis and a legend
constexpr TextPx kSinglePx{36};
constexpr TextPx kLowPx{40};
constexpr std::size_t kManyPasses = 200;
constexpr std::size_t kSlices = 240;
constexpr int kBrushFromPx = 4; // a shorter drag is a click
constexpr int kGripPx = 4;

} // namespace

PassStrip::PassStrip(SessionController &controller, NavigationBus &bus, QWidget *parent)
    : PassBars(tr("Passes"), controller, bus, parent)
    , m_slicing(std::make_unique<JobSlot>(controller.pool()))
    , m_loader(new TableLoader(controller, this))
{
    setObjectName(QStringLiteral("PassStrip"));
    connect(&controller, &SessionController::sessionChanged, this, &PassStrip::reload);
    connect(&bus, &NavigationBus::focusChanged, this, [this](const Focus &focus) {
        if (focus.device.valid() && focus.device != m_data.device)
            reloadDevice();
        showSelected();
        describe();
    });
    connect(&bus, &NavigationBus::brushChanged, this, qOverload<>(&QWidget::update));
    connect(m_loader, &TableLoader::loaded, this, [this](const std::shared_ptr<const core::ReportTable> &table) {
        takeParts(*table);
        update();
    });
    followTextSize(*this, [this] { fitHeight(); });
    reload();
}

PassStrip::~PassStrip() = default;

void PassStrip::reload()
{
    m_data = {};
    reloadDevice();
}

void PassStrip::reloadDevice()
{
    const auto segmentation = m_controller.segmentation();
    const auto document = m_controller.document();
    m_layout.reset();
    m_slicing->cancel();
    m_loader->cancel();
    m_parts.clear();
    m_slices = {};
    m_why.clear();
    m_data = {};
    core::DeviceId device = m_bus.focus().device;
    if (segmentation && (!device.valid() || device.value >= segmentation->devices.size()))
        device = segmentation->mainDevice;
    if (segmentation && device.value < segmentation->devices.size())
        m_data = passStripData(segmentation->devices[device.value]);
    setRows(stripOrder(m_data, m_order));
    m_view = {0, static_cast<double>(std::max<std::size_t>(1, m_rows.size()))};
    if (segmentation && document && m_data.passes.empty()) {
        m_why = asSentence(translated(segmentation->whyNone));
        m_slicing->start<BusySlices>(
            [document, device](
                const core::JobControl &) -> core::Result<BusySlices> { return busySlices(*document, device, kSlices); },
            [this](core::Result<BusySlices> slices) {
                if (slices)
                    m_slices = std::move(*slices);
                update();
            });
    } else if (document && isSingle()) {
        core::TableRequest request;
        request.table = "bottleneck";
        request.pass = std::to_string(m_data.passes.front().number);
        request.device = deviceArgument(*document, m_data.device);
        m_loader->load(request);
    }
    setEmptyText(
        m_why.isEmpty() ? tr("Passes appear once a trace is read.") : tr("No passes found") + QStringLiteral(": ") + m_why);
    fitHeight();
    partsChanged();
}

// Wall of the pass by category, the largest first; the rows of the table add up to it.
void PassStrip::takeParts(const core::ReportTable &table)
{
    m_parts.clear();
    const std::size_t category = table.columnIndex("category");
    const std::size_t time = table.columnIndex("time_ns");
    for (std::size_t row = 0; row < table.rowCount(); ++row) {
        CategoryPart part;
        const std::optional<core::Category> known = core::categoryFromId(table.text(row, category));
        part.idle = !known && table.text(row, category) == "idle";
        part.other = !known && !part.idle;
        part.category = known.value_or(core::Category::Other);
        const auto same = std::find_if(m_parts.begin(), m_parts.end(), [&part](const CategoryPart &one) {
            return one.idle == part.idle && one.other == part.other && one.category == part.category;
        });
        CategoryPart &sum = same != m_parts.end() ? *same : m_parts.emplace_back(part);
        sum.ns += table.integer(row, time);
    }
    const auto order = [](const CategoryPart &part) { return part.idle ? 2 : part.other ? 1 : 0; };
    std::stable_sort(m_parts.begin(), m_parts.end(), [order](const CategoryPart &a, const CategoryPart &b) {
        return order(a) != order(b) ? order(a) < order(b) : a.ns > b.ns;
    });
}

bool PassStrip::hasLegend() const
{
    return m_data.passes.size() >= kManyPasses && !m_low;
}

void PassStrip::fitHeight()
{
    setFixedHeight(m_low  ? static_cast<int>(kLowPx)
            : isSingle()  ? static_cast<int>(kSinglePx)
            : hasLegend() ? static_cast<int>(kManyPx)
                          : static_cast<int>(kUsualPx));
}

void PassStrip::setLow(bool low)
{
    if (m_low == low)
        return;
    m_low = low;
    fitHeight();
    layOut();
    update();
}

void PassStrip::setOrder(StripOrder order)
{
    if (m_order == order)
        return;
    m_order = order;
    setRows(stripOrder(m_data, m_order));
    if (order != StripOrder::Time)
        m_bus.setBrush({}); // its passes need not be neighbours any more
    partsChanged();
    showSelected();
}

QRect PassStrip::barArea() const
{
    const bool beside = m_layout && (m_layout->form() == SlotForm::Named || m_layout->form() == SlotForm::Narrow);
    const int below = m_low ? 4_px : hasLegend() ? 34_px : beside ? 14_px : 20_px;
    const int top = m_low ? 5_px : 9_px;
    return {barsLeft(), top, barsWidth(width()), std::max(1, height() - top - below)};
}

void PassStrip::setView(StripView view)
{
    if (view == m_view)
        return;
    m_view = view;
    layOut();
    update();
}

// Scrolls to the selected pass if the strip is zoomed.
void PassStrip::showSelected()
{
    const int part = selectedPart();
    const double length = m_view.last - m_view.first;
    if (part < 0 || (part >= m_view.first && part + 1 <= m_view.last))
        return;
    const double all = static_cast<double>(m_rows.size());
    const double first = std::clamp(part + 0.5 - length / 2, 0.0, std::max(0.0, all - length));
    setView({first, first + length});
}

int PassStrip::hitAt(QPoint position) const
{
    if (m_data.passes.empty())
        return linkRect().contains(position) ? 0 : -1; // a target beyond the parts, of which there are none
    if (!m_layout || position.x() < barArea().left() || !rect().contains(position))
        return -1;
    return isSingle() ? 0 : PassBars::hitAt(position);
}

std::optional<core::PassSelection> PassStrip::passAt(QPoint position) const
{
    const int hit = hitAt(position);
    if (hit < 0 || hit >= partCount())
        return std::nullopt;
    return core::PassSelection{m_data.device, passOf(static_cast<std::size_t>(hit)).number};
}

QRect PassStrip::partRect(int part) const
{
    if (m_data.passes.empty())
        return linkRect();
    return m_layout && isSingle() && part == 0 ? barArea() : PassBars::partRect(part);
}

void PassStrip::pressPart(int hit)
{
    if (m_data.passes.empty()) {
        if (m_controller.hasGpuWork())
            emit boundaryRequested();
        return;
    }
    PassBars::pressPart(hit);
}

TipText PassStrip::tipOf(int hit) const
{
    return m_data.passes.empty() ? sentenceTip(tr("Choose the kernel that begins a layer")) : PassBars::tipOf(hit);
}

QString PassStrip::gestures() const
{
    return tr("Click selects, with Shift also · drag marks a range of passes · double click shows it in the timeline");
}

std::optional<int> PassStrip::partAfterKey(int key) const
{
    if (m_data.passes.empty())
        return std::nullopt;
    return Chart::partAfterKey(key);
}

std::size_t PassStrip::clampedPosition(int x) const
{
    const double position = m_view.first + (x - barArea().left()) / m_layout->slotPx();
    return static_cast<std::size_t>(std::clamp(position, 0.0, static_cast<double>(m_rows.size()) - 1));
}

PassStrip::Drag PassStrip::gripAt(QPoint position) const
{
    const QRect brush = brushRect();
    if (brush.isNull())
        return Drag::New;
    if (std::abs(position.x() - brush.left()) <= kGripPx)
        return Drag::Left;
    if (std::abs(position.x() - brush.right()) <= kGripPx)
        return Drag::Right;
    return brush.contains(position) ? Drag::Move : Drag::New;
}

void PassStrip::mousePressEvent(QMouseEvent *event)
{
    hideTip();
    if (event->button() != Qt::LeftButton)
        return;
    m_drag = Drag::Pressed;
    m_pressed = event->position().toPoint();
    m_pressedBrush = m_bus.brush();
}

void PassStrip::mouseMoveEvent(QMouseEvent *event)
{
    const QPoint at = event->position().toPoint();
    const bool brushes = m_layout && !isSingle() && m_order == StripOrder::Time && m_pressed.x() >= barArea().left();
    if (m_drag == Drag::Pressed && brushes && std::abs(at.x() - m_pressed.x()) >= kBrushFromPx)
        m_drag = gripAt(m_pressed);
    if (m_drag == Drag::None) {
        const Drag grip = m_layout ? gripAt(at) : Drag::New;
        if (grip == Drag::Left || grip == Drag::Right)
            setCursor(Qt::SizeHorCursor);
        else if (m_data.passes.empty() && hitAt(at) == 0)
            setCursor(Qt::PointingHandCursor);
        else
            unsetCursor();
        Chart::mouseMoveEvent(event);
    } else if (m_drag != Drag::Pressed) {
        dragTo(at.x());
    }
}

void PassStrip::dragTo(int x)
{
    const auto number = [this](std::size_t position) { return passOf(position).number; };
    PassBrush brush = m_pressedBrush;
    brush.device = m_data.device;
    const std::size_t here = clampedPosition(x);
    const std::size_t pressed = clampedPosition(m_pressed.x());
    if (m_drag == Drag::New) {
        brush.first = number(std::min(here, pressed));
        brush.last = number(std::max(here, pressed));
    } else if (m_drag == Drag::Left) {
        brush.first = std::min(number(here), brush.last);
    } else if (m_drag == Drag::Right) {
        brush.last = std::max(number(here), brush.first);
    } else {
        const auto first = static_cast<std::int64_t>(m_data.rowOf(brush.first).value_or(0));
        const auto last = static_cast<std::int64_t>(m_data.rowOf(brush.last).value_or(0));
        const auto count = static_cast<std::int64_t>(m_rows.size());
        const std::int64_t by =
            std::clamp(static_cast<std::int64_t>(here) - static_cast<std::int64_t>(pressed), -first, count - 1 - last);
        brush.first = number(static_cast<std::size_t>(first + by));
        brush.last = number(static_cast<std::size_t>(last + by));
    }
    m_bus.setBrush(brush);
}

void PassStrip::mouseReleaseEvent(QMouseEvent *event)
{
    if (m_drag == Drag::Pressed && event->button() == Qt::LeftButton) {
        const int hit = hitAt(event->position().toPoint());
        if (hit >= 0 && event->modifiers().testFlag(Qt::ShiftModifier) && hit < partCount())
            m_bus.toggle(targetOf(hit), this);
        else if (hit >= 0)
            pressPart(hit);
    }
    m_drag = Drag::None;
}

void PassStrip::wheelEvent(QWheelEvent *event)
{
    if (!m_layout || isSingle()) {
        event->ignore();
        return;
    }
    hideTip();
    event->accept();
    const QPoint angle = event->angleDelta();
    if (event->modifiers().testFlag(Qt::ShiftModifier) || std::abs(angle.x()) > std::abs(angle.y())) {
        const double by = -(angle.x() != 0 ? angle.x() : angle.y()) / m_layout->slotPx();
        const double length = m_view.last - m_view.first;
        const double first = std::clamp(m_view.first + by, 0.0, std::max(0.0, static_cast<double>(m_rows.size()) - length));
        setView({first, first + length});
        return;
    }
    const double position = m_view.first + (event->position().x() - barArea().left()) / m_layout->slotPx();
    setView(zoomedView(m_view, position, std::exp(-angle.y() * kWheelZoom), m_rows.size()));
}

void PassStrip::selectNextOutlier()
{
    if (m_rows.empty())
        return;
    const int selected = selectedPart();
    const std::size_t count = m_rows.size();
    for (std::size_t step = 1; step <= count; ++step) {
        const std::size_t position = (static_cast<std::size_t>(std::max(selected, -1) + static_cast<int>(step))) % count;
        if (passOf(position).isOutlier()) {
            pressPart(static_cast<int>(position));
            return;
        }
    }
}

void PassStrip::keyPressEvent(QKeyEvent *event)
{
    const bool shift = event->modifiers().testFlag(Qt::ShiftModifier);
    const int selected = selectedPart();
    if (m_data.passes.empty() && (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)) {
        pressPart(0);
    } else if (event->key() == Qt::Key_O && event->modifiers() == Qt::NoModifier) {
        selectNextOutlier();
    } else if (event->key() == Qt::Key_Escape && !m_bus.brush().isEmpty()) {
        m_bus.setBrush({});
    } else if (shift && selected >= 0 && (event->key() == Qt::Key_Left || event->key() == Qt::Key_Right)) {
        const int step = event->key() == Qt::Key_Left ? -1 : 1;
        const core::Stage stage = passOf(static_cast<std::size_t>(selected)).stage;
        for (int part = selected + step; part >= 0 && part < partCount(); part += step) {
            if (passOf(static_cast<std::size_t>(part)).stage == stage) {
                pressPart(part);
                break;
            }
        }
    } else {
        Chart::keyPressEvent(event);
    }
}

void PassStrip::contextMenuEvent(QContextMenuEvent *event)
{
    hideTip();
    const bool byKey = event->reason() == QContextMenuEvent::Keyboard;
    const int hit = byKey ? selectedPart() : hitAt(event->pos());
    const QPoint at = byKey && hit >= 0 ? menuPlace(hit) : event->globalPos();
    if (event->pos().x() >= kLabelColumnPx && hit >= 0 && hit < partCount()) {
        if (!byKey)
            pressPart(hit);
        emit menuRequested(std::get<core::PassSelection>(targetOf(hit)), at);
        return;
    }
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const auto add = [&](const QString &text, StripOrder order) {
        QAction *action = menu->addAction(text, this, [this, order] { setOrder(order); });
        action->setCheckable(true);
        action->setChecked(m_order == order);
    };
    add(tr("In the order of time"), StripOrder::Time);
    add(tr("By wall, longest first"), StripOrder::Wall);
    menu->addSeparator();
    menu->addAction(tr("Show all passes"), this, [this] {
        setView({0, static_cast<double>(std::max<std::size_t>(1, m_rows.size()))});
    });
    QAction *clear = menu->addAction(tr("Clear the brush"), this, [this] { m_bus.setBrush({}); });
    clear->setEnabled(!m_bus.brush().isEmpty());
    menu->popup(at);
}

} // namespace lamella::ui
