// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/window/RanksWiring.h"

#include "widgets/common/PlainText.h"
#include "widgets/common/UiText.h"
#include "widgets/panels/LoadingPage.h"
#include "widgets/ranks/RankController.h"
#include "widgets/theme/TextSize.h"

#include <QAction>
#include <QComboBox>
#include <QCoreApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QMainWindow>
#include <QToolBar>

namespace lamella::ui {

namespace {

struct RanksText {
    Q_DECLARE_TR_FUNCTIONS(RanksText)
};

} // namespace

void followRanks(
    RankController &ranks, LoadingPage &loading, QMainWindow &window, const std::function<void(const QString &)> &say)
{
    QObject::connect(&ranks, &RankController::loadsChanged, &loading, &LoadingPage::showFiles);
    QObject::connect(&ranks, &RankController::ranksChanged, &window, [&ranks, say] {
        const QStringList notes = ranks.notes();
        if (!notes.isEmpty())
            say(notes.join(QStringLiteral(" · ")));
    });
}

void addRankSwitch(QToolBar &toolBar, RankController &ranks)
{
    auto *box = new QWidget(&toolBar);
    auto *row = new QHBoxLayout(box);
    row->setContentsMargins(4, 0, 6, 0);
    row->setSpacing(4);
    auto *caption = plainLabel(RanksText::tr("Rank"), box);
    auto *combo = new QComboBox(box);
    combo->setObjectName(QStringLiteral("rankSwitch"));
    combo->setAccessibleName(RanksText::tr("Rank that is shown"));
    combo->setToolTip(RanksText::tr("Rank that the other views show"));
    fixWidth(*combo, 64_px);
    caption->setBuddy(combo);
    row->addWidget(caption);
    row->addWidget(combo);
    // After the history, before pass and layer: the third separator of the bar ends the history.
    QAction *before = nullptr;
    int separators = 0;
    const auto actions = toolBar.actions();
    for (qsizetype i = 0; i < actions.size() && !before; ++i)
        if (actions[i]->isSeparator() && ++separators == 2 && i + 1 < actions.size())
            before = actions[i + 1];
    QAction *shown = toolBar.insertWidget(before, box);
    shown->setVisible(false);
    QObject::connect(&ranks, &RankController::ranksChanged, combo, [&ranks, combo, shown] {
        combo->clear();
        if (const auto set = ranks.set())
            for (const core::RankMember &member : set->members()) {
                combo->addItem(QString::number(member.rank));
                combo->setItemData(combo->count() - 1, qtext(member.path), Qt::ToolTipRole);
            }
        shown->setVisible(combo->count() > 1);
    });
    QObject::connect(&ranks, &RankController::currentChanged, combo,
        [&ranks, combo] { combo->setCurrentIndex(static_cast<int>(ranks.current())); });
    QObject::connect(combo, &QComboBox::activated, &ranks, [&ranks](int at) { ranks.show(static_cast<std::size_t>(at)); });
}

} // namespace lamella::ui
