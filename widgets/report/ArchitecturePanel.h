// SPDX-License-Identifier: GPL-3.0-or-later
// What the model is like: by its config where one is given, and by what the chosen pass shows; each line with where it is from.
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
