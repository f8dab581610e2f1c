// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/window/Breadcrumb.h"

#include "core/base/Format.h"
#include "widgets/common/Elide.h"
#include "widgets/common/ElidedLabel.h"
#include "widgets/common/IconButton.h"
#include "widgets/common/Icons.h"
#include "widgets/common/PlainText.h"
#include "widgets/common/TraceWords.h"
#include "widgets/common/UiText.h"
#include "widgets/session/CompareController.h"
#include "widgets/session/SessionController.h"
#include "widgets/session/Stepper.h"
#include "widgets/theme/TextSize.h"
#include "widgets/theme/Theme.h"

#include <QAction>
#include <QContextMenuEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QToolButton>

#include <algorithm>
#include <utility>
#include <vector>

namespace lamella::ui {

namespace {

constexpr TextPx kBaselinePx{140}; // of its text at most

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
    m_trace->setToolTip(tr("Shows the whole trace and selects nothing"));
    m_beforeDevice = arrow();
    m_device = part("crumbDevice", tr("Device shown"));
    m_beforePass = arrow();
    m_pass = part("crumbPass", tr("Pass shown"));
    m_beforeLayer = arrow();
    m_layer = part("crumbLayer", tr("Layer shown"));
    m_previous =
        iconButton(QStringLiteral("chevron-left"), tr("Previous layer or pass"), QStringLiteral("Alt+PgUp, Ctrl+PgUp"), this);
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
    m_dropBaseline = menu->addAction(QString(), this, [this] {
        if (m_compare.hasSecond())
            m_compare.closeSecond();
        else
            m_compare.dropOther();
    });
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
    connect(m_trace, &QToolButton::clicked, this, [this] {
        m_bus.select({}, this);
        emit traceChosen();
    });
    connect(m_pass, &QToolButton::clicked, this, &Breadcrumb::offerPasses);
    connect(m_layer, &QToolButton::clicked, this, &Breadcrumb::offerLayers);
    connect(m_device, &QToolButton::clicked, this, &Breadcrumb::offerDevices);
}

// The path as it is read.
void Breadcrumb::contextMenuEvent(QContextMenuEvent *event)
{
    QStringList path;
    for (const QToolButton *part : {m_trace, m_device, m_pass, m_layer})
        if (part->isVisible())
            path << part->text();
    popUpCopyMenu(*this, event->globalPos(), path.join(QStringLiteral(" › ")));
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

void Breadcrumb::offerPasses()
{
    const auto segmentation = m_controller.segmentation();
    const core::DeviceId shown = device();
    if (!segmentation || !shown.valid())
        return;
    const std::vector<core::Pass> &passes = segmentation->devices[shown.value].passes;
    const auto current =
        std::find_if(passes.begin(), passes.end(), [this](const core::Pass &pass) { return pass.number == m_bus.focus().pass; });
    const auto passAt = [segmentation, &passes](int at) -> const core::Pass & { return passes[static_cast<std::size_t>(at)]; };
    offer(*m_pass, {static_cast<int>(passes.size()), [passAt](int at) { return passLine(passAt(at)); }},
        current == passes.end() ? -1 : static_cast<int>(current - passes.begin()), [passAt, shown](int at) {
            return core::PassSelection{shown, passAt(at).number};
        });
}

void Breadcrumb::offerLayers()
{
    const auto segmentation = m_controller.segmentation();
    const Focus focus = m_bus.focus();
    if (!segmentation || focus.pass == core::kNoPass)
        return;
    const std::vector<int> layers = layersOf(*segmentation, focus.device, focus.pass);
    const auto current = std::find(layers.begin(), layers.end(), focus.layer);
    // The first line is all layers.
    const auto target = [layers, focus](int at) -> core::Selection {
        if (at == 0)
            return core::PassSelection{focus.device, focus.pass};
        return core::LayerSelection{focus.device, focus.pass, layers[static_cast<std::size_t>(at) - 1]};
    };
    const auto text = [this, layers, target](int at) {
        return at == 0 ? tr("all layers")
                       : layerText(layers[static_cast<std::size_t>(at) - 1]) + QStringLiteral(" · ")
                + durationText(m_bus.rangeOf(target(at)).length().value);
    };
    offer(*m_layer, {static_cast<int>(layers.size()) + 1, text},
        current == layers.end() ? 0 : static_cast<int>(current - layers.begin()) + 1, target);
}

void Breadcrumb::offerDevices()
{
    const auto segmentation = m_controller.segmentation();
    const auto document = m_controller.document();
    if (!segmentation || !document)
        return;
    std::vector<const core::DeviceSegmentation *> devices;
    int current = -1;
    for (const core::DeviceSegmentation &one : segmentation->devices) {
        if (one.passes.empty())
            continue;
        if (one.device == device())
            current = static_cast<int>(devices.size());
        devices.push_back(&one);
    }
    const auto deviceAt = [segmentation, devices](int at) { return devices[static_cast<std::size_t>(at)]; };
    offer(*m_device,
        {static_cast<int>(devices.size()), [document, deviceAt](int at) { return nameOf(*document, deviceAt(at)->device); }},
        current, [deviceAt](int at) {
            return core::PassSelection{deviceAt(at)->device, deviceAt(at)->passes.front().number};
        });
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
    const TraceWords words = TraceWords::of(document.get());
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
    m_pass->setText(pass != nullptr ? passTitle(*pass) : words.allPasses());
    const QString program = pass != nullptr ? words.programOf(qtext(pass->note.english())) : QString();
    m_trace->setText(program.isEmpty() ? tr("Trace") : program);
    m_layer->setText(focus.layer == core::kNoLayer ? tr("all layers") : layerText(focus.layer));
    const QToolButton *last = anyLayer && focus.layer != core::kNoLayer ? m_layer : pass != nullptr ? m_pass : m_trace;
    for (QToolButton *part : {m_trace, m_device, m_pass, m_layer}) {
        if (!part->text().isEmpty())
            part->setAccessibleName(part->text());
        part->setFont(part == last ? Theme::strongFont() : Theme::bodyFont());
    }
}

void Breadcrumb::showBaseline()
{
    const bool second = m_compare.hasSecond();
    const std::optional<ComparePlace> other = m_compare.keptOther();
    m_baseline->setVisible(second || other);
    if (!second && !other)
        return;
    const QString place = second ? traceStem(m_compare.second().path()) : compareText(*other);
    m_baseline->setText((m_compare.swapped() ? QStringLiteral("A: %1") : QStringLiteral("B: %1"))
                            .arg(elided(m_baseline->fontMetrics(), place, Qt::ElideMiddle, kBaselinePx)));
    m_baseline->setAccessibleName(m_baseline->text());
    m_baseline->setToolTip(second  ? tr("Second trace %1: click to compare the selection with it").arg(place)
            : m_compare.baseline() ? tr("Baseline %1: click to compare the selection with it").arg(place)
                                   : tr("Chosen to compare with, %1: click to compare the selection with it").arg(place));
    m_dropBaseline->setText(second ? tr("&Close the second trace")
            : m_compare.baseline() ? tr("&Unpin the baseline")
                                   : tr("&Do not compare with it any more"));
}

void Breadcrumb::offer(QToolButton &part, Choices lines, int current, std::function<core::Selection(int)> target)
{
    if (lines.count == 0)
        return;
    auto *list = new ChoiceList(
        std::move(lines), current, [this, target = std::move(target)](int at) { m_bus.select(target(at), this); }, this);
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
