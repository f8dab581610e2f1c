// SPDX-License-Identifier: GPL-3.0-or-later
// Changes to a trace while it is read, and crashes while writing. Counts are small, so that a normal run takes seconds; the
// environment variables LAMELLA_CANCELS and LAMELLA_KILLS raise them, LAMELLA_SEED repeats the same timing.
#include "core/import/ImporterRegistry.h"
#include "core/report/TableWriters.h"
#include "core/session/AnalysisSession.h"
#include "core/session/SessionFile.h"
#include "tests/support/DocumentText.h"
#include "tests/support/FileSizeLimit.h"
#include "tests/support/GeneratedTraces.h"
#include "tests/support/Gzip.h"
#include "tests/support/MixedTraces.h"
#include "tests/support/TestFiles.h"
#include "tests/support/TestMain.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <array>
#include <atomic>
#include <csignal>
#include <random>
#include <sys/stat.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace lamella::core;
using namespace lamella::test;

namespace {

int wanted(const char *name, int usual)
{
    bool good = false;
    const int value = qEnvironmentVariableIntValue(name, &good);
    return good ? value : usual;
}

// Opens a trace and builds tables, like a user. Empty if stopped, or if it cannot be opened.
std::string looked(const std::string &path, const JobControl &control = {})
{
    const auto document = openTrace(path, {}, control);
    if (!document)
        return {};
    const auto session = AnalysisSession::create(*document, {});
    if (!session)
        return {};
    std::string all;
    for (const char *name : {"info", "passes", "layers", "kernels", "gaps"}) {
        TableRequest request;
        request.table = name;
        const auto table = (*session)->table(request, control);
        if (!table)
            return {};
        all += writeTable(**table, TableFormat::Csv);
    }
    return all;
}

// Varies the timing: spins this many turns, or until `ended`.
void spin(unsigned turns, const std::atomic<bool> &ended)
{
    for (unsigned i = 0; i < turns && !ended; ++i)
        std::this_thread::yield();
}

SessionFile sessionWith(int notes)
{
    SessionFile session;
    session.traces.push_back({"/traces/a.json", {}, {}});
    for (int i = 0; i < notes; ++i) {
        Note note;
        note.startNs = i;
        note.text = std::string(200, char('a' + i % 26));
        session.notes.push_back(note);
    }
    return session;
}

} // namespace

class TestFaults : public QObject {
    Q_OBJECT
private:
    QTemporaryDir m_dir;
    std::string m_trace;
    std::mt19937 m_random;

    std::string path(const char *name) const { return m_dir.filePath(QString::fromLatin1(name)).toStdString(); }
    unsigned upTo(unsigned max) { return static_cast<unsigned>(m_random() % (max + 1ULL)); }

    // The child writes until it is killed; then the file must be one complete version of what it wrote.
    template <class Write, class Whole> void killWhileWriting(const std::string &file, const Write &write, const Whole &whole)
    {
        const int kills = wanted("LAMELLA_KILLS", 12);
        for (int kill = 0; kill < kills; ++kill) {
            std::array<int, 2> pipe{};
            QCOMPARE(::pipe(pipe.data()), 0);
            const pid_t child = ::fork();
            if (child == 0) {
                for (int version = 1;; ++version) {
                    write(file, version % 2 == 0 ? 400 : 20);
                    if (::write(pipe[1], "w", 1) != 1)
                        ::_exit(1);
                }
            }
            QVERIFY(child > 0);
            ::close(pipe[1]);
            char byte = 0;
            for (unsigned n = 1 + upTo(4); n > 0; --n)
                QCOMPARE(::read(pipe[0], &byte, 1), ssize_t(1));
            spin(upTo(300), {false});
            ::kill(child, SIGKILL);
            ::waitpid(child, nullptr, 0);
            ::close(pipe[0]);
            QVERIFY2(whole(file), qPrintable(QStringLiteral("kill %1").arg(kill)));
        }
    }

private slots:
    void initTestCase()
    {
        const auto seed = unsigned(wanted("LAMELLA_SEED", int(std::random_device()() & 0x7FFFFFFF)));
        qInfo("LAMELLA_SEED=%u", seed);
        m_random.seed(seed);
        m_trace = path("trace.json.gz");
        writeFile(QString::fromStdString(m_trace), gzipped(generatedTrace(TraceKind::Moe).json));
    }

    void cancelledAtAnyMoment()
    {
        const int cancels = wanted("LAMELLA_CANCELS", 25);
        const std::string whole = looked(m_trace);
        int stopped = 0;
        for (int n = 0; n < cancels; ++n) {
            std::stop_source source;
            const unsigned turns = upTo(n % 2 == 0 ? 200 : 20'000);
            std::atomic<bool> ended{false};
            std::thread canceller([&source, &ended, turns] {
                spin(turns, ended);
                source.request_stop();
            });
            const std::string seen = looked(m_trace, {source.get_token(), {}});
            ended = true;
            canceller.join();
            stopped += seen.empty() ? 1 : 0;
            if (!seen.empty()) // stopped too late: then nothing may be missing
                QCOMPARE(seen, whole);
        }
        qInfo("%d of %d were stopped in time", stopped, cancels);
        QCOMPARE(looked(m_trace), whole);
    }

    void aFileThatChangesWhileItIsRead_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<bool>("replaced");
        for (const MixedTrace &trace : writeMixedTraces(m_dir.path(), mixedKernels(40))) {
            if (trace.ranks) // ranks are files of their own
                continue;
            QTest::addRow("%s, cut shorter and shorter", trace.format) << trace.path << false;
            QTest::addRow("%s, replaced by another", trace.format) << trace.path << true;
        }
    }
    void aFileThatChangesWhileItIsRead()
    {
        QFETCH(QString, path);
        QFETCH(bool, replaced);
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const std::string whole = file.readAll().toStdString();
        file.close();
        const QString other = m_dir.filePath(QStringLiteral("other"));
        for (int n = 0; n < 4; ++n) {
            writeFile(path, whole);
            std::atomic<bool> done{false};
            std::thread changer([&, turns = upTo(400)] {
                spin(turns, done);
                for (int step = 9; step > 0 && !done; --step) {
                    if (replaced) {
                        writeFile(other, step % 2 == 0 ? whole : std::string("[]"));
                        ::rename(qPrintable(other), qPrintable(path));
                    } else if (::truncate(qPrintable(path), off_t(whole.size() * std::size_t(step) / 10)) != 0) {
                        break;
                    }
                }
            });
            const auto document = openTrace(path.toStdString());
            done = true;
            changer.join();
            if (document) { // an incomplete document must still be usable
                const auto session = AnalysisSession::create(*document, {});
                QVERIFY(session.has_value());
                TableRequest request;
                request.table = "info";
                QVERIFY((*session)->table(request).has_value());
            } else {
                QVERIFY(!document.error().detail.empty());
                QVERIFY(document.error().code != ErrorCode::Internal);
            }
        }
        writeFile(path, whole);
        QVERIFY(openTrace(path.toStdString()).has_value());
    }

    void twoLoadsOfOneTraceRace()
    {
        const std::string alone = documentText(**openTrace(m_trace));
        std::array<std::string, 3> seen;
        {
            std::vector<std::jthread> threads;
            for (std::string &text : seen)
                threads.emplace_back([this, &text] {
                    if (const auto document = openTrace(m_trace))
                        text = documentText(**document);
                });
        }
        for (const std::string &text : seen)
            QCOMPARE(text, alone);
        QCOMPARE(looked(m_trace), looked(m_trace));
    }

    void whatIsNoFileIsRefusedAtOnce()
    {
        const std::string pipe = path("pipe.json");
        QCOMPARE(::mkfifo(pipe.c_str(), 0600), 0);
        const auto opened = openTrace(pipe); // has no writer: reading would block forever
        QVERIFY(!opened);
        QCOMPARE(opened.error().code, ErrorCode::Io);
        QVERIFY(opened.error().detail.english().find("not a regular file") != std::string::npos);
        QVERIFY(!openTrace("/dev/zero"));
        QVERIFY(!openTrace("/proc/self/mem")); // every read of this file fails
    }

    void aFullDiskLeavesWhatWasSaved_data()
    {
        QTest::addColumn<bool>("session");
        QTest::newRow("session") << true;
        QTest::newRow("notes") << false;
    }
    void aFullDiskLeavesWhatWasSaved()
    {
        QFETCH(bool, session);
        const QTemporaryDir folder;
        const std::string file = folder.filePath(QStringLiteral("saved")).toStdString();
        const auto write = [&](int notes) {
            return session ? writeSessionFile(file, sessionWith(notes))
                           : writeNotes(file, "/traces/a.json", "f", sessionWith(notes).notes);
        };
        const auto refused = [&] {
            const FileSizeLimit full(4096);
            return write(400);
        };
        for (const bool before : {false, true}) {
            if (before)
                QVERIFY(write(20).has_value());
            const auto saved = refused();
            QVERIFY(!saved);
            QCOMPARE(saved.error().code, ErrorCode::Io);
            QVERIFY2(saved.error().detail.english().find("cannot be written") != std::string::npos,
                saved.error().detail.english().c_str());
            QCOMPARE(QDir(folder.path()).entryList(QDir::Files | QDir::Hidden),
                before ? QStringList{QStringLiteral("saved")} : QStringList());
        }
        const auto notes = session ? readSessionFile(file)->notes : *readNotes(file);
        QCOMPARE(notes.size(), std::size_t{20});
    }

    void killedWhileASessionIsSaved()
    {
        killWhileWriting(
            path("saved.lamella"),
            [](const std::string &file, int notes) {
                [[maybe_unused]] const auto done = writeSessionFile(file, sessionWith(notes));
            },
            [](const std::string &file) {
                const auto session = readSessionFile(file);
                return session && (session->notes.size() == 20 || session->notes.size() == 400);
            });
    }
    void killedWhileNotesAreSaved()
    {
        killWhileWriting(
            path("saved.notes"),
            [](const std::string &file, int notes) {
                [[maybe_unused]] const auto done = writeNotes(file, "/traces/a.json", "f", sessionWith(notes).notes);
            },
            [](const std::string &file) {
                const auto notes = readNotes(file);
                return notes && (notes->size() == 20 || notes->size() == 400);
            });
    }
};

LAMELLA_TEST(TestFaults)
#include "tst_Faults.moc"
