// SPDX-License-Identifier: GPL-3.0-or-later
// The page that is shown while a trace is read.
#include "tests/support/TestMain.h"
#include "tests/widgets/LoadedTrace.h"
#include "widgets/overview/LoadingOverview.h"
#include "widgets/panels/LoadingPage.h"
#include "widgets/passes/LoadingStrip.h"

#include <QSignalSpy>
#include <QTest>

using namespace lamella;
using namespace lamella::ui;

class TestLoadingPage : public QObject {
    Q_OBJECT
private:
    test::LoadedTrace m_trace;

private slots:
    void howMuchIsReadIsInTheOverviewStrip()
    {
        LoadingPage page(m_trace.controller);
        page.resize(1280, 600);
        page.show();
        page.start(QStringLiteral("/traces/big.json.gz"));
        const auto *overview = page.findChild<LoadingOverview *>();
        QVERIFY(overview != nullptr && overview->isVisible());
        const auto textOf = [overview](OverviewCell::Id id) { return overview->partName(overview->partOf(id)); };
        QVERIFY(textOf(OverviewCell::Id::File).startsWith(QStringLiteral("big.json.gz")));
        QCOMPARE(textOf(OverviewCell::Id::Read), QStringLiteral("Read: 0\u00A0%"));
        emit m_trace.controller.progressChanged({63'000'000, 100'000'000, 0.1, false});
        QVERIFY2(textOf(OverviewCell::Id::Read).startsWith(QStringLiteral("Read: 63\u00A0% · 63.0\u00A0MB of 100\u00A0MB")),
            qPrintable(textOf(OverviewCell::Id::Read)));
        // The widths of cells never shrink while a file is read, so that nothing moves.
        const int left = overview->partRect(overview->partOf(OverviewCell::Id::Layers)).left();
        emit m_trace.controller.progressChanged({9, 10, 0, false});
        QCOMPARE(overview->partRect(overview->partOf(OverviewCell::Id::Layers)).left(), left);
    }

    void theLinkInTheStripCancels()
    {
        LoadingPage page(m_trace.controller);
        page.resize(1280, 600);
        page.show();
        page.start(QStringLiteral("/traces/big.json"));
        QSignalSpy cancelled(&page, &LoadingPage::cancelRequested);
        auto *overview = page.findChild<LoadingOverview *>();
        for (int part = 0; part < overview->partCount(); ++part)
            if (overview->partName(part) == QStringLiteral("Cancel"))
                QTest::mouseClick(overview, Qt::LeftButton, {}, overview->partRect(part).center());
        QCOMPARE(cancelled.size(), 1);
    }

    // As soon as there is something to keep.
    void whatWasReadCanBeKept()
    {
        LoadingPage page(m_trace.controller);
        page.resize(1280, 600);
        page.show();
        page.start(QStringLiteral("/traces/big.json"));
        QSignalSpy kept(&page, &LoadingPage::keepRequested);
        QSignalSpy cancelled(&page, &LoadingPage::cancelRequested);
        auto *overview = page.findChild<LoadingOverview *>();
        const auto press = [overview](const QString &name) {
            for (int part = 0; part < overview->partCount(); ++part)
                if (overview->partName(part) == name)
                    QTest::mouseClick(overview, Qt::LeftButton, {}, overview->partRect(part).center());
        };
        press(QStringLiteral("Keep"));
        QCOMPARE(kept.size(), 0);
        core::ImportPreview preview;
        preview.kernels = 7;
        emit m_trace.controller.previewChanged(std::make_shared<const core::ImportPreview>(preview));
        press(QStringLiteral("Keep"));
        QCOMPARE(kept.size(), 1);
        press(QStringLiteral("Cancel"));
        QCOMPARE(cancelled.size(), 1);
        QVERIFY(!m_trace.controller.keepRead()); // nothing is being read
    }

    void aNarrowWindowKeepsTheLink()
    {
        LoadingState state{QStringLiteral("vllm-decode-rank0.json.gz"), {}, {410'000'000, 1'000'000'000, 1.0, false}, 1'234'567};
        WidestCells widest;
        for (const int width : {800, 1000, 1280, 1440, 800}) {
            const std::vector<OverviewCell> cells = loadingCells(state);
            const std::vector<OverviewPlace> places = layOutOverview(cells, QSize(width, 50), widest);
            QVERIFY2(places.back().rect.right() < width, qPrintable(QString::number(width)));
            QCOMPARE(cells.back().line.front().action, OverviewAction::Keep);
            QCOMPARE(cells.back().line.back().action, OverviewAction::Cancel);
        }
    }

    // Without an arrow key first: the link is the only part that does something.
    void returnOnTheStripCancels()
    {
        LoadingPage page(m_trace.controller);
        page.resize(1280, 600);
        page.show();
        page.start(QStringLiteral("/traces/big.json"));
        QSignalSpy cancelled(&page, &LoadingPage::cancelRequested);
        auto *overview = page.findChild<LoadingOverview *>();
        overview->setFocus(Qt::TabFocusReason);
        QTest::keyClick(overview, Qt::Key_Return);
        QCOMPARE(cancelled.size(), 1);
    }

    void kernelTimeIsShownByTime()
    {
        LoadingPage page(m_trace.controller);
        page.start(QStringLiteral("/traces/big.json"));
        const auto *strip = page.findChild<LoadingStrip *>();
        QVERIFY(strip->shares().empty());
        QCOMPARE(strip->accessibleDescription(), QStringLiteral("after reading"));
        core::ImportPreview preview;
        preview.range = {{1000}, {5000}};
        preview.slicesNs = {500, 0, 1000, 2500}; // two streams in the last
        emit m_trace.controller.previewChanged(std::make_shared<const core::ImportPreview>(preview));
        QCOMPARE(strip->shares(), (std::vector<double>{0.5, 0, 1, 1}));
        QVERIFY(strip->accessibleDescription().contains(QStringLiteral("4.000\u00A0µs")));
        page.start(QStringLiteral("/traces/other.json"));
        QVERIFY(strip->shares().empty());
    }
};

LAMELLA_WIDGET_TEST(TestLoadingPage)
#include "tst_LoadingPage.moc"
