// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/JsonValue.h"
#include "core/session/Fingerprint.h"
#include "core/session/Notes.h"
#include "core/session/SessionFile.h"
#include "tests/support/TestFiles.h"
#include "tests/support/TestMain.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace lamella::core;

namespace {

Note note(NoteKind kind, std::int64_t start, std::int64_t length, const char *text)
{
    Note n;
    n.kind = kind;
    n.startNs = start;
    n.durationNs = length;
    n.text = text;
    return n;
}

} // namespace

class TestNotes : public QObject {
    Q_OBJECT
private:
    QTemporaryDir m_dir;
    std::string path(const char *name) const { return m_dir.filePath(QString::fromLatin1(name)).toStdString(); }
    std::string file(const char *name, const QByteArray &bytes) const
    {
        return lamella::test::writeFile(m_dir.filePath(QString::fromLatin1(name)), bytes).toStdString();
    }
    static QByteArray read(const std::string &name)
    {
        QFile in(QString::fromStdString(name));
        return in.open(QIODevice::ReadOnly) ? in.readAll() : QByteArray();
    }

private slots:
    void notesComeBackAsTheyWere()
    {
        Note kernel = note(NoteKind::Kernel, 300, 20, "slow \"one\"\nsecond line\t\x01 \xC3\xA9");
        kernel.device = 0;
        kernel.pass = 3;
        kernel.layer = -1;
        kernel.kernel = 1204;
        kernel.what = "gemm<64>";
        const std::vector<Note> notes{note(NoteKind::Range, INT64_MAX - 5, 5, ""), kernel, note(NoteKind::Pass, -70, 500, "p")};
        QVERIFY(writeNotes(path("n.json"), "/t/a.json", "abc", notes).has_value());
        const auto back = readNotes(path("n.json"));
        QVERIFY2(back.has_value(), back ? "" : back.error().message().c_str());
        std::vector<Note> sorted = notes;
        sortNotes(sorted);
        QVERIFY(*back == sorted);
        QCOMPARE((*back)[0].text, std::string("p")); // in time order
    }
    void oneNoteIsOneLine()
    {
        std::vector<Note> notes{note(NoteKind::Range, 1, 1, "a"), note(NoteKind::Range, 2, 1, "b")};
        QVERIFY(writeNotes(path("d.json"), "t", "f", notes).has_value());
        const QList<QByteArray> before = read(path("d.json")).split('\n');
        notes.push_back(note(NoteKind::Range, 3, 1, "c"));
        QVERIFY(writeNotes(path("d.json"), "t", "f", notes).has_value());
        const QList<QByteArray> after = read(path("d.json")).split('\n');
        QCOMPARE(after.size(), before.size() + 1);
        QVERIFY(after.contains("    {\"kind\": \"range\", \"start_ns\": 1, \"duration_ns\": 1, \"text\": \"a\"},"));
    }
    void hostileFilesAreRefused_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        const auto with = [](const QByteArray &list) -> QByteArray {
            return QByteArray("{\"format\":\"lamella.notes\",\"version\":1,\"notes\":") + list + "}";
        };
        QTest::newRow("empty") << QByteArray();
        QTest::newRow("no JSON") << QByteArray("hello");
        QTest::newRow("another format") << QByteArray("{\"format\":\"x\",\"version\":1}");
        QTest::newRow("newer") << QByteArray("{\"format\":\"lamella.notes\",\"version\":2,\"notes\":[]}");
        QTest::newRow("no version") << QByteArray("{\"format\":\"lamella.notes\",\"notes\":[]}");
        QTest::newRow("no list") << with("{}");
        QTest::newRow("no object") << with("[1]");
        QTest::newRow("unknown kind") << with("[{\"kind\":\"moon\"}]");
        QTest::newRow("too large a number") << with("[{\"start_ns\":99999999999999999999}]");
        QTest::newRow("fraction") << with("[{\"start_ns\":1.5}]");
        QTest::newRow("negative length") << with("[{\"duration_ns\":-1}]");
        QTest::newRow("text of 65 KiB") << with("[{\"text\":\"" + QByteArray(65 << 10, 'a') + "\"}]");
        QTest::newRow("10001 notes") << with("[" + QByteArray("{},").repeated(10'000) + "{}]");
        QTest::newRow("deep") << with(QByteArray(100, '[') + QByteArray(100, ']'));
        QTest::newRow("cut") << with("[{\"start_ns\":1");
    }
    void hostileFilesAreRefused()
    {
        QFETCH(QByteArray, bytes);
        const auto notes = readNotes(file("hostile.json", bytes));
        QVERIFY(!notes);
        QVERIFY(!notes.error().detail.empty());
    }
    void overflowingLengthEndsAtTheLastMoment()
    {
        const auto notes = readNotes(file("far.json",
            "{\"format\":\"lamella.notes\",\"version\":1,\"notes\":[{\"start_ns\":9223372036854775800,\"duration_ns\":"
            "9223372036854775807}]}"));
        QVERIFY(notes.has_value());
        QCOMPARE(qint64(notes->front().durationNs), qint64(7));
    }
    void sessionsComeBackAsTheyWere()
    {
        QDir(m_dir.path()).mkpath(QStringLiteral("sub"));
        SessionFile session;
        SessionOptions own; // for the second rank
        own.boundaries = {{0, 1, BoundaryPart::PassEnd, 0, 99}};
        own.profile = "generic";
        own.useProfileChoices = false;
        session.traces = {
            {file("sub/a.json", "{}"), fileFingerprint(path("sub/a.json")).value(), {}}, {"/elsewhere/b.json", "", own}};
        session.choices.configPath = path("sub/config.json");
        session.choices.profile = "qwen3_moe";
        session.choices.anchor = "/norm.*/";
        session.choices.role = AnchorRole::Begins;
        session.choices.blocksPerLayer = 2;
        session.choices.layers = 36;
        session.choices.roofline = {path("sub/peaks.json"), 32, 8192};
        session.choices.selectedPass = 3;
        session.choices.boundaries = {{0, 2, BoundaryPart::LayerStart, 5, 12345}};
        session.notes = {note(NoteKind::Layer, 5, 10, "here")};
        const std::string name = path("s.lamella");
        session.tracks = {{"d0/s7"}, {"p4/t\"5"}, {"d0/s9", "d0/s8"}, {"d0/s9", "d1/s7"}, "process"};
        QVERIFY(writeSessionFile(name, session).has_value());
        QVERIFY(read(name).contains("\"path\": \"sub/a.json\"")); // can be moved together with its folder
        QVERIFY(read(name).contains("\"peaks\": \"sub/peaks.json\""));
        QVERIFY(isSessionFile(name));
        const auto back = readSessionFile(name);
        QVERIFY(back && back->tracks == session.tracks);
        QVERIFY2(back.has_value(), back ? "" : back.error().message().c_str());
        QCOMPARE(back->traces[0].path, session.traces[0].path);
        QCOMPARE(back->traces[1].path, std::string("/elsewhere/b.json"));
        QVERIFY(!back->traces[0].choices);
        QVERIFY(back->traces[1].choices == own);
        QCOMPARE(ownChoices(*back).size(), std::size_t(1));
        QCOMPARE(back->choices.configPath, session.choices.configPath);
        QCOMPARE(back->choices.anchor.value_or(""), std::string("/norm.*/"));
        QVERIFY(back->choices.role == AnchorRole::Begins);
        QCOMPARE(back->choices.layers.value_or(0), 36);
        QVERIFY(back->choices == session.choices);
        QVERIFY(back->notes == session.notes);
        QCOMPARE(sessionWarnings(*back).size(), std::size_t(1)); // the trace that was moved
        file("sub/a.json", "{ }");
        QVERIFY(sessionWarnings(*back)[0].english().find("has changed") != std::string::npos);
    }
    void pathsAreTheSameHoweverOftenTheyAreWritten_data()
    {
        QTest::addColumn<std::string>("recorded");
        QTest::addColumn<std::string>("expected"); // relative to the session's folder unless it begins with a slash
        QTest::newRow("beside it") << std::string("a.json") << std::string("a.json");
        QTest::newRow("through another folder") << std::string("sub/.././a.json") << std::string("a.json");
        QTest::newRow("a folder") << std::string("sub/") << std::string("sub");
        QTest::newRow("its own folder") << std::string(".") << std::string();
        QTest::newRow("elsewhere") << std::string("/b/c.json/flash/.") << std::string("/b/c.json/flash");
        QTest::newRow("elsewhere, two slashes") << std::string("/b//c.json") << std::string("/b/c.json");
        QTest::newRow("above the root") << std::string("/../b/") << std::string("/b");
        QTest::newRow("the root") << std::string("/") << std::string("/");
    }
    void pathsAreTheSameHoweverOftenTheyAreWritten()
    {
        QFETCH(std::string, recorded);
        QFETCH(std::string, expected);
        const std::string own = m_dir.path().toStdString();
        if (expected.empty() || expected.front() != '/')
            expected = expected.empty() ? own : own + "/" + expected;
        const std::string name = file("paths.lamella",
            "{\"format\":\"lamella.session\",\"version\":1,\"traces\":[{\"path\":\"" + QByteArray::fromStdString(recorded)
                + "\"}]}");
        for (int i = 0; i < 3; ++i) {
            const auto session = readSessionFile(name);
            QVERIFY(session.has_value());
            QCOMPARE(session->traces.front().path, expected);
            QVERIFY(writeSessionFile(name, *session).has_value());
        }
    }
    void laterMembersAreIgnored()
    {
        const auto session = readSessionFile(file("later.lamella",
            "{\"format\":\"lamella.session\",\"version\":1,\"layout\":{\"docks\":[1,2]},\"traces\":[{\"path\":\"/"
            "a\",\"colour\":3}]"
            "}"));
        QVERIFY(session.has_value());
        QCOMPARE(session->traces.size(), std::size_t(1));
    }
    void damagedSessionsAreRefused_data()
    {
        QTest::addColumn<QByteArray>("rest");
        QTest::newRow("no trace") << QByteArray();
        QTest::newRow("empty list") << QByteArray(",\"traces\":[]");
        QTest::newRow("no path") << QByteArray(",\"traces\":[{}]");
        QTest::newRow("choices") << QByteArray(",\"traces\":[{\"path\":\"a\"}],\"choices\":7");
        QTest::newRow("role") << QByteArray(",\"traces\":[{\"path\":\"a\"}],\"choices\":{\"cut\":{\"role\":\"x\"}}");
        QTest::newRow("layers") << QByteArray(",\"traces\":[{\"path\":\"a\"}],\"choices\":{\"cut\":{\"layers\":0}}");
        QTest::newRow("own choices") << QByteArray(",\"traces\":[{\"path\":\"a\",\"choices\":{\"cut\":{\"layers\":0}}}]");
        QTest::newRow("not UTF-8") << QByteArray(",\"traces\":[{\"path\":\"a\"}],\"tracks\":{\"pinned\":[\"\x99\x8f\"]}");
        QTest::newRow("tracks") << QByteArray(",\"traces\":[{\"path\":\"a\"}],\"tracks\":7");
        QTest::newRow("tracks of no texts") << QByteArray(",\"traces\":[{\"path\":\"a\"}],\"tracks\":{\"pinned\":[1]}");
        QTest::newRow("notes") << QByteArray(",\"traces\":[{\"path\":\"a\"}],\"notes\":[{\"kind\":7,\"pass\":-9}]");
    }
    void damagedSessionsAreRefused()
    {
        QFETCH(QByteArray, rest);
        const auto session =
            readSessionFile(file("damaged.lamella", "{\"format\":\"lamella.session\",\"version\":1" + rest + "}"));
        QVERIFY(!session);
        QVERIFY(session.error().code == ErrorCode::Syntax || session.error().code == ErrorCode::BadProfile);
    }
    void fingerprintsTellFilesApart()
    {
        const QByteArray big(3 << 20, 'x');
        QByteArray other = big;
        other[(3 << 20) - 5] = 'y';
        QCOMPARE(fileFingerprint(file("a", big)).value(), fileFingerprint(file("b", big)).value());
        QVERIFY(fileFingerprint(path("a")).value() != fileFingerprint(file("c", other)).value());
        QVERIFY(fileFingerprint(path("a")).value() != fileFingerprint(file("d", big + "x")).value());
        QVERIFY(!fileFingerprint(path("none")));
    }
};

LAMELLA_TEST(TestNotes)
#include "tst_Notes.moc"
