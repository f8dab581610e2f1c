// SPDX-License-Identifier: GPL-3.0-or-later
// The kernels of a layer: in order or by time. Of the selected layer, else of the representative layer of each type of the pass.
#pragma once

#include "widgets/panels/PanePanel.h"

namespace lamella::ui {

class SegmentedControl;

class FlowPanel : public PanePanel {
    Q_OBJECT
public:
    FlowPanel(SessionController &controller, NavigationBus &bus, QWidget *parent = nullptr);
    [[nodiscard]] core::TableRequest request() const override;

protected:
    void present() override;

private:
    void followSelection(const core::Selection &selection, QObject *origin);

    SegmentedControl *m_order = nullptr;
};

} // namespace lamella::ui
