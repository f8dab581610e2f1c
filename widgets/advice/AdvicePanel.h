// SPDX-License-Identifier: GPL-3.0-or-later
// Advice on the representative pass: cards of the findings, of all kinds or one, by gain or by certainty; below, the rules that
// found nothing and those that are hidden. A click selects where a finding is.
#pragma once

#include "core/base/Result.h"
#include "core/report/TableRequest.h"
#include "widgets/advice/AdvicePicture.h"
#include "widgets/overview/OverviewCells.h"

#include <QWidget>

#include <memory>

class QLabel;
class QScrollArea;

namespace lamella::ui {

class AdviceCards;
class DeferUntilVisible;
class ElidedLabel;
class FlowRow;
class HiddenRules;
class JobSlot;
class NavigationBus;
class SegmentedControl;
class SessionController;

class AdvicePanel : public QWidget {
    Q_OBJECT
public:
    AdvicePanel(SessionController &controller, NavigationBus &bus, QWidget *parent = nullptr);
    ~AdvicePanel() override;

    [[nodiscard]] core::TableRequest request() const;
    [[nodiscard]] AdviceCards *cards() const { return m_cards; }
    [[nodiscard]] QLabel *silent() const { return m_silent; }
    void hideCurrent(); // the rule of the current card
    void followOverviewLink(); // to the rules that found nothing

signals:
    void overviewChanged(const std::vector<lamella::ui::OverviewCell> &cells); // of the overview strip; none while hidden
    void exportRequested(const lamella::core::TableRequest &request);
    void showRequested(); // the selection, in the timeline
    void compareRequested(); // the selection, with another
    void sourceRequested(); // the selection, in the workspace of source lines

protected:
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    void sayOverview();
    QWidget *makeBar();
    void connectCards();
    void reload();
    void present(core::Result<AdvicePicture> picture);
    void arrange(); // the visible part of the picture
    void showRules();
    void tell();
    void choose(int card);
    void follow();
    [[nodiscard]] bool isHidden(const AdviceCard &card) const;
    [[nodiscard]] QString titleOf(const QString &rule) const; // in the language of the window

    SessionController &m_controller;
    NavigationBus &m_bus;
    HiddenRules &m_hidden;
    std::unique_ptr<JobSlot> m_job;
    DeferUntilVisible *m_seen;
    AdvicePicture m_picture;
    ElidedLabel *m_what = nullptr;
    SegmentedControl *m_about = nullptr;
    SegmentedControl *m_order = nullptr;
    QScrollArea *m_scroll = nullptr;
    int m_hiddenCards = 0; // of rules that are hidden
    AdviceCards *m_cards = nullptr;
    QLabel *m_silent = nullptr;
    QWidget *m_hiddenRow = nullptr;
};

} // namespace lamella::ui
