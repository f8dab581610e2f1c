// SPDX-License-Identifier: GPL-3.0-or-later
// The compared sides and the verdict: chips A and B with their traces and passes, the difference of the medians with its noise,
// every pass as a dot, further stages. GUI thread.
#pragma once

#include "widgets/diff/CompareResults.h"

#include <QWidget>

class QMenu;
class QToolButton;

namespace lamella::ui {

class CompareChip;
class HeadCell;
class NavigationBus;
class PassDots;
class RecentFiles;

class CompareHead : public QWidget {
    Q_OBJECT
public:
    CompareHead(CompareResults &results, NavigationBus &bus, const RecentFiles &recent, QWidget *parent = nullptr);

    // "B is faster by 453.6 µs (−7.5 %)", "unchanged, within noise: +2.1 µs (+0.3 %)"; empty without a comparison.
    [[nodiscard]] QString verdict() const;

signals:
    void openRequested(); // a second trace, by dialog

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    [[nodiscard]] const CompareVerdict *shownVerdict() const; // null: nothing is compared
    void follow();
    void fillMenu(QMenu &menu, bool ofA);
    void addPasses(QMenu &menu, bool ofA);
    [[nodiscard]] QString fileOf(bool ofA) const;
    [[nodiscard]] QString passesOf(bool ofA) const;
    void fit();

    CompareResults &m_results;
    CompareController &m_compare;
    NavigationBus &m_bus;
    const RecentFiles &m_recent;
    CompareChip *m_a = nullptr;
    CompareChip *m_b = nullptr;
    QToolButton *m_swap = nullptr;
    HeadCell *m_verdict = nullptr;
    HeadCell *m_noise = nullptr;
    PassDots *m_dots = nullptr;
    HeadCell *m_others = nullptr;
};

} // namespace lamella::ui
