// SPDX-License-Identifier: GPL-3.0-or-later
// Architecture of the model: from its config if given, and as observed in the chosen pass; each line with its source.
#pragma once

#include "widgets/panels/PanePanel.h"

namespace lamella::ui {

class ArchitecturePanel : public PanePanel {
    Q_OBJECT
public:
    ArchitecturePanel(SessionController &controller, NavigationBus &bus, QWidget *parent = nullptr);
    [[nodiscard]] core::TableRequest request() const override;

protected:
    void present() override;
};

} // namespace lamella::ui
