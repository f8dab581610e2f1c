// SPDX-License-Identifier: GPL-3.0-or-later
// A place of a workspace that shows one of its panels, whose title above it is a menu of the others. Panels that are not shown are
// hidden and cost nothing (DeferUntilVisible). GUI thread.
#pragma once

#include <QString>
#include <QWidget>

#include <vector>

class QVBoxLayout;

namespace lamella::ui {

class PanelTitle;

class PanelSlot : public QWidget {
    Q_OBJECT
public:
    explicit PanelSlot(QWidget *parent);

    // Takes the panel over. The first one is shown.
    void add(QWidget *panel, const QString &title);
    // Moves a panel to another place.
    void give(const QString &id, PanelSlot &to);
    [[nodiscard]] bool show(const QString &id); // false: it is not here
    [[nodiscard]] QWidget *current() const;
    [[nodiscard]] QWidget *panel(const QString &id) const; // null: it is not here
    [[nodiscard]] std::vector<QWidget *> panels() const;
    [[nodiscard]] bool isEmpty() const { return m_panels.empty(); }

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

signals:
    void currentChanged(); // by the user

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    struct Panel {
        QWidget *view = nullptr; // with the bar above, if the panel has none of its own
        QWidget *panel = nullptr;
        QString id;
        QString title;
        PanelTitle *titleButton = nullptr;
    };
    [[nodiscard]] Panel make(QWidget *panel, const QString &title);
    void adopt(Panel panel);
    void update(std::size_t current);
    void updateTitles();

    std::vector<Panel> m_panels;
    std::size_t m_current = 0;
};

} // namespace lamella::ui
