// SPDX-License-Identifier: GPL-3.0-or-later
// Tracks that a person arranged: pinned ones stay at the top, others are moved, hidden, grouped and filtered; and it can be
// saved.
#include "tests/support/TestMain.h"
#include "tests/widgets/LoadedTrace.h"
#include "widgets/timeline/TimelineGeometry.h"
#include "widgets/timeline/TimelinePanel.h"
#include "widgets/timeline/TimelineRows.h"
#include "widgets/timeline/TimelineView.h"
#include "widgets/timeline/TrackArrangement.h"
#include "widgets/timeline/TrackMenu.h"

#include <QLineEdit>
#include <QMenu>
#include <QSignalSpy>
#include <QToolButton>
#include <QtTest>

using namespace lamella;
using ui::TrackArrangement;

namespace {

ui::TimelineData tracks()
{
    ui::TimelineData data;
    ui::TimelineGroup gpu;
    gpu.title = QStringLiteral("GPU 0");
    for (const char *key : {"d0/s7", "d0/s8", "d0/s9"}) {
        ui::TimelineTrack track;
        track.key = QString::fromLatin1(key);
        track.label = QStringLiteral("Stream ") + track.key.last(1);
        track.process = QStringLiteral("p4");
        gpu.tracks.push_back(track);
    }
    gpu.tracks.back().process.clear(); // nobody was seen to launch on it
    ui::TimelineGroup cpu;
    cpu.title = QStringLiteral("CPU 4");
    cpu.process = QStringLiteral("p4");
    ui::TimelineTrack thread;
    thread.key = QStringLiteral("p4/t5");
    thread.label = QStringLiteral("python");
    cpu.tracks.push_back(thread);
    data.groups = {gpu, cpu};
    return data;
}

QString shown(const TrackArrangement &arrangement)
{
    QStringList groups;
    for (const ui::TimelineGroup &group : ui::arrangedGroups(tracks(), arrangement)) {
        QStringList keys;
        for (const ui::TimelineTrack &track : group.tracks)
            keys << track.key;
        groups << group.title + u'(' + keys.join(u' ') + u')';
    }
    return groups.join(u' ');
}

} // namespace

class tst_Tracks : public QObject {
    Q_OBJECT
private slots:
    void asRecorded() { QCOMPARE(shown({}), QStringLiteral("GPU 0(d0/s7 d0/s8 d0/s9) CPU 4(p4/t5)")); }

    // A number stands once, and a name is not in brackets behind it.
    void threadsHaveTheirNumberOnce()
    {
        const auto thread = [](const QString &tid, const QString &name) {
            return QStringLiteral("{'ph':'M','name':'thread_name','pid':5,'tid':%1,'args':{'name':'%2'}},"
                                  "{'ph':'X','cat':'cpu_op','name':'op','pid':5,'tid':%1,'ts':1,'dur':5},")
                .arg(tid, name);
        };
        QString json = QStringLiteral("{'traceEvents':[") + thread(QStringLiteral("77"), QStringLiteral("thread 77 (python3)"))
            + thread(QStringLiteral("78"), QStringLiteral("Host Threads/78"))
            + thread(QStringLiteral("79"), QStringLiteral("Thread 79")) + thread(QStringLiteral("3"), QStringLiteral("stream 3"))
            + QStringLiteral("{'ph':'X','cat':'kernel','name':'k','pid':0,'tid':7,'ts':2,'dur':3,"
                             "'args':{'device':0,'stream':7}}]}");
        test::LoadedTrace trace;
        QVERIFY(trace.load(json.replace(u'\'', u'"').toStdString()));
        ui::TimelinePanel panel(trace.controller, trace.bus, trace.range);
        QTRY_VERIFY(!panel.isBusy());
        QStringList shown;
        for (const ui::TimelineGroup &group : panel.view()->rows().groups())
            for (const ui::TimelineTrack &track : group.tracks)
                if (!group.device.valid())
                    shown << track.label + u'|' + track.note;
        shown.sort();
        QCOMPARE(shown,
            (QStringList{QStringLiteral("79|"), QStringLiteral("Host Threads|78"), QStringLiteral("python3|77"),
                QStringLiteral("stream 3|")}));
    }

    // The collectives of an NPU that are recorded beside its streams.
    void whatADeviceHasBesideStreamsIsInItsGroup()
    {
        test::LoadedTrace trace;
        QVERIFY(trace.load("Step Id,Device_id,Stream ID,Name,Type,Accelerator Core,Start Time(us),Duration(us),Wait Time(us)\n"
                           "50,3,2,aclnnMatMul_1,MatMulV2,AI_CORE,100.000,5.900,0\n"
                           "50,3,N/A,hcom_allReduce__868_0_1,hcom_allReduce_,HCCL,110.000,25.660,0\n"
                           "50,3,45,hcom_allReduce__868_0_1,hcom_allReduce_,HCCL,110.000,25.660,0\n"));
        ui::TimelinePanel panel(trace.controller, trace.bus, trace.range);
        QTRY_VERIFY(!panel.isBusy());
        const auto &groups = panel.view()->rows().groups();
        QCOMPARE(groups.size(), std::size_t{1});
        QCOMPARE(groups.front().title, QStringLiteral("NPU 3"));
        QStringList labels;
        for (const ui::TimelineTrack &track : groups.front().tracks)
            labels << track.label;
        QCOMPARE(labels, (QStringList{QStringLiteral("Stream 2"), QStringLiteral("Stream 45"), QStringLiteral("Communication")}));
    }

    void pinnedComeFirstInTheirOrder()
    {
        TrackArrangement a;
        a.setPinned(QStringLiteral("p4/t5"), true);
        a.setPinned(QStringLiteral("d0/s8"), true);
        QCOMPARE(shown(a), QStringLiteral("Pinned(p4/t5 d0/s8) GPU 0(d0/s7 d0/s9)")); // an empty group goes
        a.step(ui::arrangedGroups(tracks(), a), QStringLiteral("d0/s8"), -1);
        QCOMPARE(a.pinned, (QStringList{QStringLiteral("d0/s8"), QStringLiteral("p4/t5")}));
        a.setPinned(QStringLiteral("p4/t5"), false);
        QCOMPARE(shown(a), QStringLiteral("Pinned(d0/s8) GPU 0(d0/s7 d0/s9) CPU 4(p4/t5)"));
    }

    void movedWithinTheirGroup()
    {
        TrackArrangement a;
        const auto now = [&a] { return ui::arrangedGroups(tracks(), a); };
        a.step(now(), QStringLiteral("d0/s7"), -1); // it is the first
        QVERIFY(a.isDefault());
        a.step(now(), QStringLiteral("d0/s9"), -1);
        QCOMPARE(shown(a), QStringLiteral("GPU 0(d0/s7 d0/s9 d0/s8) CPU 4(p4/t5)"));
        a.move(now(), QStringLiteral("d0/s8"), QStringLiteral("d0/s7"));
        QCOMPARE(shown(a), QStringLiteral("GPU 0(d0/s8 d0/s7 d0/s9) CPU 4(p4/t5)"));
    }

    void movedAcrossGroups()
    {
        TrackArrangement a;
        const auto now = [&a] { return ui::arrangedGroups(tracks(), a); };
        const QString s8 = QStringLiteral("d0/s8");
        a.move(now(), s8, QStringLiteral("p4/t5")); // from above: behind it
        QCOMPARE(shown(a), QStringLiteral("GPU 0(d0/s7 d0/s9) CPU 4(p4/t5 d0/s8)"));
        QCOMPARE(now().back().tracks.back().note, QStringLiteral("GPU 0")); // says where it comes from
        a.step(now(), s8, -1);
        QCOMPARE(shown(a), QStringLiteral("GPU 0(d0/s7 d0/s9) CPU 4(d0/s8 p4/t5)"));
        a.step(now(), s8, -1); // over the end of the group, home again
        QCOMPARE(shown(a), QStringLiteral("GPU 0(d0/s7 d0/s9 d0/s8) CPU 4(p4/t5)"));
        a.step(now(), s8, 1);
        QCOMPARE(shown(a), QStringLiteral("GPU 0(d0/s7 d0/s9) CPU 4(d0/s8 p4/t5)"));
        a.move(now(), QStringLiteral("p4/t5"), QStringLiteral("d0/s7")); // from below: before it
        QCOMPARE(shown(a), QStringLiteral("GPU 0(p4/t5 d0/s7 d0/s9) CPU 4(d0/s8)"));
        QCOMPARE(TrackArrangement::fromSession(a.toSession()), a);
        a.grouping = TrackArrangement::Grouping::None; // one group: nothing to have moved between
        QVERIFY(shown(a).startsWith(QStringLiteral("All tracks(")));
    }
    void movedAmongThePinnedAndOut()
    {
        TrackArrangement a;
        const auto now = [&a] { return ui::arrangedGroups(tracks(), a); };
        a.setPinned(QStringLiteral("d0/s7"), true);
        a.move(now(), QStringLiteral("p4/t5"), QStringLiteral("d0/s7"));
        QCOMPARE(shown(a), QStringLiteral("Pinned(p4/t5 d0/s7) GPU 0(d0/s8 d0/s9)"));
        a.move(now(), QStringLiteral("d0/s7"), QStringLiteral("d0/s8"));
        QCOMPARE(shown(a), QStringLiteral("Pinned(p4/t5) GPU 0(d0/s8 d0/s7 d0/s9)"));
    }
    void adoptionsThatDoNotFitAreLeftOut_data()
    {
        QTest::addColumn<QStringList>("adopted");
        QTest::newRow("odd one") << QStringList{QStringLiteral("d0/s8")};
        QTest::newRow("unknown track") << QStringList{QStringLiteral("x"), QStringLiteral("p4/t5")};
        QTest::newRow("unknown place") << QStringList{QStringLiteral("d0/s8"), QStringLiteral("x")};
        QTest::newRow("itself") << QStringList{QStringLiteral("d0/s8"), QStringLiteral("d0/s8")};
    }
    void adoptionsThatDoNotFitAreLeftOut()
    {
        TrackArrangement a;
        QFETCH(QStringList, adopted);
        a.adopted = adopted;
        QCOMPARE(shown(a), QStringLiteral("GPU 0(d0/s7 d0/s8 d0/s9) CPU 4(p4/t5)"));
    }

    void lanesGrowWhereThereIsRoom()
    {
        const ui::TimelineData data = tracks();
        ui::TimelineRows rows;
        rows.rebuild(&data, {});
        QVERIFY(!rows.fit(2000)); // tracks without lanes: the rows of groups do not grow
        const int before = rows.height();
        QVERIFY(!rows.fit(0));
        QCOMPARE(rows.height(), before);
    }

    // The lanes of kernels take the part of the row that the edge would cut, but for what rounding leaves.
    void noRowIsCutByTheEdge()
    {
        ui::TimelineData data = tracks();
        for (ui::TimelineTrack &track : data.groups[0].tracks)
            track.lanes.push_back({.kind = ui::LaneKind::Kernels, .main = &track == &data.groups[0].tracks.front()});
        data.groups[1].tracks[0].lanes.resize(6);
        ui::TimelineRows rows;
        rows.rebuild(&data, {});
        const int natural = rows.height();
        for (int room = 100; room < natural; ++room) {
            rows.fit(room);
            for (const ui::TimelineRow &row : rows.rows())
                QVERIFY2(row.y >= room - 4 || row.y + row.height <= room, qPrintable(QString::number(room)));
        }
        rows.fit(natural);
        QCOMPARE(rows.height(), natural);
    }

    void hiddenAndFiltered()
    {
        TrackArrangement a;
        a.setHidden(QStringLiteral("d0/s7"), true);
        QCOMPARE(shown(a), QStringLiteral("GPU 0(d0/s8 d0/s9) CPU 4(p4/t5)"));
        QCOMPARE(ui::hiddenTracks(tracks(), a).size(), std::size_t{1});
        a.filter = QStringLiteral("stream 8");
        QCOMPARE(shown(a), QStringLiteral("GPU 0(d0/s8)"));
        a.filter = QStringLiteral("cpu");
        QCOMPARE(shown(a), QStringLiteral("CPU 4(p4/t5)"));
    }

    void grouped()
    {
        TrackArrangement a;
        a.grouping = TrackArrangement::Grouping::Process;
        QCOMPARE(shown(a), QStringLiteral("GPU 0(d0/s9) CPU 4(d0/s7 d0/s8 p4/t5)"));
        a.grouping = TrackArrangement::Grouping::None;
        QCOMPARE(shown(a), QStringLiteral("All tracks(d0/s7 d0/s8 d0/s9 p4/t5)"));
    }

    void sessionsHoldIt()
    {
        TrackArrangement a;
        QVERIFY(a.toSession().empty());
        a.pinned = QStringList{QStringLiteral("d0/s7")};
        a.hidden = QStringList{QStringLiteral("p\"4/t5"), QStringLiteral("中")};
        a.order = QStringList{QStringLiteral("b"), QStringLiteral("a")};
        a.grouping = TrackArrangement::Grouping::Process;
        QCOMPARE(TrackArrangement::fromSession(a.toSession()), a);
        a.filter = QStringLiteral("x"); // what is typed in a box is no arrangement
        QVERIFY(TrackArrangement::fromSession(a.toSession()).filter.isEmpty());
        QVERIFY(TrackArrangement::fromSession({{}, {}, {}, {}, "sideways"}).isDefault());
    }

    void aSessionArrangesTheNextTrace()
    {
        test::LoadedTrace trace;
        ui::TimelinePanel panel(trace.controller, trace.bus, trace.range);
        TrackArrangement later;
        later.pinned = QStringList{QStringLiteral("d0/s7")};
        panel.view()->setLaterArrangement(later);
        QVERIFY(trace.load(test::TraceKind::Moe));
        QTRY_VERIFY(!panel.isBusy());
        QCOMPARE(panel.view()->arrangement(), later);
        QVERIFY(trace.loadDense());
        QTRY_VERIFY(!panel.isBusy());
        QVERIFY(panel.view()->arrangement().isDefault()); // of that one only
    }

    void pinnedTracksStayWhileOthersScroll()
    {
        test::LoadedTrace trace;
        QVERIFY(trace.load(test::TraceKind::Moe));
        ui::TimelinePanel panel(trace.controller, trace.bus, trace.range);
        panel.resize(700, 260);
        panel.show();
        QTRY_VERIFY(!panel.isBusy());
        ui::TimelineView &view = *panel.view();
        trace.bus.select(core::KernelSelection{trace.kernelInLayer(1)}, nullptr);
        const QString key = view.activeTrack();
        QVERIFY(key.startsWith(QStringLiteral("d")));
        QSignalSpy changed(&view, &ui::TimelineView::arrangementChanged);
        QTest::keyClick(&view, Qt::Key_P);
        QCOMPARE(changed.count(), 1);
        QCOMPARE(view.arrangement().pinned, QStringList{key});
        QVERIFY(view.rows().rows().front().group->pinned);
        const QRect before = view.rectOf(trace.bus.selection());
        QVERIFY(!before.isNull());
        view.setScrollY(view.scrollRange());
        QCOMPARE(view.rectOf(trace.bus.selection()), before);
        QCOMPARE(view.trackAt(QPoint(20, before.center().y())), key);
        QTest::keyClick(&view, Qt::Key_H);
        QVERIFY(view.trackAt(QPoint(20, before.center().y())) != key);
        QCOMPARE(view.hiddenTracks().size(), std::size_t{1});
        QTest::keyClick(&view, Qt::Key_H, Qt::ShiftModifier);
        QVERIFY(view.hiddenTracks().empty());
    }

    void theBoxFiltersAndTheMenuKnowsTheTrack()
    {
        test::LoadedTrace trace;
        QVERIFY(trace.load(test::TraceKind::Moe));
        ui::TimelinePanel panel(trace.controller, trace.bus, trace.range);
        panel.resize(700, 300);
        panel.show();
        QTRY_VERIFY(!panel.isBusy());
        ui::TimelineView &view = *panel.view();
        auto *box = panel.findChild<QLineEdit *>(QStringLiteral("trackFilter"));
        QVERIFY(box);
        const std::size_t all = view.rows().rows().size();
        QTest::keyClicks(box, QStringLiteral("stream"));
        QVERIFY(view.rows().rows().size() < all);
        box->clear();
        QCOMPARE(view.rows().rows().size(), all);
        QMenu menu;
        trace.bus.select(core::KernelSelection{trace.kernelInLayer(1)}, nullptr);
        ui::fillTrackMenu(menu, view, view.activeTrack());
        const auto actions = menu.actions();
        const auto pin = std::find_if(
            actions.begin(), actions.end(), [](QAction *one) { return one->text().contains(QStringLiteral("Pin")); });
        QVERIFY(pin != actions.end());
        (*pin)->trigger();
        QCOMPARE(view.arrangement().pinned, QStringList{view.activeTrack()});
        // As recorded again, but for the filter: its field goes on saying it.
        box->setText(QStringLiteral("stream"));
        QMenu again;
        ui::fillTrackMenu(again, view, view.activeTrack());
        again.actions().last()->trigger();
        QVERIFY(view.arrangement().pinned.isEmpty());
        QCOMPARE(view.arrangement().filter, QStringLiteral("stream"));
        box->clear();
        QVERIFY(view.arrangement().isDefault());
        // Opening the menu again leaves nothing of the one before.
        QMenu *tracks = panel.findChild<QToolButton *>(QStringLiteral("trackMenu"))->menu();
        emit tracks->aboutToShow();
        const qsizetype parts = tracks->findChildren<QObject *>().size();
        emit tracks->aboutToShow();
        QCOMPARE(tracks->findChildren<QObject *>().size(), parts);
        // Dragging the name of a track puts it at the place of another one of its group.
        view.setArrangement({});
        const auto &rows = view.rows().rows();
        QStringList keys;
        std::vector<int> tops;
        for (const ui::TimelineRow &row : rows)
            if (!row.isGroup() && row.lane->first && row.group == rows.front().group) {
                keys << row.track->key;
                tops.push_back(view.frame().top(row));
            }
        if (keys.size() < 2)
            QSKIP("the trace has one stream only");
        QTest::mousePress(&view, Qt::LeftButton, {}, QPoint(20, tops[0] + 6));
        QTest::mouseMove(&view, QPoint(20, tops[0] + 20));
        QTest::mouseMove(&view, QPoint(20, tops[1] + 6));
        QTest::mouseRelease(&view, Qt::LeftButton, {}, QPoint(20, tops[1] + 6));
        QCOMPARE(view.arrangement().order.first(2), (QStringList{keys[1], keys[0]}));
    }
};

LAMELLA_WIDGET_TEST(tst_Tracks)
#include "tst_Tracks.moc"
