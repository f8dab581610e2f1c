// SPDX-License-Identifier: GPL-3.0-or-later
// The inspector of a comparison: the pair, its difference by category, the median over the passes, and the layers that changed most.
#pragma once

#include "widgets/diff/CompareResults.h"

#include <QWidget>

class QLabel;
class QPushButton;
class QVBoxLayout;

namespace lamella::ui {

class DiffSidebar;
class ElidedLabel;

class CompareInspector : public QWidget {
    Q_OBJECT
public:
    explicit CompareInspector(CompareResults &results, QWidget *parent = nullptr);

signals:
    void showInPerfettoRequested();
    void exportRequested();

private:
    void follow();
    void showLayers();
    [[nodiscard]] QString pairTitle() const;

    CompareResults &m_results;
    ElidedLabel *m_title = nullptr;
    ElidedLabel *m_path = nullptr;
    QLabel *m_medians = nullptr;
    DiffSidebar *m_categories = nullptr;
    QWidget *m_layersBox = nullptr;
    QVBoxLayout *m_layers = nullptr;
    QPushButton *m_show = nullptr;
    QPushButton *m_save = nullptr;
};

} // namespace lamella::ui
