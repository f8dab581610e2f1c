// SPDX-License-Identifier: GPL-3.0-or-later
// The types of layers of the pass: how many there are of each, and their mean wall.
#pragma once

#include "widgets/panels/PanePanel.h"

namespace lamella::ui {

class LayerTypesPanel : public PanePanel {
    Q_OBJECT
public:
    LayerTypesPanel(SessionController &controller, NavigationBus &bus, QWidget *parent = nullptr);
    [[nodiscard]] core::TableRequest request() const override;

signals:
    void boundaryRequested(); // there are no layers, and the user wants to choose what begins one

protected:
    void present() override;
};

} // namespace lamella::ui
