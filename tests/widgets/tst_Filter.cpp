// SPDX-License-Identifier: GPL-3.0-or-later
// The one filter of the window: what it means, what is told of it, and that Back takes a kept one away.
#include "tests/support/TestMain.h"
#include "tests/widgets/LoadedTrace.h"
#include "widgets/charts/LayerBarsChart.h"
#include "widgets/charts/LayerBarsPanel.h"
#include "widgets/models/ReportTableModel.h"
#include "widgets/panels/KernelTablePanel.h"
#include "widgets/search/FilterControl.h"
#include "widgets/search/FilterStrip.h"
#include "widgets/timeline/TimelinePanel.h"
#include "widgets/timeline/TimelineView.h"

#include <QLineEdit>
#include <QSignalSpy>
#include <QtTest>

using namespace lamella;

class tst_Filter : public QObject {
    Q_OBJECT
private slots:
    void initTestCase()
    {
        m_trace = std::make_unique<test::LoadedTrace>();
        QVERIFY(m_trace->load(test::TraceKind::Moe));
    }
    void cleanupTestCase() { m_trace.reset(); }

    void textMeansKernels()
    {
        ui::FilterControl filter(m_trace->controller, m_trace->bus);
        filter.setText(QStringLiteral("cat:attention"));
        QTRY_VERIFY(filter.matches());
        const auto document = m_trace->controller.document();
        const auto names = m_trace->controller.names();
        std::size_t attention = 0;
        for (const core::StringId name : document->kernels.name)
            attention += names->category(name) == core::Category::Attention ? 1 : 0;
        QVERIFY(attention > 0);
        QCOMPARE(filter.matches()->kernels.size(), attention);
        filter.setText({});
        QVERIFY(!filter.matches());
        QVERIFY(filter.isEmpty());
    }

    void whatCannotBeReadIsToldAndTheFilterBeforeStays()
    {
        ui::FilterControl filter(m_trace->controller, m_trace->bus);
        filter.setText(QStringLiteral("cat:attention"));
        QTRY_VERIFY(filter.matches());
        const auto before = filter.matches();
        filter.setText(QStringLiteral("cat:attentionx"));
        QVERIFY(filter.error().contains(QStringLiteral("attentionx")));
        QVERIFY(!filter.keep());
        QCOMPARE(filter.matches(), before);
    }

    void aKeptFilterGoesWhileWhatIsTypedCannotBeRead()
    {
        ui::FilterControl filter(m_trace->controller, m_trace->bus);
        ui::KernelTablePanel kernels(m_trace->controller, m_trace->bus);
        m_trace->bus.select(core::PassSelection{m_trace->device().device, m_trace->firstPass()}, nullptr);
        connect(
            &filter, &ui::FilterControl::filterChanged, &kernels, [&] { kernels.setFilters(filter.keptText(), filter.text()); });
        filter.setText(QStringLiteral("cat:attention"));
        QVERIFY(filter.keep());
        filter.setText(QStringLiteral("dur>"));
        QVERIFY(!filter.error().isEmpty());
        QCOMPARE(filter.wholeText(), QStringLiteral("cat:attention"));
        filter.remove(0);
        QVERIFY(filter.isEmpty());
        QVERIFY(!filter.matches());
        QVERIFY(kernels.request().filter.empty());
        filter.clear();
    }

    void aStepRightAfterTypingWaitsForTheMatches()
    {
        ui::FilterControl filter(m_trace->controller, m_trace->bus);
        filter.setText(QStringLiteral("cat:gemm"));
        QTRY_VERIFY(filter.matches());
        m_trace->bus.select(core::PassSelection{m_trace->device().device, m_trace->firstPass()}, nullptr);
        const core::Selection before = m_trace->bus.selection();
        filter.setText(QStringLiteral("cat:attention"));
        QVERIFY(!filter.matches()); // not those of the filter before
        filter.step(1);
        QCOMPARE(m_trace->bus.selection(), before);
        QTRY_VERIFY(std::holds_alternative<core::KernelSelection>(m_trace->bus.selection()));
        const core::KernelId kernel = std::get<core::KernelSelection>(m_trace->bus.selection()).kernel;
        const core::StringId name = m_trace->controller.document()->kernels.name[kernel.value];
        QCOMPARE(m_trace->controller.names()->category(name), core::Category::Attention);
    }

    void theListHasWhatTheFilterMeans_data()
    {
        QTest::addColumn<QString>("text");
        QTest::newRow("name") << QStringLiteral("gemm");
        QTest::newRow("operator, which is no name") << QStringLiteral("aten");
        QTest::newRow("shapes, which are no name") << QStringLiteral("[[");
        QTest::newRow("category, not name, longer") << QStringLiteral("cat:attention !\"flash\" dur>1us");
    }

    void theListHasWhatTheFilterMeans()
    {
        QFETCH(QString, text);
        ui::FilterControl filter(m_trace->controller, m_trace->bus);
        filter.setText(text);
        QTRY_VERIFY(filter.matches());
        core::TableRequest request;
        request.table = "kernels";
        request.each = true;
        request.pass = "trace";
        request.device = "all";
        request.filter = filter.wholeText().toStdString();
        const auto table = m_trace->controller.session()->table(request);
        QVERIFY(table);
        QCOMPARE((*table)->rowCount(), filter.matches()->kernels.size());
    }

    void backTakesAKeptFilterAway()
    {
        ui::FilterControl filter(m_trace->controller, m_trace->bus);
        m_trace->bus.select(core::PassSelection{m_trace->device().device, m_trace->firstPass()}, nullptr);
        filter.setText(QStringLiteral("cat:attention"));
        QVERIFY(filter.keep());
        QCOMPARE(filter.text(), QString());
        filter.setText(QStringLiteral("dur>1us"));
        QVERIFY(filter.keep());
        QCOMPARE(filter.wholeText(), QStringLiteral("cat:attention dur>1us"));
        m_trace->bus.goBack();
        QCOMPARE(filter.kept(), QStringList{QStringLiteral("cat:attention")});
        m_trace->bus.goBack();
        QVERIFY(filter.kept().isEmpty());
        QVERIFY(std::holds_alternative<core::PassSelection>(m_trace->bus.selection())); // the place stayed
        m_trace->bus.goForward();
        QCOMPARE(filter.kept(), QStringList{QStringLiteral("cat:attention")});
        filter.clear();
    }

    void nextAndPreviousWalkTheMatchesInACircle()
    {
        ui::FilterControl filter(m_trace->controller, m_trace->bus);
        ui::FilterStrip strip(filter, m_trace->bus);
        m_trace->bus.select(core::PassSelection{m_trace->device().device, m_trace->firstPass()}, nullptr);
        filter.setText(QStringLiteral("cat:attention"));
        QTRY_VERIFY(filter.matches());
        const auto &all = filter.matches()->kernels;
        m_trace->bus.select(core::KernelSelection{all.front()}, nullptr);
        QCOMPARE(filter.position(), 0);
        QVERIFY(strip.countText().startsWith(QStringLiteral("1 of ")));
        filter.step(-1);
        QCOMPARE(m_trace->bus.selection(), core::Selection(core::KernelSelection{all.back()}));
        filter.step(1);
        filter.step(1);
        QCOMPARE(m_trace->bus.selection(), core::Selection(core::KernelSelection{all[1]}));
    }

    // The filter typed before stays in effect, but its count is not that of the text in the field.
    void anInvalidTextHasNoCount()
    {
        ui::FilterControl filter(m_trace->controller, m_trace->bus);
        ui::FilterStrip strip(filter, m_trace->bus);
        filter.setText(QStringLiteral("cat:attention"));
        QTRY_VERIFY(filter.matches());
        const QString counted = strip.countText();
        QVERIFY(!counted.isEmpty());
        filter.setText(QStringLiteral("cat:"));
        QVERIFY(!filter.error().isEmpty());
        QCOMPARE(strip.countText(), QString());
        filter.setText(QStringLiteral("cat:attention"));
        QCOMPARE(strip.countText(), counted);
        filter.clear();
    }

    void chipsShowAndTakeAway()
    {
        ui::FilterControl filter(m_trace->controller, m_trace->bus);
        ui::FilterStrip strip(filter, m_trace->bus);
        QVERIFY(strip.isHidden());
        filter.setText(QStringLiteral("gemm"));
        filter.keep();
        QVERIFY(!strip.isHidden());
        auto *chip = strip.findChild<QAbstractButton *>(QStringLiteral("filterChip"));
        QVERIFY(chip);
        QVERIFY(chip->accessibleName().contains(QStringLiteral("gemm")));
        chip->click();
        QTRY_VERIFY(filter.kept().isEmpty());
        QVERIFY(strip.isHidden());
    }

    void viewsFollow()
    {
        ui::FilterControl filter(m_trace->controller, m_trace->bus);
        ui::LayerBarsPanel layers(m_trace->controller, m_trace->bus);
        ui::TimelinePanel timeline(m_trace->controller, m_trace->bus, m_trace->range);
        ui::KernelTablePanel kernels(m_trace->controller, m_trace->bus);
        m_trace->bus.select(core::PassSelection{m_trace->device().device, m_trace->firstPass()}, nullptr);
        QTRY_VERIFY(!layers.chart()->bars().bars.empty());
        QTRY_VERIFY(kernels.model()->rowCount() > 0);
        QTRY_VERIFY(!timeline.isBusy());
        filter.setText(QStringLiteral("cat:attention stream:99999"));
        QTRY_VERIFY(filter.matches());
        timeline.view()->setMatches(filter.matches());
        QCOMPARE(timeline.view()->frame().matches, filter.matches().get());
        kernels.setFilters(filter.keptText(), filter.text());
        QTRY_COMPARE(kernels.model()->rowCount(), 0); // no such stream
        QCOMPARE(QString::fromStdString(kernels.request().filter), QStringLiteral("stream:99999 cat:attention"));
        filter.setText(QStringLiteral("cat:attention"));
        QTRY_VERIFY(filter.matches() && !filter.matches()->kernels.empty());
        layers.setMatches(filter.matches());
        QTRY_VERIFY(!layers.chart()->bars().bars.front().matched.empty());
        const ui::LayerBarsData &bars = layers.chart()->bars();
        for (std::size_t c = 0; c < bars.categories.size(); ++c) {
            const bool attention = bars.categories[c] == core::Category::Attention;
            QCOMPARE(bars.bars.front().matched[c], attention ? bars.bars.front().parts[c] : 0);
        }
        layers.setMatches(nullptr);
        QVERIFY(layers.chart()->bars().bars.front().matched.empty());
    }

private:
    std::unique_ptr<test::LoadedTrace> m_trace;
};

LAMELLA_WIDGET_TEST(tst_Filter)
#include "tst_Filter.moc"
