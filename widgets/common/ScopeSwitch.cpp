// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/ScopeSwitch.h"

#include "widgets/common/UiText.h"

namespace lamella::ui {

ScopeSwitch::ScopeSwitch(const QString &all, QWidget *parent)
    : SegmentedControl({tr("Layer"), tr("Pass"), all}, parent)
    , m_all(all)
{
    connect(this, &SegmentedControl::activated, this, [this](int scope) {
        m_wanted = static_cast<Scope>(scope);
        emit scopeChanged();
    });
    present();
}

void ScopeSwitch::followBrush(NavigationBus &bus)
{
    const auto take = [this](const PassBrush &brush) {
        m_brush = brush;
        present();
    };
    connect(&bus, &NavigationBus::brushChanged, this, [this, take](const PassBrush &brush) {
        take(brush);
        if (scope() == kAll)
            emit scopeChanged();
    });
    take(bus.brush());
}

void ScopeSwitch::want(Scope scope)
{
    m_wanted = scope;
    present();
}

void ScopeSwitch::follow(const Focus &focus)
{
    m_focus = focus;
    present();
}

void ScopeSwitch::keep(const Focus &focus)
{
    const Scope kept = scope();
    if (kept == kLayer || (kept == kPass && (focus.device != m_focus.device || focus.pass != m_focus.pass)))
        return;
    m_focus = focus;
    present();
    setCurrent(kept);
}

void ScopeSwitch::present()
{
    const bool hasPass = m_focus.pass != core::kNoPass;
    const bool hasLayer = hasPass && m_focus.layer != core::kNoLayer;
    setLabel(kLayer, hasLayer ? layerText(m_focus.layer) : tr("Layer"));
    setLabel(kPass, hasPass ? passText(m_focus.pass) : tr("Pass"));
    setLabel(kAll, m_brush.isEmpty() ? m_all : passText(m_brush.first) + u'–' + passText(m_brush.last));
    setSegmentEnabled(kAll, true,
        m_brush.isEmpty() ? QString()
                          : tr("%n passes in the brush of the pass strip; Esc there clears it", nullptr, m_brush.count()));
    setSegmentEnabled(kLayer, hasLayer, hasLayer ? QString() : tr("Select a layer first"));
    setSegmentEnabled(kPass, hasPass, hasPass ? QString() : tr("Select a pass first"));
    setCurrent(m_wanted == kLayer && hasLayer ? kLayer : m_wanted == kAll || !hasPass ? kAll : kPass);
}

void ScopeSwitch::narrow(core::TableRequest &request, const core::TraceDocument &document) const
{
    if (scope() == kAll && !m_brush.isEmpty()) {
        request.pass = m_brush.passArgument();
        request.device = deviceArgument(document, m_brush.device);
        return;
    }
    if (scope() == kAll || m_focus.pass == core::kNoPass)
        return;
    request.pass = std::to_string(m_focus.pass);
    request.device = deviceArgument(document, m_focus.device);
    if (scope() == kLayer)
        request.layer = layerArgument(m_focus.layer);
}

} // namespace lamella::ui
