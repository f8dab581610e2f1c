// SPDX-License-Identifier: GPL-3.0-or-later
// A table about programs and their operations as a view: steps, regions or findings. If rows contain sentences, those of the
// current row are shown in full below the table.
#pragma once

#include "widgets/panels/PanePanel.h"

#include <string>
#include <vector>

class QLabel;
class QModelIndex;

namespace lamella::ui {

struct ProgramView {
    PaneLook look;
    std::string table;
    std::vector<std::string> sentences; // columns shown in full below
    Qt::TextElideMode elide = Qt::ElideMiddle; // of long cells
};

class ProgramPanel : public PanePanel {
    Q_OBJECT
public:
    ProgramPanel(SessionController &controller, NavigationBus &bus, ProgramView view, QWidget *parent = nullptr);
    [[nodiscard]] core::TableRequest request() const override;

signals:
    void rangeOpened(); // double click: show what is selected as large as it fits

protected:
    void present() override;

private:
    void tell(const QModelIndex &row);

    std::string m_table;
    std::vector<std::string> m_sentences;
    QLabel *m_told = nullptr;
};

} // namespace lamella::ui
