// SPDX-License-Identifier: GPL-3.0-or-later
// GPU work of annotated ranges. The rule by which work belongs to a range is always visible, because the rules can disagree.
#pragma once

#include "widgets/panels/TableDialog.h"

class QComboBox;
class QSpinBox;

namespace lamella::ui {

class RangesDialog : public TableDialog {
    Q_OBJECT
public:
    RangesDialog(SessionController &controller, NavigationBus &bus, QWidget *parent = nullptr);

private:
    void ask();

    QComboBox *m_attribution = nullptr;
    QSpinBox *m_skip = nullptr;
};

} // namespace lamella::ui
