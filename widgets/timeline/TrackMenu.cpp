// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/TrackMenu.h"

#include "widgets/timeline/TimelineView.h"

#include <QActionGroup>
#include <QCoreApplication>
#include <QMenu>

namespace lamella::ui {

namespace {

struct TrackText {
    Q_DECLARE_TR_FUNCTIONS(TrackText)
};

constexpr std::size_t kMaxListed = 40; // hidden tracks listed by name; more would fill the screen

QString withoutMnemonic(QString text)
{
    return text.replace(u'&', QStringLiteral("&&"));
}

// Text and key of an entry; the key is handled by the view and only displayed here.
QString entry(const QString &text, const char *keys)
{
    return text + u'\t' + QString::fromLatin1(keys);
}

void addTrack(QMenu &menu, TimelineView &view, const QString &key)
{
    const bool pinned = view.arrangement().pinned.contains(key);
    const auto change = [&view](auto &&how) {
        TrackArrangement arrangement = view.arrangement();
        how(arrangement);
        view.setArrangement(arrangement);
    };
    menu.addSection(withoutMnemonic(view.labelOfTrack(key)));
    menu.addAction(entry(pinned ? TrackText::tr("Un&pin") : TrackText::tr("&Pin to the top"), "P"),
        [=] { change([&](TrackArrangement &a) { a.setPinned(key, !pinned); }); });
    menu.addAction(entry(TrackText::tr("&Hide"), "H"), [=] { change([&](TrackArrangement &a) { a.setHidden(key, true); }); });
    menu.addAction(entry(TrackText::tr("Move &up"), "Ctrl+Up"), [&view, key] { view.moveTrack(key, -1); });
    menu.addAction(entry(TrackText::tr("Move &down"), "Ctrl+Down"), [&view, key] { view.moveTrack(key, 1); });
}

} // namespace

void fillTrackMenu(QMenu &menu, TimelineView &view, const QString &key)
{
    const TrackArrangement &now = view.arrangement();
    const auto change = [&view](auto &&how) {
        TrackArrangement arrangement = view.arrangement();
        how(arrangement);
        view.setArrangement(arrangement);
    };
    if (!key.isEmpty())
        addTrack(menu, view, key);
    menu.addSection(TrackText::tr("All tracks"));
    const auto hidden = view.hiddenTracks();
    QMenu *show = menu.addMenu(TrackText::tr("&Show again"));
    show->setEnabled(!hidden.empty());
    for (std::size_t i = 0; i < hidden.size() && i < kMaxListed; ++i)
        show->addAction(withoutMnemonic(hidden[i].second),
            [=, track = hidden[i].first] { change([&](TrackArrangement &a) { a.setHidden(track, false); }); });
    show->addSeparator();
    show->addAction(
        entry(TrackText::tr("&All of them"), "Shift+H"), [=] { change([](TrackArrangement &a) { a.hidden.clear(); }); });
    QMenu *group = menu.addMenu(TrackText::tr("&Group by"));
    auto *choices = new QActionGroup(group);
    const std::pair<QString, TrackArrangement::Grouping> groupings[] = {
        {TrackText::tr("&Device"), TrackArrangement::Grouping::Device},
        {TrackText::tr("&Process"), TrackArrangement::Grouping::Process},
        {TrackText::tr("&Nothing"), TrackArrangement::Grouping::None}};
    for (const auto &[text, grouping] : groupings) {
        QAction *action = group->addAction(text, [=, by = grouping] { change([&](TrackArrangement &a) { a.grouping = by; }); });
        action->setCheckable(true);
        action->setChecked(now.grouping == grouping);
        choices->addAction(action);
    }
    // The filter is kept: its field would otherwise show a text that no longer applies.
    TrackArrangement recorded;
    recorded.filter = now.filter;
    QAction *reset = menu.addAction(TrackText::tr("&As recorded"), [=] {
        change([](TrackArrangement &a) {
            TrackArrangement fresh;
            fresh.filter = a.filter;
            a = fresh;
        });
    });
    reset->setEnabled(now != recorded);
}

} // namespace lamella::ui
