// SPDX-License-Identifier: GPL-3.0-or-later
// Chooses one side of a comparison: pass and layer.
#pragma once

#include "widgets/session/CompareController.h"

#include <QWidget>

class QComboBox;

namespace lamella::ui {

class PlaceField : public QWidget {
    Q_OBJECT
public:
    PlaceField(const QString &side, QWidget *parent = nullptr); // "A" or "B"
    // automatic: text beside the entry "automatic"; empty = no such entry. followsLayer: if no layer is chosen, the other side's
    // layer is used. Without a layer on either side, or without a choice, there is no list of layers.
    void show(const core::Segmentation *segmentation, const ComparePlace &place, const QString &automatic, bool followsLayer);
    void choose(); // opens the list of passes

signals:
    void chosen(const lamella::ui::ComparePlace &place);

private:
    void fillLayers(const core::Segmentation *segmentation, const ComparePlace &place);
    void emitChosen();

    QComboBox *m_pass = nullptr;
    QComboBox *m_layer = nullptr;
    core::DeviceId m_device;
    bool m_filling = false;
    bool m_followsLayer = false;
};

} // namespace lamella::ui
