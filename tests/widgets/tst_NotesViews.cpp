// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/Fingerprint.h"
#include "tests/support/TestFiles.h"
#include "tests/support/TestMain.h"
#include "tests/widgets/LoadedTrace.h"
#include "widgets/notes/NoteFlags.h"
#include "widgets/notes/NotesController.h"
#include "widgets/notes/NotesPanel.h"
#include "widgets/notes/SessionFiles.h"
#include "widgets/ranks/RankController.h"

#include <QDir>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTableWidget>

using namespace lamella;
using namespace lamella::ui;

namespace {

test::TraceOptions small()
{
    return {.passes = 3};
}

} // namespace

class TestNotesViews : public QObject {
    Q_OBJECT
private:
    static QString stored(const test::LoadedTrace &trace)
    {
        return NotesController::storagePath(core::fileFingerprint(trace.controller.document()->source.path).value());
    }

private slots:
    void initTestCase() { QStandardPaths::setTestModeEnabled(true); }
    void init() { QDir(QFileInfo(NotesController::storagePath("x")).path()).removeRecursively(); }
    void cleanupTestCase() { init(); }

    void notesAreSavedAndThereAgain()
    {
        test::LoadedTrace trace;
        {
            NotesController notes(trace.controller, trace.bus);
            NotesPanel panel(notes, trace.bus);
            QSignalSpy loaded(&notes, &NotesController::notesChanged);
            QVERIFY(trace.load(test::TraceKind::Dense, small()));
            QTRY_VERIFY(loaded.size() >= 2); // emptied, then read
            trace.bus.select(core::LayerSelection{trace.device().device, trace.firstPass(), 2}, nullptr);
            panel.addAtSelection(false);
            QCOMPARE(notes.notes().size(), std::size_t(1));
            notes.setText(0, QStringLiteral("slow here"));
            QTRY_VERIFY(QFile::exists(stored(trace)));
        }
        NotesController again(trace.controller, trace.bus);
        trace.controller.open(trace.controller.path());
        QTRY_COMPARE(again.notes().size(), std::size_t(1));
        QCOMPARE(again.notes()[0].text, std::string("slow here"));
        QCOMPARE(again.notes()[0].kind, core::NoteKind::Layer);
        QCOMPARE(again.notes()[0].layer, 2);
    }
    void changesCanBeUndone()
    {
        test::LoadedTrace trace;
        NotesController notes(trace.controller, trace.bus);
        QVERIFY(trace.load(test::TraceKind::Dense, small()));
        core::Note note;
        note.startNs = 5;
        QCOMPARE(notes.add(note), 0);
        QCOMPARE(notes.add(note), -1); // there already
        notes.setText(0, QStringLiteral("a"));
        notes.remove(0);
        QVERIFY(notes.notes().empty());
        notes.undoStack().undo();
        QCOMPARE(notes.notes()[0].text, std::string("a"));
        notes.undoStack().undo();
        QCOMPARE(notes.notes()[0].text, std::string());
        notes.undoStack().undo();
        QVERIFY(notes.notes().empty());
        notes.undoStack().redo();
        QCOMPARE(notes.notes().size(), std::size_t(1));
    }
    void aRowLeadsToItsPlace()
    {
        test::LoadedTrace trace;
        NotesController notes(trace.controller, trace.bus);
        NotesPanel panel(notes, trace.bus);
        QVERIFY(trace.load(test::TraceKind::Dense, small()));
        const core::KernelId kernel = trace.kernelInLayer(3);
        const std::vector<core::Selection> places{core::PassSelection{trace.device().device, trace.firstPass()},
            core::LayerSelection{trace.device().device, trace.firstPass(), core::kHeadLayer}, core::KernelSelection{kernel},
            core::RangeSelection{trace.bus.rangeOf(core::KernelSelection{kernel})}};
        for (const core::Selection &place : places) {
            const auto note = notes.noteAt(place);
            QVERIFY(note.has_value());
            const int row = notes.add(*note);
            trace.bus.select({}, nullptr);
            notes.jump(row);
            QVERIFY(trace.bus.selection() == place);
        }
        QVERIFY(!notes.noteAt({}));
        QTRY_COMPARE(panel.table()->rowCount(), 4);
        QSignalSpy nothing(&panel, &NotesPanel::nothingSelected);
        trace.bus.select({}, nullptr);
        panel.addAtSelection(false);
        QCOMPARE(nothing.size(), 1);
    }
    void textIsEditedInPlace()
    {
        test::LoadedTrace trace;
        NotesController notes(trace.controller, trace.bus);
        NotesPanel panel(notes, trace.bus);
        QVERIFY(trace.load(test::TraceKind::Dense, small()));
        trace.bus.select(core::PassSelection{trace.device().device, trace.firstPass()}, nullptr);
        panel.addAtSelection(false);
        panel.table()->item(0, 2)->setText(QStringLiteral("typed"));
        QCOMPARE(notes.notes()[0].text, std::string("typed"));
        QTRY_COMPARE(panel.table()->item(0, 2)->text(), QStringLiteral("typed"));
    }
    void damagedNotesAreKeptAside()
    {
        test::LoadedTrace trace;
        QVERIFY(trace.load(test::TraceKind::Dense, small()));
        const QString file = stored(trace);
        QDir().mkpath(QFileInfo(file).path());
        test::writeFile(file, "{\"format\":\"lamella.notes\"");
        NotesController again(trace.controller, trace.bus);
        QSignalSpy failed(&again, &NotesController::failed);
        trace.controller.open(trace.controller.path());
        QTRY_COMPARE(failed.size(), 1);
        QVERIFY(QFile::exists(file + QStringLiteral(".damaged")));
    }
    void flagsStandOnTheRuler()
    {
        test::LoadedTrace trace;
        NotesController notes(trace.controller, trace.bus);
        QWidget timeline;
        timeline.resize(800, 300);
        timeline.show();
        NoteFlags flags(notes, trace.range, &timeline);
        QVERIFY(trace.load(test::TraceKind::Dense, small()));
        flags.setZero(trace.controller.document()->zero());
        QVERIFY(flags.isHidden());
        const auto note = notes.noteAt(core::LayerSelection{trace.device().device, trace.firstPass(), 2});
        notes.add(*note);
        QVERIFY(!flags.isHidden());
        const QRect flag = flags.flagRect(0);
        QVERIFY(flag.left() >= 112 && flag.left() < 800);
        QTest::mouseClick(&flags, Qt::LeftButton, {}, flag.center());
        QVERIFY(std::holds_alternative<core::LayerSelection>(trace.bus.selection()));
        trace.range.setVisibleRange({{trace.range.traceRange().end.value - 100}, trace.range.traceRange().end});
        QVERIFY(flags.isHidden());
    }
    void aSessionComesBack()
    {
        test::LoadedTrace trace;
        NotesController notes(trace.controller, trace.bus);
        RankController ranks(trace.controller, trace.bus);
        SessionFiles files(trace.controller, notes, ranks);
        QVERIFY(trace.load(test::TraceKind::Dense, small()));
        core::Note note;
        note.startNs = 77;
        note.text = "mine";
        notes.add(note);
        const QString path = trace.folder.filePath(QStringLiteral("s.lamella"));
        QSignalSpy saved(&files, &SessionFiles::saved);
        files.save(path);
        QVERIFY(saved.wait(10'000));
        QCOMPARE(files.path(), path);
        notes.remove(0);
        QSignalSpy opened(&files, &SessionFiles::opened);
        files.open(path);
        QVERIFY(opened.wait(10'000));
        QCOMPARE(opened[0][0].toStringList(), QStringList{trace.controller.path()});
        QVERIFY(opened[0][2].toStringList().isEmpty());
        ranks.open(opened[0][0].toStringList(), {});
        QTRY_COMPARE_WITH_TIMEOUT(notes.notes().size(), std::size_t(1), test::kWaitMs);
        QCOMPARE(notes.notes()[0].text, std::string("mine"));
        QSignalSpy failed(&files, &SessionFiles::failed);
        files.open(trace.folder.filePath(QStringLiteral("none.lamella")));
        QVERIFY(failed.wait(10'000));
    }
};

LAMELLA_WIDGET_TEST(TestNotesViews)
#include "tst_NotesViews.moc"
