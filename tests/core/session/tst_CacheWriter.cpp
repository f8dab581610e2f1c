// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/ImporterRegistry.h"
#include "core/session/CacheWriter.h"
#include "tests/support/TestMain.h"
#include "tests/support/TraceText.h"

#include <QTemporaryDir>
#include <QTest>

#include <future>
#include <memory>

using namespace lamella::core;
using namespace lamella::test;

namespace {

struct Opened {
    TraceText file;
    QTemporaryDir folder;
    CacheSettings settings;
    OpenedTrace trace;

    explicit Opened(const std::string &text = traceObject(quoted("{'ph':'X','name':'a','pid':1,'tid':1,'ts':1,'dur':2}")))
        : file(text)
    {
        settings.folder = folder.path().toStdString();
        settings.minRawBytes = 0;
        trace = read();
        trace.ticket->openedNs += 10'000'000'000; // as if the file were older
    }
    [[nodiscard]] OpenedTrace read() const { return openTrace(file.path(), {}, TraceCache(settings), {}).value(); }
};

} // namespace

class tst_CacheWriter : public QObject {
    Q_OBJECT
private slots:
    void writesBesideAndWaits()
    {
        const Opened opened;
        int begun = 0;
        CacheWriter keeper([&begun] { ++begun; });
        keeper.prepareText(opened.trace.document);
        keeper.cacheDocument(opened.settings, opened.trace.document, *opened.trace.ticket);
        keeper.finish();
        QVERIFY(opened.read().fromCache);
        QVERIFY(keeper.takeNotes().empty());
        QCOMPARE(begun, 1);
    }

    void tellsWhatCouldNotBeWritten()
    {
        Opened opened;
        opened.settings.folder = opened.file.path(); // the path is a file
        CacheWriter keeper;
        keeper.cacheDocument(opened.settings, opened.trace.document, *opened.trace.ticket);
        keeper.finish();
        QCOMPARE(keeper.takeNotes().size(), std::size_t{1});
        QVERIFY(keeper.takeNotes().empty());
    }

    void givesUpWhenStopped()
    {
        const Opened opened;
        CacheWriter keeper;
        std::stop_source stop;
        stop.request_stop();
        keeper.cacheDocument(opened.settings, opened.trace.document, *opened.trace.ticket);
        keeper.finish(stop.get_token()); // returns, whether or not it was written
        QVERIFY(keeper.takeNotes().empty());
    }

    void dropsWhatIsClosed_data()
    {
        QTest::addColumn<bool>("closed");
        QTest::newRow("still open") << false;
        QTest::newRow("closed") << true;
    }
    void dropsWhatIsClosed()
    {
        QFETCH(bool, closed);
        Opened opened;
        std::promise<void> go;
        CacheWriter keeper([waiting = go.get_future().share()] { waiting.wait(); }); // blocks the thread
        const std::weak_ptr<const TraceDocument> document = opened.trace.document;
        keeper.prepareText(opened.trace.document);
        keeper.cacheDocument(opened.settings, opened.trace.document, *opened.trace.ticket);
        if (closed)
            opened.trace.document.reset();
        keeper.dropUnused();
        go.set_value();
        keeper.finish();
        QCOMPARE(document.expired(), closed);
        QCOMPARE(TraceCache(opened.settings).entries().empty(), closed);
        QVERIFY(keeper.takeNotes().empty());
    }

    void finishesWithoutWork()
    {
        CacheWriter keeper;
        keeper.finish();
        QVERIFY(keeper.takeNotes().empty());
    }
};

LAMELLA_TEST(tst_CacheWriter)
#include "tst_CacheWriter.moc"
