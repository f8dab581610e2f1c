// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/TimelinePanel.h"

#include "widgets/commands/CommandRegistry.h"
#include "widgets/common/Icons.h"
#include "widgets/common/PlainText.h"
#include "widgets/common/SearchField.h"
#include "widgets/session/JobSlot.h"
#include "widgets/session/NavigationBus.h"
#include "widgets/session/SessionController.h"
#include "widgets/session/TimeRangeControl.h"
#include "widgets/theme/TextSize.h"
#include "widgets/theme/Theme.h"
#include "widgets/timeline/IdleLegend.h"
#include "widgets/timeline/OverviewStrip.h"
#include "widgets/timeline/TimelineLoader.h"
#include "widgets/timeline/TimelineView.h"
#include "widgets/timeline/TrackMenu.h"

#include <QAction>
#include <QApplication>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QScrollBar>
#include <QToolButton>
#include <QVBoxLayout>

namespace lamella::ui {

namespace {

constexpr TextPx kViewBarPx{28};
constexpr double kButtonZoom = 0.5;

} // namespace

TimelinePanel::TimelinePanel(SessionController &controller, NavigationBus &bus, TimeRangeControl &range, QWidget *parent)
    : QWidget(parent)
    , m_controller(controller)
    , m_lighting(std::make_unique<JobSlot>(controller.pool()))
    , m_loader(new TimelineLoader(controller, this))
    , m_view(new TimelineView(bus, range, this))
    , m_overview(new OverviewStrip(bus, range, this))
{
    setObjectName(QStringLiteral("TimelinePanel"));
    auto *scrollBar = new QScrollBar(Qt::Vertical, this);
    scrollBar->setAccessibleName(tr("Lanes"));
    auto *lanes = new QHBoxLayout;
    lanes->setContentsMargins(0, 0, 0, 0);
    lanes->setSpacing(0);
    lanes->addWidget(m_view, 1);
    lanes->addWidget(scrollBar);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(createViewBar());
    layout->addWidget(m_overview);
    layout->addLayout(lanes, 1);
    setFocusProxy(m_view);

    const auto syncScrollBar = [this, scrollBar] {
        const QSignalBlocker blocker(scrollBar);
        scrollBar->setVisible(m_view->scrollRange() > 0);
        scrollBar->setRange(0, m_view->scrollRange());
        scrollBar->setPageStep(std::max(1, m_view->height() - kViewBarPx));
        scrollBar->setSingleStep(18);
        scrollBar->setValue(m_view->scrollY());
    };
    connect(m_view, &TimelineView::scrollChanged, this, syncScrollBar);
    connect(scrollBar, &QScrollBar::valueChanged, m_view, &TimelineView::setScrollY);
    connect(m_view, &TimelineView::trackMenuRequested, this, [this](const QString &key, const QPoint &position) {
        auto *menu = new QMenu(this);
        menu->setAttribute(Qt::WA_DeleteOnClose);
        fillTrackMenu(*menu, *m_view, key);
        menu->popup(position);
    });
    m_overview->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_overview, &QWidget::customContextMenuRequested, m_view, [this](const QPoint &position) {
        const QPoint at = m_overview->mapToGlobal(position);
        if (position.x() < kLabelColumnPx)
            emit m_view->trackMenuRequested({}, at);
        else
            emit m_view->menuRequested(at);
    });
    connect(m_view, &TimelineView::cursorTimeChanged, this, &TimelinePanel::cursorTimeChanged);
    connect(m_view, &TimelineView::movingChanged, this, &TimelinePanel::busyChanged);
    connect(m_loader, &TimelineLoader::busyChanged, this, &TimelinePanel::busyChanged);
    const auto takeData = [this] {
        m_view->setEmptyText(m_loader->isBusy() ? tr("Laying out the lanes…") : tr("Open a trace to see its timeline."));
        m_view->setData(m_loader->data());
        m_overview->setData(m_loader->data());
        m_legend->setData(m_loader->data());
        emit dataChanged();
    };
    connect(m_loader, &TimelineLoader::dataChanged, this, takeData);
    connect(m_loader, &TimelineLoader::busyChanged, this, [this] {
        m_view->setEmptyText(m_loader->isBusy() ? tr("Laying out the lanes…") : tr("Open a trace to see its timeline."));
    });
    connect(&range, &TimeRangeControl::visibleRangeChanged, m_legend,
        [this, shown = &range] { m_legend->setRange(shown->visibleRange()); });
    m_legend->setRange(range.visibleRange());
    connect(&bus, &NavigationBus::selectionChanged, this, [this](const core::Selection &selection) { light(selection); });
    takeData();
    syncScrollBar();
}

// In a low panel the lanes need the room of the overview.
void TimelinePanel::resizeEvent(QResizeEvent *event)
{
    constexpr TextPx kMinLanesPx{120}; // ruler, layers, a device and its first lane
    m_overview->setVisible(height() - kViewBarPx - m_overview->minimumHeight() >= kMinLanesPx);
    QWidget::resizeEvent(event);
}

// All kernels of the selected name stand out.
void TimelinePanel::light(const core::Selection &selection)
{
    const auto document = m_controller.document();
    core::StringId name;
    if (const auto *named = std::get_if<core::NameSelection>(&selection))
        name = named->name;
    else if (const auto *kernel = std::get_if<core::KernelSelection>(&selection);
             kernel != nullptr && document && kernel->kernel.value < document->kernels.size())
        name = document->kernels.name[kernel->kernel.value];
    m_lighting->cancel();
    if (!document || !name.valid()) {
        m_view->setLit(std::nullopt);
        return;
    }
    if (document == m_byNameOf.lock()) {
        m_view->setLit(core::KernelsOfName(document, m_byName, name));
        return;
    }
    m_byName.reset();
    using ByName = std::shared_ptr<const core::KernelsByName>;
    m_lighting->start<ByName>(
        [session = m_controller.session()](const core::JobControl &control) { return session->kernelsByName(control); },
        [this, document, name](const core::Result<ByName> &found) {
            m_byName = found ? *found : nullptr;
            m_byNameOf = m_byName ? document : nullptr;
            m_view->setLit(m_byName ? std::optional(core::KernelsOfName(document, m_byName, name)) : std::nullopt);
        });
}

TimelinePanel::~TimelinePanel() = default;

const TimelineDataPtr &TimelinePanel::data() const
{
    return m_loader->data();
}

QWidget *TimelinePanel::createViewBar()
{
    auto *bar = new QWidget(this);
    bar->setAutoFillBackground(true); // else what is behind it is painted too
    fixHeight(*bar, kViewBarPx);
    auto *layout = new QHBoxLayout(bar);
    m_viewBar = layout;
    layout->setContentsMargins(8, 0, 6, 0);
    layout->setSpacing(2);
    auto *title = plainLabel(tr("Pass timeline"), bar);
    setTextFont(*title, &Theme::strongFont);
    layout->addWidget(title);
    m_title = title;
    layout->addStretch(1);
    m_legend = new IdleLegend(bar);
    layout->addWidget(m_legend);
    layout->addSpacing(8);
    addTrackControls(*bar, *layout);
    const auto addButton = [&](const QString &iconName, const QString &text, const QString &keys, void (TimelinePanel::*slot)()) {
        auto *button = new QToolButton(bar);
        button->setIcon(icon(iconName));
        button->setAutoRaise(true);
        fixSize(*button, 24_px, 24_px);
        button->setToolTip(QStringLiteral("%1 (%2)").arg(text, keys));
        button->setAccessibleName(text);
        button->setFocusPolicy(Qt::TabFocus);
        connect(button, &QToolButton::clicked, this, slot);
        layout->addWidget(button);
    };
    addButton(QStringLiteral("zoom-out"), tr("Zoom out"), QStringLiteral("S"), &TimelinePanel::zoomOut);
    addButton(QStringLiteral("zoom-in"), tr("Zoom in"), QStringLiteral("W"), &TimelinePanel::zoomIn);
    addButton(QStringLiteral("zoom-fit"), tr("Fit the whole trace"), QStringLiteral("Home"), &TimelinePanel::zoomToFit);
    return bar;
}

void TimelinePanel::addTrackControls(QWidget &bar, QHBoxLayout &layout)
{
    auto *filter = new SearchField(QStringLiteral("filter"), tr("Filter tracks"), &bar);
    filter->setObjectName(QStringLiteral("trackFilter"));
    filter->setShortPlaceholder(tr("Filter"));
    filter->setToolTip(tr("Filter tracks"));
    fixHeight(*filter, 22_px);
    followTextSize(*filter, [filter] { // shrinks if the panel is narrow
        filter->setMinimumWidth(72_px); // its word has room
        filter->setMaximumWidth(150_px);
    });
    connect(filter, &QLineEdit::textChanged, this, [this, filter](const QString &text) {
        TrackArrangement arrangement = m_view->arrangement();
        arrangement.filter = text.trimmed();
        m_view->setArrangement(arrangement);
        filter->setInvalid(m_view->rows().rows().empty() && !arrangement.filter.isEmpty());
    });
    connect(filter, &SearchField::escaped, m_view, qOverload<>(&QWidget::setFocus));
    constexpr int kBeforeTheGap = 1000;
    layout.addWidget(filter, kBeforeTheGap);
    auto *tracks = new QToolButton(&bar);
    tracks->setObjectName(QStringLiteral("trackMenu"));
    tracks->setText(tr("Tracks"));
    tracks->setToolTip(tr("Pin, hide, move and group tracks"));
    tracks->setAccessibleName(tr("Tracks"));
    tracks->setAutoRaise(true);
    tracks->setPopupMode(QToolButton::InstantPopup);
    tracks->setFocusPolicy(Qt::TabFocus);
    auto *menu = new QMenu(tracks);
    connect(menu, &QMenu::aboutToShow, this, [this, menu] {
        menu->clear();
        qDeleteAll(menu->findChildren<QMenu *>(QString(), Qt::FindDirectChildrenOnly)); // clear() does not delete submenus
        fillTrackMenu(*menu, *m_view, m_view->activeTrack());
    });
    tracks->setMenu(menu);
    layout.addWidget(tracks);
}

void TimelinePanel::setTitle(QWidget *title)
{
    delete m_viewBar->replaceWidget(m_title, title);
    delete m_title;
    m_title = title;
}

void TimelinePanel::addViewBarAction(QAction *action)
{
    auto *button = new QToolButton(this);
    button->setDefaultAction(action);
    button->setAutoRaise(true);
    fixSize(*button, 24_px, 24_px);
    button->setAccessibleName(plainTitle(action->text()));
    button->setFocusPolicy(Qt::TabFocus);
    constexpr int kBehindTitle = 2; // title, stretch
    m_viewBar->insertWidget(kBehindTitle + m_viewBarActions++, button);
}

bool TimelinePanel::isBusy() const
{
    return m_loader->isBusy() || m_view->isMoving();
}

void TimelinePanel::zoomIn()
{
    m_view->zoom(kButtonZoom);
}

void TimelinePanel::zoomOut()
{
    m_view->zoom(1 / kButtonZoom);
}

void TimelinePanel::zoomToFit()
{
    m_view->zoomToFit();
}

void TimelinePanel::zoomToSelection()
{
    m_view->zoomToSelection();
}

void TimelinePanel::setTimeFormat(TimeFormat format)
{
    ui::setTimeFormat(format);
    const QWidgetList widgets = QApplication::allWidgets();
    for (QWidget *widget : widgets) {
        if (qobject_cast<TimelineView *>(widget) == nullptr && qobject_cast<OverviewStrip *>(widget) == nullptr)
            continue;
        QEvent changed(QEvent::StyleChange); // repaints what is cached
        QCoreApplication::sendEvent(widget, &changed);
    }
}

} // namespace lamella::ui
