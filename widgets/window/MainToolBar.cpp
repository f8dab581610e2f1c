// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/window/MainToolBar.h"

#include "widgets/common/Icons.h"
#include "widgets/common/PlainText.h"
#include "widgets/common/SearchField.h"
#include "widgets/common/UiText.h"
#include "widgets/session/SessionController.h"
#include "widgets/session/Stepper.h"
#include "widgets/theme/TextSize.h"
#include "widgets/theme/Theme.h"
#include "widgets/window/WindowActions.h"

#include <QAbstractItemView>
#include <QAction>
#include <QActionGroup>
#include <QComboBox>
#include <QLabel>
#include <QLayout>
#include <QMenu>
#include <QResizeEvent>
#include <QStandardItemModel>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace lamella::ui {

namespace {

constexpr TextPx kSearchPx{280};
constexpr TextPx kMinSearchPx{160};
constexpr TextPx kPassPx{148};
constexpr TextPx kMaxPassPx{220};

QString passLabel(const core::Pass &pass)
{
    QStringList words{passText(pass.number)};
    if (pass.stage != core::Stage::Unknown)
        words << translatedTerm(core::stageName(pass.stage));
    if (pass.state != core::PassState::Unknown)
        words << translatedTerm(core::stateName(pass.state));
    return words.join(QStringLiteral(" · "));
}

QWidget *gap(int width, QWidget *parent)
{
    auto *widget = new QWidget(parent);
    widget->setFixedWidth(width);
    return widget;
}

QStandardItem *comboItem(const QString &text, int value)
{
    auto *item = new QStandardItem(text);
    item->setData(value, Qt::UserRole);
    return item;
}

// In one step: a trace has thousands of passes, and each addItem() notifies the view of the box.
void addItems(QComboBox &combo, const QList<QStandardItem *> &items)
{
    qobject_cast<QStandardItemModel *>(combo.model())->invisibleRootItem()->appendRows(items);
}

} // namespace

MainToolBar::MainToolBar(SessionController &controller, NavigationBus &bus, WindowActions &actions, QWidget *parent)
    : QToolBar(tr("Toolbar"), parent)
    , m_controller(controller)
    , m_bus(bus)
{
    setObjectName(QStringLiteral("mainToolBar"));
    setMovable(false);
    setFloatable(false);
    setContextMenuPolicy(Qt::PreventContextMenu);
    layout()->setContentsMargins(8, 5, 6, 6);

    addButton(actions.open, true);
    addSeparator();
    addButton(actions.back, false);
    addButton(actions.forward, false);
    addSeparator();
    m_pass = addCombo(tr("Pass"), tr("Pass that is shown"), kPassPx);
    addWidget(gap(6, this));
    m_layer = addCombo(tr("Layer"), tr("Layer that is shown"), 76_px);
    insertAction(this->actions().constLast(), actions.previousLayer);
    addAction(actions.nextLayer);
    addSeparator();
    m_search = new SearchField(QStringLiteral("search"), tr("Find or filter"), this);
    m_search->setObjectName(QStringLiteral("searchField"));
    m_search->setHint(actions.find->shortcut().toString(QKeySequence::NativeText));
    m_search->setToolTip(tr("Filters all views while you type: text, /regex/, cat:attention, dur>10us, stream:7, stage:decode, "
                            "pass:3-5, layer:head, !text. Return goes to the next match, or to “p5 l12”, “465.3 ms”, “#1204”."));
    m_search->setFixedWidth(kSearchPx);
    addWidget(m_search);
    auto *stretch = new QWidget(this);
    stretch->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    addWidget(stretch);
    m_export = addButton(actions.exportTable, true);
    m_export->setProperty("foldable", true);
    auto *settings = new QToolButton(this);
    settings->setIcon(icon(QStringLiteral("settings")));
    settings->setToolTip(tr("Theme and patterns"));
    settings->setAccessibleName(settings->toolTip());
    settings->setPopupMode(QToolButton::InstantPopup);
    auto *menu = new QMenu(settings);
    menu->addSection(tr("Theme"));
    menu->addActions(actions.themes->actions());
    menu->addSeparator();
    menu->addAction(actions.patterns);
    menu->addAction(actions.resetLayout);
    settings->setMenu(menu);
    addWidget(settings);
    addSeparator();
    QToolButton *perfetto = addButton(actions.showInPerfetto, true);
    perfetto->setProperty("outlined", true);
    perfetto->setAutoRaise(false); // its frame is always visible

    connect(m_pass, &QComboBox::activated, this, &MainToolBar::chosenPass);
    connect(m_layer, &QComboBox::activated, this, &MainToolBar::chosenLayer);
    connect(&controller, &SessionController::sessionChanged, this, &MainToolBar::fill);
    connect(&bus, &NavigationBus::focusChanged, this, &MainToolBar::followFocus);
    fill();
}

QToolButton *MainToolBar::addButton(QAction *action, bool label)
{
    auto *button = new QToolButton(this);
    button->setDefaultAction(action);
    if (label)
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setAccessibleName(action->toolTip());
    addWidget(button);
    return button;
}

QComboBox *MainToolBar::addCombo(const QString &label, const QString &accessibleName, TextPx width)
{
    auto *caption = plainLabel(label, this);
    caption->setContentsMargins(4, 0, 4, 0);
    addWidget(caption);
    auto *combo = new QComboBox(this);
    combo->setAccessibleName(accessibleName);
    combo->view()->setAccessibleName(accessibleName);
    fixWidth(*combo, width);
    combo->setMaxVisibleItems(24);
    combo->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    caption->setBuddy(combo);
    addWidget(combo);
    return combo;
}

void MainToolBar::fill()
{
    m_pass->clear();
    m_listed = {};
    const auto segmentation = m_controller.segmentation();
    const core::DeviceId device = m_bus.focus().device.valid() || !segmentation ? m_bus.focus().device : segmentation->mainDevice;
    QString longest;
    if (segmentation && device.valid()) {
        QList<QStandardItem *> items;
        for (const core::Pass &pass : segmentation->devices[device.value].passes) {
            items << comboItem(passLabel(pass), pass.number);
            if (items.last()->text().size() > longest.size())
                longest = items.last()->text();
        }
        addItems(*m_pass, items);
    }
    constexpr TextPx kFramePx{36}; // arrow and text margins
    m_passPx = std::clamp<int>(m_pass->fontMetrics().horizontalAdvance(longest) + kFramePx, kPassPx, kMaxPassPx);
    m_pass->setEnabled(m_pass->count() > 0);
    if (m_pass->count() == 0)
        m_pass->addItem(segmentation ? tr("no passes") : tr("no trace"));
    m_export->setEnabled(segmentation != nullptr);
    m_search->setEnabled(segmentation != nullptr);
    followFocus();
    fit();
}

void MainToolBar::followFocus()
{
    const Focus focus = m_bus.focus();
    const auto segmentation = m_controller.segmentation();
    if (segmentation && focus.device.valid() && m_listed.device.valid() && focus.device != m_listed.device) {
        m_listed.device = focus.device;
        fill();
        return;
    }
    if (const int row = m_pass->findData(focus.pass); row >= 0)
        m_pass->setCurrentIndex(row);
    else
        m_pass->setCurrentIndex(m_pass->isEnabled() ? -1 : 0);
    if (!segmentation || focus.pass == core::kNoPass) {
        m_layer->clear();
        m_layer->addItem(QStringLiteral("–"));
        m_layer->setEnabled(false);
        m_listed = {};
        return;
    }
    if (m_listed.pass != focus.pass || m_listed.device != focus.device) {
        m_layer->clear();
        QList<QStandardItem *> items{comboItem(tr("all"), core::kNoLayer)};
        for (const int layer : layersOf(*segmentation, focus.device, focus.pass))
            items << comboItem(layerText(layer), layer);
        addItems(*m_layer, items);
        m_layer->setEnabled(true);
        m_listed = focus;
    }
    m_layer->setCurrentIndex(m_layer->findData(focus.layer));
}

void MainToolBar::chosenPass(int row)
{
    const auto segmentation = m_controller.segmentation();
    if (!segmentation || !m_pass->itemData(row).isValid())
        return;
    const core::DeviceId device = m_bus.focus().device.valid() ? m_bus.focus().device : segmentation->mainDevice;
    m_bus.select(core::PassSelection{device, m_pass->itemData(row).toInt()}, this);
}

void MainToolBar::chosenLayer(int row)
{
    const Focus focus = m_bus.focus();
    if (focus.pass == core::kNoPass || !m_layer->itemData(row).isValid())
        return;
    const int layer = m_layer->itemData(row).toInt();
    if (layer == core::kNoLayer)
        m_bus.select(core::PassSelection{focus.device, focus.pass}, this);
    else
        m_bus.select(core::LayerSelection{focus.device, focus.pass, layer}, this);
}

// The Perfetto button stays visible: the search field shrinks first, then the box of passes, then labels.
void MainToolBar::fit()
{
    QList<QToolButton *> foldable = findChildren<QToolButton *>();
    foldable.removeIf([](const QToolButton *button) { return !button->property("foldable").toBool(); });
    // Fitting triggers a layout, and a layout triggers fitting: skip what is already fitted.
    int others = layout()->sizeHint().width() - m_search->minimumWidth() - m_pass->minimumWidth();
    for (const QToolButton *button : std::as_const(foldable))
        others -= button->sizeHint().width();
    const Room room{width(), others, m_passPx};
    if (room == m_fitted)
        return;
    m_fitted = room;
    m_search->setFixedWidth(kSearchPx);
    m_pass->setFixedWidth(m_passPx);
    for (QToolButton *button : std::as_const(foldable))
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    const auto missing = [this] {
        layout()->invalidate();
        return layout()->sizeHint().width() - width();
    };
    if (int over = missing(); over > 0) {
        m_search->setFixedWidth(std::max<int>(kMinSearchPx, kSearchPx - over));
        over = missing();
        if (over > 0)
            m_pass->setFixedWidth(std::max<int>(kPassPx, m_passPx - over));
        for (QToolButton *button : std::as_const(foldable))
            if (missing() > 0)
                button->setToolButtonStyle(Qt::ToolButtonIconOnly);
    }
}

bool MainToolBar::event(QEvent *event)
{
    const bool done = QToolBar::event(event);
    if (event->type() == QEvent::LayoutRequest) // the switch of ranks was shown or hidden
        fit();
    else if (event->type() == QEvent::FontChange)
        fill(); // measures the widest pass
    return done;
}

void MainToolBar::resizeEvent(QResizeEvent *event)
{
    QToolBar::resizeEvent(event);
    fit();
}

} // namespace lamella::ui
