// SPDX-License-Identifier: GPL-3.0-or-later
// The column at the right of all workspaces, 296 to 440 px wide, or twice that with a copy of the inspector beside it. Closed, it leaves a rail with its title. Its owner places it and
// asks for the width. GUI thread.
#pragma once

#include <QPointer>
#include <QWidget>

namespace lamella::ui {

class InspectorColumn : public QWidget {
    Q_OBJECT
public:
    explicit InspectorColumn(QWidget *parent);

    void setPanel(QWidget *panel); // the one shown; hides the one before
    [[nodiscard]] QWidget *panel() const { return m_panel; }
    void setKept(QWidget *panel); // the copy beside it; null: none. Hides the one before
    [[nodiscard]] QWidget *kept() const { return m_kept; }
    [[nodiscard]] bool isOpen() const { return m_open; }
    void setOpen(bool open);
    // In px, of one panel; the user's, if the edge was dragged, else `usualPx`.
    [[nodiscard]] int widthFor(int usualPx) const;
    [[nodiscard]] static int railWidth();
    [[nodiscard]] int chosenWidth() const { return m_chosenPx; } // 0: not dragged
    void setChosenWidth(int px);

signals:
    void widthChanged(); // by the user
    void openRequested(); // a click on the rail

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void place();
    [[nodiscard]] int count() const { return m_kept != nullptr ? 2 : 1; }

    QWidget *m_panel = nullptr;
    QPointer<QWidget> m_kept;
    QWidget *m_edge = nullptr;
    QWidget *m_rail = nullptr;
    bool m_open = true;
    int m_chosenPx = 0;
};

} // namespace lamella::ui
