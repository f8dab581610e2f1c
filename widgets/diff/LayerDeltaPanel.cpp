// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/diff/LayerDeltaPanel.h"

#include "widgets/common/PlainText.h"
#include "widgets/common/SegmentedControl.h"
#include "widgets/common/TableSetup.h"
#include "widgets/common/UiText.h"
#include "widgets/diff/CompareResults.h"
#include "widgets/diff/LayerDeltaChart.h"
#include "widgets/theme/TextSize.h"
#include "widgets/theme/Theme.h"

#include <QLabel>
#include <QVBoxLayout>

#include <algorithm>

namespace lamella::ui {

LayerDeltaPanel::LayerDeltaPanel(CompareResults &results, NavigationBus &bus, QWidget *parent)
    : QWidget(parent)
    , m_results(results)
    , m_chart(new LayerDeltaChart(this))
{
    setObjectName(QStringLiteral("LayerDeltaPanel"));
    auto *bar = new ViewBar(this);
    auto *title = plainLabel(tr("Δ by layer"), bar);
    setTextFont(*title, &Theme::strongFont);
    m_note = plainLabel({}, bar);
    m_note->setForegroundRole(QPalette::PlaceholderText);
    m_unit = new SegmentedControl({QStringLiteral("µs"), QStringLiteral("%")}, bar);
    m_unit->setAccessibleName(tr("Unit of the differences"));
    bar->row()->addWidget(title);
    bar->row()->addWidget(m_note);
    bar->row()->addStretch();
    bar->row()->addWidget(m_unit);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(bar);
    column->addWidget(m_chart, 1);
    setFocusProxy(m_chart);
    connect(m_unit, &SegmentedControl::activated, this, [this](int unit) { m_chart->setPercent(unit == 1); });
    connect(&results, &CompareResults::changed, this, &LayerDeltaPanel::follow);
    connect(&bus, &NavigationBus::focusChanged, this, &LayerDeltaPanel::follow);
    connect(m_chart, &LayerDeltaChart::layerActivated, this, [this](int layerA) {
        const auto &verdict = m_results.verdict();
        if (!verdict || layerA == core::kNoLayer)
            return;
        for (const core::LayerDelta &layer : verdict->layers)
            if (layer.layerA == layerA)
                if (const auto target = m_results.selectionOf(layer))
                    m_results.compare().compareLayer(*target);
    });
    follow();
}

void LayerDeltaPanel::follow()
{
    const auto &verdict = m_results.verdict();
    m_unit->setEnabled(verdict && !verdict->layers.empty());
    QString note;
    if (verdict && !verdict->layers.empty()) {
        note = (verdict->ofPasses        ? tr("medians, B − A · %1 of %2 beyond noise")
                : verdict->againstMedian ? tr("against the median, B − A · %1 of %2 beyond noise")
                                         : tr("the pair, B − A · %1 of %2 beyond noise"))
                   .arg(verdict->beyondNoise())
                   .arg(std::ranges::count_if(
                       verdict->layers, [](const core::LayerDelta &layer) { return layer.figure.has_value(); }));
        const bool among = std::any_of(verdict->layers.begin(), verdict->layers.end(), [&verdict](const core::LayerDelta &layer) {
            return layer.layerA == verdict->layerA && layer.layerB == verdict->layerB;
        });
        if (verdict->ofLayer() && verdict->layerA >= 0 && verdict->layerB >= 0 && !among)
            note += QStringLiteral(" · ") + tr("%1 is none of these pairs").arg(layerPairText(verdict->layerA, verdict->layerB));
    }
    m_note->setText(note);
    m_chart->setLayers(verdict ? verdict->layers : std::vector<core::LayerDelta>());
    const auto &shown = m_results.shown();
    const bool layer = shown && shown->outcome->oneLayerPair && !shown->outcome->passes.empty()
        && !shown->outcome->passes.front().layers.empty();
    const bool onePass = layer && shown->session->sameTrace()
        && shown->outcome->passes.front().passes.a.pass == shown->outcome->passes.front().passes.b.pass;
    m_chart->setOnePass(onePass);
    m_chart->setSelectedPair(layer ? shown->outcome->passes.front().layers.front().layer : core::LayerPair{});
}

} // namespace lamella::ui
