// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/diff/CompareInspector.h"

#include "widgets/common/Counts.h"
#include "widgets/common/ElidedLabel.h"
#include "widgets/common/FactGrid.h"
#include "widgets/common/LinkButton.h"
#include "widgets/common/PlainText.h"
#include "widgets/common/UiText.h"
#include "widgets/diff/DiffSidebar.h"
#include "widgets/diff/DiffTableModel.h"
#include "widgets/theme/TextSize.h"
#include "widgets/theme/Theme.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cstdlib>

namespace lamella::ui {

namespace {

constexpr std::size_t kMaxLayers = 4;

} // namespace

CompareInspector::CompareInspector(CompareResults &results, QWidget *parent)
    : QWidget(parent)
    , m_results(results)
{
    setObjectName(QStringLiteral("CompareInspector"));
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 8);
    column->setSpacing(6);
    const auto padded = [column](QWidget *widget) {
        auto *row = new QHBoxLayout;
        row->setContentsMargins(12, 0, 12, 0);
        row->addWidget(widget);
        column->addLayout(row);
    };
    m_title = new ElidedLabel({}, ElidedLabel::Rank::Text, this);
    setTextFont(*m_title, &Theme::strongFont);
    m_path = new ElidedLabel({}, ElidedLabel::Rank::Secondary, this);
    setTextFont(*m_path, &Theme::captionFont);
    column->addSpacing(8);
    padded(m_title);
    padded(m_path);
    column->addWidget(separatorLine(this));
    m_categories = new DiffSidebar(this);
    m_categories->setAnyWidth();
    column->addWidget(m_categories, 1);
    column->addWidget(separatorLine(this));
    m_medians = plainLabel({}, this);
    m_medians->setWordWrap(true);
    padded(m_medians);
    m_layersBox = new QWidget(this);
    m_layers = new QVBoxLayout(m_layersBox);
    m_layers->setContentsMargins(0, 0, 0, 0);
    m_layers->setSpacing(2);
    padded(m_layersBox);
    m_show = new QPushButton(tr("Show in Perfetto"), this);
    m_show->setProperty("primary", true);
    m_save = new QPushButton(tr("Export…"), this);
    auto *actions = new QHBoxLayout;
    actions->setContentsMargins(12, 4, 12, 0);
    actions->addWidget(m_show);
    actions->addWidget(m_save);
    actions->addStretch(1);
    column->addLayout(actions);
    connect(m_show, &QPushButton::clicked, this, &CompareInspector::showInPerfettoRequested);
    connect(m_save, &QPushButton::clicked, this, &CompareInspector::exportRequested);
    connect(&results, &CompareResults::changed, this, &CompareInspector::follow);
    setFocusProxy(m_show);
    follow();
}

QString CompareInspector::pairTitle() const
{
    const auto &shown = m_results.shown();
    if (!shown || shown->outcome->passes.size() != 1)
        return tr("B against A");
    const core::PassDiff &diff = shown->outcome->passes.front();
    if (!shown->outcome->oneLayerPair || diff.layers.empty())
        return tr("%1 of B against %2 of A")
            .arg(passText(diff.passes.b.pass->number), passText(diff.passes.a.pass->number));
    const auto &layer = diff.layers.front().layer;
    return layer.a == layer.b ? tr("%1, B against A").arg(layerText(layer.a))
                              : tr("%1 of B against %2 of A").arg(layerText(layer.b), layerText(layer.a));
}

void CompareInspector::follow()
{
    const auto &shown = m_results.shown();
    const auto &verdict = m_results.verdict();
    m_title->setText(pairTitle());
    m_path->setText(shown && shown->outcome->passes.size() == 1
            ? tr("%1 and %2 · the pair shown")
                  .arg(passText(shown->outcome->passes.front().passes.a.pass->number),
                      passText(shown->outcome->passes.front().passes.b.pass->number))
            : QString());
    m_categories->setShown(shown);
    m_show->setEnabled(shown != nullptr);
    m_save->setEnabled(shown != nullptr);
    m_save->setToolTip(shown ? tr("Export this comparison…") : tr("Nothing is compared yet: choose A and B first"));
    QString medians;
    if (verdict && (verdict->ofPasses || verdict->againstMedian)) {
        const core::Figure &figure = verdict->figure;
        const QString layers = verdict->ofLayer() ? layerPairText(verdict->layerA, verdict->layerB) : QString();
        medians = (verdict->againstMedian ? tr("Against the median: %1, ±%2 noise. A %3 (%4), B %5 (%6)")
                : layers.isEmpty()        ? tr("Over all passes: %1, ±%2 noise. A %3 (%4), B %5 (%6)")
                                          : tr("%1 over all passes: %2, ±%3 noise. A %4 (%5), B %6 (%7)").arg(layers))
                      .arg(signedDuration(figure.deltaNs()), durationText(figure.noiseNs), durationText(figure.aNs()),
                          passCount(static_cast<std::int64_t>(figure.a.passes)), durationText(figure.bNs()),
                          passCount(static_cast<std::int64_t>(figure.b.passes)));
    }
    m_medians->setText(medians);
    m_medians->setVisible(!medians.isEmpty());
    showLayers();
}

void CompareInspector::showLayers()
{
    while (QLayoutItem *item = m_layers->takeAt(0)) {
        if (item->widget() != nullptr)
            item->widget()->deleteLater();
        delete item;
    }
    const auto &verdict = m_results.verdict();
    const auto &shown = m_results.shown();
    std::vector<const core::LayerDelta *> layers;
    if (verdict && (verdict->ofPasses || verdict->againstMedian) && shown && shown->outcome->passes.size() == 1)
        for (const core::LayerDelta &layer : verdict->layers)
            if (layer.figure && !(verdict->ofLayer() && layer.layerA == verdict->layerA && layer.layerB == verdict->layerB))
                layers.push_back(&layer);
    m_layersBox->setVisible(!layers.empty());
    if (layers.empty())
        return;
    const std::size_t count = std::min(kMaxLayers, layers.size());
    std::partial_sort(layers.begin(), layers.begin() + static_cast<std::ptrdiff_t>(count), layers.end(),
        [](const core::LayerDelta *x, const core::LayerDelta *y) {
            return std::abs(x->figure->deltaNs()) > std::abs(y->figure->deltaNs());
        });
    m_layers->addWidget(sectionTitle(tr("Where else: largest Δ of the medians"), m_layersBox));
    for (std::size_t i = 0; i < count; ++i) {
        const core::LayerDelta &layer = *layers[i];
        auto *link = new LinkButton(
            QStringLiteral("%1  %2").arg(layerPairText(layer.layerA, layer.layerB), signedDuration(layer.figure->deltaNs())),
            m_layersBox);
        const auto target = m_results.selectionOf(layer);
        link->setEnabled(target.has_value());
        if (target)
            connect(link, &QToolButton::clicked, this, [this, target = *target] { m_results.compare().compareLayer(target); });
        m_layers->addWidget(link, 0, Qt::AlignLeft);
    }
}

} // namespace lamella::ui
