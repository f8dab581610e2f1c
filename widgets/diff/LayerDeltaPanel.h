// SPDX-License-Identifier: GPL-3.0-or-later
// Differences by layer in time or percent; a click selects the layer on both sides.
#pragma once

#include <QWidget>

class QLabel;

namespace lamella::ui {

class CompareResults;
class LayerDeltaChart;
class NavigationBus;
class SegmentedControl;

class LayerDeltaPanel : public QWidget {
    Q_OBJECT
public:
    LayerDeltaPanel(CompareResults &results, NavigationBus &bus, QWidget *parent = nullptr);
    [[nodiscard]] LayerDeltaChart *chart() const { return m_chart; }

private:
    void follow();

    CompareResults &m_results;
    QLabel *m_note = nullptr;
    SegmentedControl *m_unit = nullptr;
    LayerDeltaChart *m_chart = nullptr;
};

} // namespace lamella::ui
