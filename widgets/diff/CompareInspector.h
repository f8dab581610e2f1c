// SPDX-License-Identifier: GPL-3.0-or-later
// The inspector of a comparison (compareContent()), in the arrangement of the inspector: figure, sections, range, actions. GUI
// thread.
#pragma once

#include "widgets/diff/CompareResults.h"

#include <QWidget>

class QLabel;
class QPushButton;
class QToolButton;

namespace lamella::ui {

class ElidedLabel;
class InspectorBody;
class NavigationBus;

class CompareInspector : public QWidget {
    Q_OBJECT
public:
    CompareInspector(CompareResults &results, NavigationBus &bus, QWidget *parent = nullptr);

    [[nodiscard]] InspectorBody *body() const { return m_body; }

signals:
    void showInPerfettoRequested();
    void exportRequested();

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;

private:
    [[nodiscard]] QWidget *createHead();
    [[nodiscard]] QWidget *createFoot();
    void follow();
    void showRange();
    void copyText();
    void choose(const core::Selection &target);
    void chooseDot(int mark);

    CompareResults &m_results;
    NavigationBus &m_bus;
    ElidedLabel *m_title = nullptr;
    ElidedLabel *m_path = nullptr;
    QLabel *m_figure = nullptr;
    ElidedLabel *m_unit = nullptr;
    ElidedLabel *m_rank = nullptr;
    InspectorBody *m_body = nullptr;
    ElidedLabel *m_range = nullptr;
    QToolButton *m_copyRange = nullptr;
    QPushButton *m_show = nullptr;
    QPushButton *m_link = nullptr;
    QString m_url; // of the range
    QPushButton *m_save = nullptr;
};

} // namespace lamella::ui
