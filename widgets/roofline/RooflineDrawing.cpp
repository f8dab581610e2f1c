// SPDX-License-Identifier: GPL-3.0-or-later
// Drawing of the roofline: the chart with its roofs, and the bars of layers.
#include "core/base/Format.h"
#include "widgets/charts/PlotChart.h"
#include "widgets/common/ElidedLabel.h"
#include "widgets/common/EmptyView.h"
#include "widgets/common/ScopeSwitch.h"
#include "widgets/common/UiText.h"
#include "widgets/layers/NoLayers.h"
#include "widgets/roofline/RooflinePanel.h"
#include "widgets/session/NavigationBus.h"
#include "widgets/session/SessionController.h"
#include "widgets/theme/Theme.h"

#include <QStackedLayout>

#include <algorithm>
#include <cmath>

namespace lamella::ui {

namespace {

constexpr int kMaxLabels = 8; // the longest operations
constexpr double kMinRadiusPx = 3;
constexpr double kMaxRadiusPx = 14;
constexpr double kHeadroom = 1.15;
constexpr double kMinShare = 0.001; // of the time: shorter work does not widen the view
constexpr double kNsPerUs = 1e3;

QColor fillOf(const std::string &category)
{
    for (const core::CategoryInfo &info : core::categoryInfos())
        if (category == info.id)
            return Theme::current().fill(info.category);
    return Theme::current().fill(core::Category::Other);
}

} // namespace

// Where the slope meets the ceiling of the first type: what needs fewer FLOPs for a byte is bound by memory.
void RooflinePanel::drawRidge(double bottom, double right)
{
    const Roof &roof = m_picture->roofs.front();
    if (roof.teraflops <= 0 || roof.terabytes <= 0 || roof.teraflops / roof.terabytes >= right)
        return;
    const double ridge = roof.teraflops / roof.terabytes;
    m_chart->addLine({{ridge, ridge}, {bottom, roof.teraflops}, Theme::current().text2, Qt::DotLine, false, 1});
    const double lift = isLinear() ? 0.03 * roof.teraflops : 0.4 * bottom;
    m_chart->addText(
        ridge, bottom + lift, tr("memory bound below %1").arg(std::lround(ridge)), Qt::AlignLeft, Theme::current().text2);
}

// Where on the slope its label is farthest from the height of any dot, whose label stands beside it.
double RooflinePanel::clearestOnSlope(double left, double right) const
{
    const Roof &roof = m_picture->roofs.front();
    const double end = roof.teraflops > 0 ? std::min(right, roof.teraflops / roof.terabytes) : right;
    double best = left * 1.3;
    double room = -1;
    for (const double share : {0.12, 0.3, 0.5, 0.7}) {
        const double x = left * std::pow(end / left, share);
        double nearest = 1e300;
        for (const RooflineDot &dot : m_picture->dots)
            nearest = std::min(nearest, std::abs(std::log(dot.teraflops / (x * roof.terabytes))));
        if (nearest > room) {
            room = nearest;
            best = x;
        }
    }
    return best;
}

void RooflinePanel::drawRoofs(double left, double right)
{
    const Theme &theme = Theme::current();
    for (const Roof &roof : m_picture->roofs) {
        PlotLine line{{}, {}, theme.text, Qt::SolidLine, false, 1.6};
        const double ridge = roof.teraflops > 0 && roof.terabytes > 0 ? roof.teraflops / roof.terabytes : right;
        line.x = {left, std::min(ridge, right)};
        line.y = {left * roof.terabytes, std::min(ridge, right) * roof.terabytes};
        if (ridge < right) {
            line.x << right;
            line.y << roof.teraflops;
        }
        m_chart->addLine(line);
        if (roof.teraflops > 0)
            m_chart->addText(right, roof.teraflops,
                tr("%1 TFLOP/s %2").arg(QString::number(roof.teraflops, 'g', 4), qtext(roof.type)), Qt::AlignLeft | Qt::AlignTop,
                theme.text);
    }
    if (!m_picture->roofs.empty() && m_picture->roofs.front().terabytes > 0) {
        const double terabytes = m_picture->roofs.front().terabytes;
        const double roof = m_picture->roofs.front().teraflops;
        const double at = isLinear() && roof > 0 ? roof / terabytes / 2 : clearestOnSlope(left, right);
        m_chart->addText(
            at, at * terabytes, tr("%1 TB/s").arg(QString::number(terabytes, 'g', 4)), Qt::AlignLeft | Qt::AlignTop, theme.text);
    }
    if (m_picture->bestTerabytes <= 0 || m_picture->bestTeraflops <= 0)
        return;
    const double ridge = m_picture->bestTeraflops / m_picture->bestTerabytes;
    PlotLine best{{left, std::clamp(ridge, left, right)}, {}, theme.text2, Qt::DashLine, false, 1};
    best.y = {left * m_picture->bestTerabytes, best.x[1] * m_picture->bestTerabytes};
    if (ridge < right) {
        best.x << right;
        best.y << m_picture->bestTeraflops;
    }
    m_chart->addLine(best);
    m_chart->addText(right, best.y.back(), tr("best of this trace"), Qt::AlignLeft | Qt::AlignBottom, theme.text2);
}

void RooflinePanel::draw()
{
    m_chart->clear();
    if (m_picture->dots.empty()) {
        m_chart->replot();
        return;
    }
    double left = 1e300;
    double right = 0;
    double bottom = 1e300;
    double top = std::max(m_picture->bestTeraflops, 1e-6);
    const double shortest = kMinShare * static_cast<double>(m_picture->durationNs);
    for (const RooflineDot &dot : m_picture->dots) {
        if (static_cast<double>(dot.durationNs) < shortest && &dot != &m_picture->dots.front())
            continue; // drawn, but the view does not begin so far out
        left = std::min(left, dot.intensity);
        right = std::max(right, dot.intensity);
        bottom = std::min(bottom, dot.teraflops);
        top = std::max(top, dot.teraflops);
    }
    for (const Roof &roof : m_picture->roofs) {
        top = std::max(top, roof.teraflops);
        if (roof.teraflops > 0 && roof.terabytes > 0)
            right = std::max(right, 2 * roof.teraflops / roof.terabytes);
    }
    const bool linear = isLinear();
    left = linear ? 0 : left / 2;
    right = linear ? right * kHeadroom : right * 2;
    bottom = linear ? 0 : bottom / 3;
    m_chart->setView(left, right, bottom, linear ? top * kHeadroom : top * 2);
    drawRoofs(left, right);
    if (!m_picture->roofs.empty())
        drawRidge(bottom, right);
    const double longest = static_cast<double>(std::max<std::int64_t>(1, m_picture->dots.front().durationNs));
    int labels = 0;
    for (const RooflineDot &each : m_picture->dots) {
        PlotDot dot;
        dot.x = each.intensity;
        dot.y = each.teraflops;
        dot.radiusPx = std::max(kMinRadiusPx, kMaxRadiusPx * std::sqrt(static_cast<double>(each.durationNs) / longest));
        dot.fill = fillOf(each.category);
        dot.marked = each.cannotBe();
        const QString share = each.ofFloor >= 0 ? QStringLiteral(" · ") + qtext(core::formatShare(each.ofFloor)) : QString();
        dot.tip = qtext(each.name) + QLatin1Char('\n') + durationText(each.durationNs) + share;
        if (dot.marked)
            dot.tip += QLatin1Char('\n') + tr("The model is wrong here: the roofline time is above the duration");
        if (labels < kMaxLabels) {
            dot.label = qtext(each.name) + QStringLiteral("  ") + durationText(each.durationNs) + share;
            if (dot.marked)
                dot.label = tr("%1: model is wrong here").arg(qtext(each.name));
            ++labels;
        }
        dot.labelLeft = linear ? each.intensity > 0.6 * right : std::log(each.intensity / left) > 0.6 * std::log(right / left);
        m_chart->addDot(dot);
    }
    m_chart->replot();
}

// Why there are no bars, in place of empty axes.
void RooflinePanel::showNoLayers()
{
    const bool none = m_picture->layers.empty();
    m_layersPlace->setCurrentWidget(none ? static_cast<QWidget *>(m_noLayers) : m_layers);
    m_layersWhat->setVisible(!none);
    if (!none)
        return;
    if (m_scope->scope() == ScopeSwitch::kAll && m_scope->focus().pass != core::kNoPass)
        m_noLayers->setMessage(tr("Layers are those of one pass"), tr("Select a pass in the pass strip."));
    else
        sayNoLayers(*m_noLayers, m_controller, shownPass());
}

void RooflinePanel::drawLayers()
{
    m_layers->clear();
    showNoLayers();
    const Theme &theme = Theme::current();
    PlotBars floor{{}, theme.stage0, tr("roofline time")};
    PlotBars above{{}, theme.cellBar, tr("above it")};
    QVector<QString> shares;
    double top = 1;
    int selected = -1;
    for (std::size_t i = 0; i < m_picture->layers.size(); ++i) {
        const RooflineLayer &layer = m_picture->layers[i];
        const double wall = static_cast<double>(layer.wallNs) / kNsPerUs;
        const double least = std::clamp(static_cast<double>(layer.floorNs) / kNsPerUs, 0.0, wall);
        floor.values.push_back(least);
        above.values.push_back(wall - least);
        const bool known = layer.floorNs >= 0 && layer.wallNs > 0;
        shares.push_back(known
                ? QString::number(std::lround(100.0 * static_cast<double>(layer.floorNs) / static_cast<double>(layer.wallNs)))
                : QString());
        top = std::max(top, wall);
        if (m_bus.focus().layer == layer.layer)
            selected = static_cast<int>(i);
    }
    m_layers->setView(-0.7, std::max<double>(1, static_cast<double>(floor.values.size())) - 0.3, 0, top * kHeadroom);
    if (!floor.values.isEmpty())
        m_layers->addBars({floor, above});
    m_layers->addBarTexts(shares);
    m_layers->showBar(selected);
}

} // namespace lamella::ui
