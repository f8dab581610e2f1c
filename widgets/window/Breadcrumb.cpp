// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/window/Breadcrumb.h"

#include "core/base/Format.h"
#include "widgets/common/IconButton.h"
#include "widgets/common/Icons.h"
#include "widgets/common/PlainText.h"
#include "widgets/common/UiText.h"
#include "widgets/session/CompareController.h"
#include "widgets/session/SessionController.h"
#include "widgets/session/Stepper.h"
#include "widgets/theme/TextSize.h"
#include "widgets/theme/Theme.h"
#include "widgets/window/ChoiceList.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QToolButton>

#include <utility>

namespace lamella::ui {

namespace {

QString stageWord(const core::Pass &pass)
{
    return pass.stage == core::Stage::Unknown ? QString() : translatedTerm(core::stageName(pass.stage));
}

QString crumbOf(const core::Pass &pass)
{
    const QString number = passText(pass.number);
    const QString stage = stageWord(pass);
    return stage.isEmpty() ? number : number + u' ' + stage;
}

// For the list: with what tells passes apart.
QString lineOf(const core::Pass &pass)
{
    QStringList words{crumbOf(pass), durationText(pass.range.length().value)};
    if (pass.state != core::PassState::Unknown && pass.state != core::PassState::Steady)
        words << translatedTerm(core::stateName(pass.state));
    return words.join(QStringLiteral(" · "));
}

QString nameOf(const core::TraceDocument &document, core::DeviceId device)
{
    return Breadcrumb::tr("Device %1").arg(document.devices[device.value].number);
}

} // namespace

Breadcrumb::Breadcrumb(SessionController &controller, NavigationBus &bus, CompareController &compare, QWidget *parent)
    : QWidget(parent)
    , m_controller(controller)
    , m_bus(bus)
    , m_compare(compare)
{
    setObjectName(QStringLiteral("breadcrumb"));
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    const auto arrow = [this, row] {
        auto *sign = plainLabel(QStringLiteral("›"), this);
        sign->setForegroundRole(QPalette::PlaceholderText);
        row->addWidget(sign);
        return sign;
    };
    const auto part = [this, row](const char *name, const QString &accessibleName) {
        QToolButton *made = addPart(name, accessibleName);
        row->addWidget(made);
        return made;
    };
    m_trace = part("crumbTrace", tr("The whole trace"));
    m_trace->setText(tr("Trace"));
    m_trace->setToolTip(tr("Selects nothing: figures of the whole trace"));
    m_beforeDevice = arrow();
    m_device = part("crumbDevice", tr("Device shown"));
    m_beforePass = arrow();
    m_pass = part("crumbPass", tr("Pass shown"));
    m_beforeLayer = arrow();
    m_layer = part("crumbLayer", tr("Layer shown"));
    m_previous = iconButton(
        QStringLiteral("chevron-left"), tr("Previous layer or pass"), QStringLiteral("Alt+PgUp, Ctrl+PgUp"), this);
    m_next =
        iconButton(QStringLiteral("chevron-right"), tr("Next layer or pass"), QStringLiteral("Alt+PgDown, Ctrl+PgDown"), this);
    row->addSpacing(4);
    row->addWidget(m_previous);
    row->addWidget(m_next);
    row->addSpacing(6);
    m_baseline = addPart("crumbBaseline", tr("Baseline: what the selection is compared with"));
    m_baseline->setPopupMode(QToolButton::MenuButtonPopup);
    auto *menu = new QMenu(m_baseline);
    menu->addAction(tr("&Compare"), this, &Breadcrumb::compareRequested);
    menu->addAction(tr("&Unpin the baseline"), &m_compare, &CompareController::dropBaseline);
    m_baseline->setMenu(menu);
    row->addWidget(m_baseline);
    connect(m_baseline, &QToolButton::clicked, this, &Breadcrumb::compareRequested);
    connect(&m_compare, &CompareController::changed, this, &Breadcrumb::showBaseline);
    connectParts();
    connect(&controller, &SessionController::sessionChanged, this, &Breadcrumb::follow);
    connect(&bus, &NavigationBus::selectionChanged, this, &Breadcrumb::follow);
    follow();
    showBaseline();
}

void Breadcrumb::connectParts()
{
    connect(m_previous, &QToolButton::clicked, this, [this] { step(-1); });
    connect(m_next, &QToolButton::clicked, this, [this] { step(1); });
    connect(m_trace, &QToolButton::clicked, this, [this] { m_bus.select({}, this); });
    connect(m_pass, &QToolButton::clicked, this, [this] {
        const auto all = passes();
        int current = -1;
        for (std::size_t i = 0; i < all.size(); ++i)
            if (std::get<core::PassSelection>(all[i].target).pass == m_bus.focus().pass)
                current = static_cast<int>(i);
        offer(*m_pass, all, current);
    });
    connect(m_layer, &QToolButton::clicked, this, [this] {
        const auto all = layers();
        int current = 0;
        for (std::size_t i = 0; i < all.size(); ++i)
            if (const auto *layer = std::get_if<core::LayerSelection>(&all[i].target);
                layer != nullptr && layer->layer == m_bus.focus().layer)
                current = static_cast<int>(i);
        offer(*m_layer, all, current);
    });
    connect(m_device, &QToolButton::clicked, this, [this] {
        const auto segmentation = m_controller.segmentation();
        const auto document = m_controller.document();
        std::vector<Choice> all;
        int current = -1;
        for (const core::DeviceSegmentation &one : segmentation->devices) {
            if (one.passes.empty())
                continue;
            if (one.device == device())
                current = static_cast<int>(all.size());
            all.push_back({nameOf(*document, one.device),
                core::PassSelection{one.device, one.passes.front().number}});
        }
        offer(*m_device, all, current);
    });
}

QToolButton *Breadcrumb::addPart(const char *name, const QString &accessibleName)
{
    auto *part = new QToolButton(this);
    part->setObjectName(QLatin1String(name));
    part->setAutoRaise(true);
    part->setToolButtonStyle(Qt::ToolButtonTextOnly);
    part->setFocusPolicy(Qt::TabFocus);
    part->setAccessibleName(accessibleName); // until it has a text
    part->setAccessibleDescription(accessibleName);
    return part;
}

core::DeviceId Breadcrumb::device() const
{
    const auto segmentation = m_controller.segmentation();
    return m_bus.focus().device.valid() || !segmentation ? m_bus.focus().device : segmentation->mainDevice;
}

std::vector<Breadcrumb::Choice> Breadcrumb::passes() const
{
    std::vector<Choice> all;
    const auto segmentation = m_controller.segmentation();
    const core::DeviceId shown = device();
    if (segmentation && shown.valid())
        for (const core::Pass &pass : segmentation->devices[shown.value].passes)
            all.push_back({lineOf(pass), core::PassSelection{shown, pass.number}});
    return all;
}

std::vector<Breadcrumb::Choice> Breadcrumb::layers() const
{
    const auto segmentation = m_controller.segmentation();
    const Focus focus = m_bus.focus();
    if (!segmentation || focus.pass == core::kNoPass)
        return {};
    std::vector<Choice> all{{tr("all layers"), core::PassSelection{focus.device, focus.pass}}};
    for (const int layer : layersOf(*segmentation, focus.device, focus.pass)) {
        const core::LayerSelection target{focus.device, focus.pass, layer};
        all.push_back({layerText(layer) + QStringLiteral(" · ") + durationText(m_bus.rangeOf(target).length().value), target});
    }
    return all;
}

void Breadcrumb::follow()
{
    const auto segmentation = m_controller.segmentation();
    const auto document = m_controller.document();
    const Focus focus = m_bus.focus();
    const core::DeviceId shown = device();
    const core::Pass *pass = segmentation && shown.valid() ? segmentation->pass(shown, focus.pass) : nullptr;
    std::size_t withPasses = 0;
    if (segmentation)
        for (const core::DeviceSegmentation &one : segmentation->devices)
            withPasses += one.passes.empty() ? 0 : 1;
    const bool devices = document && withPasses > 1 && shown.valid();
    const bool anyPass = segmentation && shown.valid() && !segmentation->devices[shown.value].passes.empty();
    const bool anyLayer = pass != nullptr && pass->layers > 0;
    m_device->setVisible(devices);
    m_beforeDevice->setVisible(devices);
    m_pass->setVisible(anyPass);
    m_beforePass->setVisible(anyPass);
    m_layer->setVisible(anyLayer);
    m_beforeLayer->setVisible(anyLayer);
    m_previous->setVisible(anyPass);
    m_next->setVisible(anyPass);
    m_trace->setEnabled(segmentation != nullptr);
    if (devices)
        m_device->setText(nameOf(*document, shown));
    m_pass->setText(pass != nullptr ? crumbOf(*pass) : tr("all passes"));
    m_layer->setText(focus.layer == core::kNoLayer ? tr("all layers") : layerText(focus.layer));
    for (QToolButton *part : {m_trace, m_device, m_pass, m_layer}) {
        if (!part->text().isEmpty())
            part->setAccessibleName(part->text());
        part->setFont(Theme::bodyFont());
    }
    (anyLayer && focus.layer != core::kNoLayer ? m_layer : pass != nullptr ? m_pass : m_trace)->setFont(Theme::strongFont());
}

void Breadcrumb::showBaseline()
{
    const auto &baseline = m_compare.baseline();
    m_baseline->setVisible(baseline.has_value());
    if (!baseline)
        return;
    QStringList words{passText(baseline->pass.value_or(core::kNoPass))};
    if (baseline->layer)
        words << layerText(*baseline->layer);
    m_baseline->setText(tr("A: %1").arg(words.join(u' ')));
    m_baseline->setAccessibleName(m_baseline->text());
    m_baseline->setToolTip(tr("Baseline %1: click to compare the selection with it").arg(words.join(u' ')));
}

void Breadcrumb::offer(QToolButton &part, std::vector<Choice> choices, int current)
{
    if (choices.empty())
        return;
    QStringList lines;
    for (const Choice &one : choices)
        lines << one.text;
    auto *list = new ChoiceList(
        lines, current,
        [this, choices = std::move(choices)](int at) { m_bus.select(choices[static_cast<std::size_t>(at)].target, this); },
        this);
    list->popupBelow(part);
}

void Breadcrumb::step(int by)
{
    const auto segmentation = m_controller.segmentation();
    if (!segmentation)
        return;
    const Focus focus = m_bus.focus();
    const auto target = focus.layer == core::kNoLayer ? passStep(*segmentation, focus, by) : layerStep(*segmentation, focus, by);
    if (target)
        m_bus.select(*target, this);
}

} // namespace lamella::ui
