// SPDX-License-Identifier: GPL-3.0-or-later
// The line below the toolbar while a filter is set: kept filters as chips, the number of matching kernels and which one is
// selected, next and previous, the list. Hidden when empty.
#pragma once

#include <QWidget>

class QLabel;
class QToolButton;

namespace lamella::ui {

class ElidedLabel;
class FilterControl;
class FlowRow;
class NavigationBus;

class FilterStrip : public QWidget {
    Q_OBJECT
public:
    FilterStrip(FilterControl &filter, NavigationBus &bus, QWidget *parent = nullptr);

    [[nodiscard]] QString countText() const; // "3 of 1 204", as displayed
    void setApplies(bool applies); // hidden where nothing is filtered

signals:
    void listRequested(); // list all matches as a table
    void argsRequested(); // search for the typed text in the args of all events

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void present();
    void fillChips();
    void showCount();
    QToolButton *addButton(const QString &iconName, const QString &text, const QString &keys);

    FilterControl &m_filter;
    FlowRow *m_row = nullptr;
    QWidget *m_chips = nullptr;
    ElidedLabel *m_error = nullptr;
    QLabel *m_count = nullptr;
    QToolButton *m_previous = nullptr;
    QToolButton *m_next = nullptr;
    QToolButton *m_keep = nullptr;
    QToolButton *m_list = nullptr;
    QToolButton *m_args = nullptr;
    bool m_applies = true;
    QStringList m_shown; // filters that have chips
};

} // namespace lamella::ui
