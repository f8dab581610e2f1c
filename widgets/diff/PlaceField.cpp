// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/diff/PlaceField.h"

#include "widgets/common/PlainText.h"
#include "widgets/common/TypeText.h"
#include "widgets/common/UiText.h"
#include "widgets/theme/TextSize.h"
#include "widgets/theme/Theme.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>

namespace lamella::ui {

namespace {

constexpr int kAutomatic = -1;
constexpr int kWholePass = core::kNoLayer;

} // namespace

PlaceField::PlaceField(const QString &side, QWidget *parent)
    : QWidget(parent)
    , m_pass(new QComboBox(this))
    , m_layer(new QComboBox(this))
{
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(6);
    auto *label = plainLabel(side, this);
    setTextFont(*label, &Theme::strongFont);
    label->setBuddy(m_pass);
    row->addWidget(label);
    for (QComboBox *box : {m_pass, m_layer}) {
        box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        row->addWidget(box);
        connect(box, &QComboBox::activated, this, &PlaceField::emitChosen);
    }
    m_pass->setMinimumContentsLength(8);
    m_layer->setMinimumContentsLength(6);
    m_pass->setObjectName(QStringLiteral("diffPass") + side);
    m_layer->setObjectName(QStringLiteral("diffLayer") + side);
    m_pass->setAccessibleName(tr("Pass of %1").arg(side));
    m_layer->setAccessibleName(tr("Layer of %1").arg(side));
    for (QComboBox *box : {m_pass, m_layer})
        box->view()->setAccessibleName(box->accessibleName());
}

void PlaceField::show(
    const core::Segmentation *segmentation, const ComparePlace &place, const QString &automatic, bool followsLayer)
{
    m_followsLayer = followsLayer;
    m_filling = true;
    m_pass->clear();
    m_layer->clear();
    m_device = place.device.valid() ? place.device : segmentation != nullptr ? segmentation->mainDevice : core::DeviceId();
    if (!automatic.isEmpty())
        m_pass->addItem(automatic, kAutomatic);
    if (segmentation != nullptr && m_device.value < segmentation->devices.size())
        for (const core::Pass &pass : segmentation->devices[m_device.value].passes)
            m_pass->addItem(
                passText(pass.number) + QStringLiteral(" · ") + translatedTerm(core::stageName(pass.stage)), pass.number);
    m_pass->setCurrentIndex(m_pass->findData(place.pass.value_or(kAutomatic)));
    m_pass->setEnabled(m_pass->count() > 0);
    fillLayers(segmentation, place);
    m_layer->setVisible((followsLayer || place.layer) && m_layer->count() > 1); // not where whole passes are compared
    m_filling = false;
}

void PlaceField::choose()
{
    m_pass->setFocus(Qt::ShortcutFocusReason);
    if (m_pass->isVisible() && m_pass->count() > 1)
        m_pass->showPopup();
}

void PlaceField::fillLayers(const core::Segmentation *segmentation, const ComparePlace &place)
{
    m_layer->addItem(m_followsLayer ? tr("same layer") : tr("all layers"), kWholePass); // a layer is compared with a layer
    const core::Pass *pass = segmentation != nullptr && place.pass ? segmentation->pass(m_device, *place.pass) : nullptr;
    if (pass != nullptr) {
        const core::DeviceSegmentation &device = segmentation->devices[m_device.value];
        m_layer->addItem(layerText(core::kHeadLayer), core::kHeadLayer);
        for (int i = 0; i < pass->layers; ++i) {
            const core::LayerSpan &layer = device.layers[pass->firstLayer + static_cast<std::uint32_t>(i)];
            const bool typed = layer.type >= 0 && static_cast<std::size_t>(layer.type) < device.typeNames.size();
            m_layer->addItem(typed ? layerText(layer.layer) + QStringLiteral(" · ")
                        + layerTypeText(device.typeNames[static_cast<std::size_t>(layer.type)])
                                   : layerText(layer.layer),
                layer.layer);
        }
        m_layer->addItem(layerText(core::kTailLayer), core::kTailLayer);
    }
    m_layer->setCurrentIndex(m_layer->findData(place.layer.value_or(kWholePass)));
    m_layer->setEnabled(m_layer->count() > 1);
}

void PlaceField::emitChosen()
{
    if (m_filling || m_pass->currentIndex() < 0)
        return;
    ComparePlace place;
    const int pass = m_pass->currentData().toInt();
    if (pass != kAutomatic) {
        place.pass = pass;
        place.device = m_device;
        const QVariant layer = m_layer->currentData();
        if (layer.isValid() && layer.toInt() != kWholePass)
            place.layer = layer.toInt();
    }
    emit chosen(place);
}

} // namespace lamella::ui
