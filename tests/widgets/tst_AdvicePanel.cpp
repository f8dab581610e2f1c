// SPDX-License-Identifier: GPL-3.0-or-later
// Advice as cards: what they say is in the table, a click selects, a hidden rule is gone until it is shown again.
#include "tests/support/TestMain.h"
#include "tests/widgets/LoadedTrace.h"
#include "widgets/advice/AdviceCards.h"
#include "widgets/advice/AdviceHerePanel.h"
#include "widgets/advice/AdvicePanel.h"
#include "widgets/advice/HiddenRules.h"
#include "widgets/common/ElidedLabel.h"
#include "widgets/common/PanelExport.h"
#include "widgets/common/SegmentedControl.h"
#include "widgets/common/UiText.h"
#include "widgets/inspector/InspectorBody.h"
#include "widgets/inspector/InspectorPanel.h"
#include "widgets/models/ReportTableModel.h"
#include "widgets/panels/PerfettoText.h"
#include "widgets/theme/Theme.h"

#include <QLabel>
#include <QSettings>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

#include <algorithm>
#include <numeric>

using namespace lamella;
using namespace lamella::ui;

namespace {

// Two passes of twelve layers: the residual is added by a kernel of its own, the q/k norms are three kernels before RoPE, one
// product takes eight times as long as its like, and there is a gap without a cause.
// With memory: 3 GB are reserved where 1 GB is allocated.
std::string trace(bool memory = false)
{
    std::string text = R"({"traceEvents":[)";
    qint64 at = 1'000'000;
    const auto add = [&](const QString &name, qint64 ns) {
        text += QStringLiteral(
            R"(%1{"ph":"X","cat":"kernel","name":"%2","pid":0,"tid":7,"ts":%3,"dur":%4,"args":{"stream":7,"device":0}})")
                    .arg(at == 1'000'000 ? QString() : QStringLiteral(","), name,
                        QString::number(static_cast<double>(at) / 1000, 'f', 3),
                        QString::number(static_cast<double>(ns) / 1000, 'f', 3))
                    .toStdString();
        at += ns + 500;
    };
    for (int pass = 0; pass < 2; ++pass) {
        add(QStringLiteral("embedding_kernel"), 5000);
        for (int layer = 0; layer < 12; ++layer) {
            add(QStringLiteral("vectorized_CUDAFunctor_add"), 4200);
            add(QStringLiteral("rms_norm_kernel"), 4500);
            add(QStringLiteral("sgemm_qkv"), layer == 5 ? 160'000 : 20'000);
            for (const char *name : {"rmsnorm_q", "rmsnorm_k", "rotary_embedding_kernel", "reshape_and_cache_flash"})
                add(QString::fromLatin1(name), 4300);
            add(QStringLiteral("flash_fwd_kernel"), 50'000);
            add(QStringLiteral("sgemm_o"), 15'000);
            if (layer == 8)
                at += 300'000;
            add(QStringLiteral("sgemm_up"), 60'000);
            add(QStringLiteral("silu_and_mul_kernel"), 8000);
            add(QStringLiteral("sgemm_down"), 40'000);
        }
        add(QStringLiteral("argmax_kernel"), 6000);
        at += 900'000;
    }
    if (memory)
        text += R"(,{"ph":"i","name":"[memory]","pid":0,"tid":1,"ts":1000.5,"s":"t","args":{"Device Type":1,"Device Id":0,"Addr":4096,)"
                R"("Bytes":1000000000,"Total Allocated":1000000000,"Total Reserved":3000000000}})";
    return text + "]}";
}

int cardOf(const AdviceCards &cards, const std::string &rule)
{
    for (std::size_t i = 0; i < cards.cards().size(); ++i)
        if (cards.cards()[i].rule == rule)
            return static_cast<int>(i);
    return -1;
}

} // namespace

class tst_AdvicePanel : public QObject {
    Q_OBJECT
private slots:
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true);
        Theme::apply(ThemeKind::Light);
        m_trace = std::make_unique<test::LoadedTrace>();
        QVERIFY(m_trace->load(trace()));
    }
    void cleanupTestCase() { m_trace.reset(); }
    void init() { QSettings().remove(QStringLiteral("advice/hidden")); }

    void cardsAreTheRowsOfTheTable()
    {
        AdvicePanel panel(m_trace->controller, m_trace->bus);
        panel.resize(1000, 700);
        panel.show();
        QVERIFY(test::settled());
        const auto table = m_trace->controller.session()->table(panel.request());
        QVERIFY(table);
        const AdviceCards &cards = *panel.cards();
        QCOMPARE(cards.cards().size(), (*table)->rowCount());
        QVERIFY(cards.partCount() >= 3);
        for (std::size_t row = 0; row < (*table)->rowCount(); ++row) {
            const AdviceCard &card = cards.cards()[row];
            QCOMPARE(card.rule, std::string((*table)->text(row, (*table)->columnIndex("rule"))));
            QCOMPARE(card.gainHigh, (*table)->integer(row, (*table)->columnIndex("gain_high_ns")));
            QVERIFY(cards.partName(static_cast<int>(row)).contains(cards.text(static_cast<int>(row)).title));
            QVERIFY(!cards.partRect(static_cast<int>(row)).isEmpty());
        }
        // What found nothing is listed, what found something is not.
        QVERIFY(cardOf(cards, "fuse-add-norm") >= 0);
        QVERIFY(!panel.silent()->text().contains(cards.text(cardOf(cards, "fuse-add-norm")).title));
        QVERIFY(panel.silent()->text().contains(QStringLiteral("Copies and casts between operators")));
    }

    // The example: what changes is lit, what is saved between the two pictures is what its kernels lose.
    void theExampleIsOneLayer()
    {
        const auto made = loadAdvicePicture(*m_trace->controller.session(),
            [] {
                core::TableRequest request;
                request.table = "advice";
                return request;
            }(),
            {});
        QVERIFY(made);
        bool fused = false;
        bool idle = false;
        for (const AdviceCard &card : made->cards) {
            const AdviceExample &example = card.example;
            QVERIFY(example.lengthNs > 0);
            if (card.about == AdviceAbout::Idle) {
                idle = true;
                QCOMPARE(example.gaps.size(), std::size_t(1));
                QVERIFY(example.after.empty());
                QVERIFY(example.gaps[0].startNs > 0);
                QVERIFY(example.gaps[0].startNs + example.gaps[0].lengthNs < example.lengthNs);
                continue;
            }
            if (card.rule != "fuse-add-norm")
                continue;
            fused = true;
            QCOMPARE(example.now.size(), std::size_t(12));
            QCOMPARE(example.after.size(), std::size_t(12)); // what the fused one takes longer stands at the place of the other
            QCOMPARE(std::count_if(example.now.begin(), example.now.end(), [](const AdviceBar &bar) { return bar.changes; }), 2);
            const auto sum = [](const std::vector<AdviceBar> &bars) {
                return std::accumulate(bars.begin(), bars.end(), std::int64_t(0),
                    [](std::int64_t all, const AdviceBar &bar) { return all + bar.lengthNs; });
            };
            // The fused kernel moves four tensors, the add three in 4,200 ns.
            QCOMPARE(sum(example.now) - sum(example.after), std::int64_t(4200 + 4500 - 4200 * 4 / 3));
        }
        QVERIFY(fused && idle);
    }

    // Bytes in place of times, on a scale of their own.
    void memoryIsInBytes()
    {
        test::LoadedTrace loaded;
        QVERIFY(loaded.load(trace(true)));
        AdvicePanel panel(loaded.controller, loaded.bus);
        std::vector<OverviewCell> said;
        connect(&panel, &AdvicePanel::overviewChanged, &panel, [&said](const std::vector<OverviewCell> &cells) { said = cells; });
        panel.resize(1000, 700);
        panel.show();
        QVERIFY(test::settled());
        const AdviceCards &cards = *panel.cards();
        const int card = cardOf(cards, "memory-fragmentation");
        QVERIFY(card >= 0);
        const AdviceCard &shown = cards.cards()[static_cast<std::size_t>(card)];
        QCOMPARE(shown.about, AdviceAbout::Memory);
        QVERIFY(shown.bytes == core::AdviceBytes::Saved);
        QCOMPARE(shown.now, std::int64_t(3'000'000'000));
        QCOMPARE(shown.gainHigh, std::int64_t(2'000'000'000));
        QVERIFY(gainText(shown).contains(QStringLiteral("2.00\u00a0GB")));
        const auto findings = std::find_if(
            said.begin(), said.end(), [](const OverviewCell &cell) { return cell.id == OverviewCell::Id::Findings; });
        QVERIFY(findings != said.end());
        QVERIFY(findings->plain().startsWith(QStringLiteral("Advice: %1: ").arg(cards.partCount())));
        panel.hide();
        QVERIFY(said.empty());
        panel.show();
        const auto switches = panel.findChildren<SegmentedControl *>();
        switches[0]->setCurrent(4);
        emit switches[0]->activated(4);
        QCOMPARE(cards.partCount(), 1);
        panel.cards()->pressPart(0);
        QVERIFY(std::holds_alternative<core::EventSelection>(loaded.bus.selection()));
    }

    // A minus is for what is saved.
    void bytesThatLackOrMoveHaveNoMinus()
    {
        AdviceCard card;
        card.about = AdviceAbout::Memory;
        card.now = 5'000'000'000;
        card.gainLow = 1'000'000'000;
        card.gainHigh = 2'000'000'000;
        const auto isNegative = [&card] { return gainText(card).contains(u'-') || gainText(card).contains(QChar(0x2212)); };
        QVERIFY(isNegative());
        for (const core::AdviceBytes bytes : {core::AdviceBytes::Lacking, core::AdviceBytes::Moved}) {
            card.bytes = bytes;
            QVERIFY2(!isNegative(), qPrintable(gainText(card)));
        }
        card.gainLow = card.gainHigh = 0; // there was room for what was asked for
        QCOMPARE(gainText(card), amountText(card, card.now));
    }

    void aClickSelectsAndShowJumps()
    {
        AdvicePanel panel(m_trace->controller, m_trace->bus);
        panel.resize(1000, 700);
        panel.show();
        QVERIFY(test::settled());
        AdviceCards &cards = *panel.cards();
        m_trace->bus.clear();
        QSignalSpy shown(&panel, &AdvicePanel::showRequested);
        const int card = cardOf(cards, "outlier-kernel");
        QVERIFY(card >= 0);
        QTest::mouseClick(&cards, Qt::LeftButton, {}, cards.partRect(card).topLeft() + QPoint(60, 12));
        QCOMPARE(m_trace->bus.selection(), cards.cards()[static_cast<std::size_t>(card)].target);
        QCOMPARE(cards.selectedPart(), card);
        QCOMPARE(shown.count(), 0);
        QTest::keyClick(&cards, Qt::Key_Return);
        QCOMPARE(shown.count(), 1);
        QTest::mouseClick(&cards, Qt::LeftButton, {}, cards.partRect(cards.partCount() + 4 * card).center());
        QCOMPARE(shown.count(), 2);
        // Compare is about the layer of the example; this trace has no source lines, so that there is no link to them.
        QSignalSpy compared(&panel, &AdvicePanel::compareRequested);
        QTest::mouseClick(&cards, Qt::LeftButton, {}, cards.partRect(cards.partCount() + 4 * card + 1).center());
        QCOMPARE(compared.count(), 1);
        const auto *layer = std::get_if<core::LayerSelection>(&m_trace->bus.selection());
        QVERIFY(layer != nullptr);
        QCOMPARE(layer->layer, 5);
        QVERIFY(cards.partRect(cards.partCount() + 4 * card + 2).isEmpty());
        // Keys walk the cards, and what is selected elsewhere is followed.
        QTest::keyClick(&cards, Qt::Key_Home);
        QCOMPARE(cards.selectedPart(), 0);
        QTest::keyClick(&cards, Qt::Key_Down);
        QCOMPARE(cards.selectedPart(), 1);
        m_trace->bus.select(cards.cards()[static_cast<std::size_t>(card)].target, nullptr);
        QCOMPARE(cards.selectedPart(), card);
    }

    void aHiddenRuleIsGoneUntilItIsShownAgain()
    {
        AdvicePanel panel(m_trace->controller, m_trace->bus);
        panel.resize(1000, 700);
        panel.show();
        QVERIFY(test::settled());
        AdviceCards &cards = *panel.cards();
        HiddenRules &hidden = HiddenRules::of(m_trace->controller);
        const int before = cards.partCount();
        const int card = cardOf(cards, "fuse-add-norm");
        QVERIFY(card >= 0);
        const QString title = cards.text(card).title;
        cards.pressPart(card);
        QTest::keyClick(&cards, Qt::Key_Delete);
        QCOMPARE(cards.partCount(), before - 1);
        QCOMPARE(cardOf(cards, "fuse-add-norm"), -1);
        QCOMPARE(QSettings().value(QStringLiteral("advice/hidden")).toStringList(), QStringList{QStringLiteral("fuse-add-norm")});
        hidden.undoStack().undo();
        QCOMPARE(cards.partCount(), before);
        QVERIFY(!QSettings().contains(QStringLiteral("advice/hidden")));
        hidden.undoStack().redo();
        QCOMPARE(cards.partCount(), before - 1);
        QToolButton *again = nullptr;
        for (QToolButton *button : panel.findChildren<QToolButton *>())
            again = button->text() == title ? button : again;
        QVERIFY(again);
        again->click();
        QCOMPARE(cards.partCount(), before);
        QVERIFY(hidden.ids().isEmpty());
    }

    void theSwitchesChooseAndOrder()
    {
        AdvicePanel panel(m_trace->controller, m_trace->bus);
        panel.resize(1000, 700);
        panel.show();
        QVERIFY(test::settled());
        const auto switches = panel.findChildren<SegmentedControl *>();
        QCOMPARE(switches.size(), 2);
        switches[0]->setCurrent(2);
        emit switches[0]->activated(2);
        QCOMPARE(panel.cards()->partCount(), 1);
        QCOMPARE(panel.cards()->cards()[0].rule, std::string("idle-unknown"));
        switches[0]->setCurrent(0);
        switches[1]->setCurrent(1);
        emit switches[1]->activated(1);
        const auto &cards = panel.cards()->cards();
        QVERIFY(cards.front().certainty == "certain");
        QVERIFY(cards.back().certainty == "check");
    }

    // The strip has the figures of advice --by pass, and says where hidden rules are in them.
    void theStripAddsUp()
    {
        AdvicePanel panel(m_trace->controller, m_trace->bus);
        QString strip;
        connect(&panel, &AdvicePanel::overviewChanged, &panel, [&strip](const std::vector<OverviewCell> &cells) {
            strip.clear();
            for (const OverviewCell &cell : cells)
                strip += cell.plain() + u'\n';
        });
        panel.resize(1000, 700);
        panel.show();
        QVERIFY(test::settled());
        core::TableRequest request = panel.request();
        request.by = "pass";
        const auto table = m_trace->controller.session()->table(request);
        QVERIFY(table);
        QCOMPARE((*table)->rowCount(), std::size_t(1));
        const auto ns = [&](const char *column) { return (*table)->integer(0, (*table)->columnIndex(column)); };
        QVERIFY(ns("gain_high_ns") > 0);
        QCOMPARE(ns("after_ns"), ns("wall_ns") - ns("gain_high_ns"));
        QCOMPARE(ns("certain") + ns("likely") + ns("check"), static_cast<std::int64_t>(panel.cards()->partCount()));
        QVERIFY(strip.contains(durationText(ns("wall_ns"))));
        QVERIFY(strip.contains(durationText(ns("after_ns"))));
        QVERIFY(!strip.contains(QStringLiteral("hidden")));
        HiddenRules &hidden = HiddenRules::of(m_trace->controller);
        hidden.hide(QStringLiteral("fuse-add-norm"), QString());
        QVERIFY(strip.contains(QStringLiteral("hidden rules included")));
        hidden.show(QStringLiteral("fuse-add-norm"), QString());
    }

    // A card that is clicked is in the inspector with its evidence, until something else is selected.
    void theInspectorHasTheFinding()
    {
        InspectorPanel inspector(m_trace->controller, m_trace->bus);
        inspector.resize(324, 800);
        inspector.show();
        AdvicePanel panel(m_trace->controller, m_trace->bus);
        panel.resize(1000, 700);
        panel.show();
        QVERIFY(test::settled());
        const AdviceCards &cards = *panel.cards();
        const int card = cardOf(cards, "fuse-add-norm");
        QVERIFY(card >= 0);
        panel.cards()->pressPart(card);
        QVERIFY(test::settled());
        const InspectorContent &content = inspector.content();
        QCOMPARE(content.title, cards.text(card).title);
        QCOMPARE(content.figure,
            gainText(cards.cards()[static_cast<std::size_t>(card)]));
        QVERIFY(content.asText().contains(cards.text(card).evidence));
        QVERIFY(content.asText().contains(cards.text(card).change));
        QCOMPARE(std::count_if(content.sections[0].rows.begin(), content.sections[0].rows.end(),
                     [](const InspectorRow &row) { return row.category >= 0; }),
            2); // the add and the norm of one layer
        // Its range is that of all layers where it was found, not of the kernel that is selected with it.
        const core::TimeRange range = m_trace->bus.rangeOf(content.subject);
        const auto parts = core::partsOf(content.subject);
        QVERIFY(parts.size() > 1);
        const auto &first = std::get<core::LayerSelection>(parts.front());
        const auto &last = std::get<core::LayerSelection>(parts.back());
        QVERIFY(range.begin == m_trace->bus.rangeOf(first).begin);
        QVERIFY(range.end == m_trace->bus.rangeOf(last).end);
        const PerfettoText text = perfettoText(*m_trace->controller.document(), content.subject, range);
        QCOMPARE(inspector.findChild<ElidedLabel *>(QStringLiteral("inspectorRange"))->text(),
            text.start + QStringLiteral(" → ") + text.end);
        QVERIFY(range.begin <= m_trace->bus.selectedRange().begin && m_trace->bus.selectedRange().end <= range.end);
        m_trace->bus.select(core::PassSelection{m_trace->device().device, m_trace->firstPass()}, nullptr);
        QVERIFY(test::settled());
        QVERIFY(inspector.content().title != cards.text(card).title);
    }

    // In the inspector where it concerns the selection, unless its rule is hidden.
    void theInspectorHasWhatConcernsTheSelection()
    {
        InspectorPanel inspector(m_trace->controller, m_trace->bus);
        inspector.resize(324, 800);
        inspector.show();
        const auto rows = [&] {
            QStringList titles;
            for (const InspectorSection &section : inspector.content().sections)
                if (section.id == QStringLiteral("advice"))
                    for (const InspectorRow &row : section.rows)
                        titles << row.label;
            return titles;
        };
        const core::DeviceSegmentation &device = m_trace->device();
        const int pass = m_trace->firstPass();
        const QString outlier = QStringLiteral("One call takes much longer than its like");
        m_trace->bus.select(core::LayerSelection{device.device, pass, 5}, nullptr);
        QVERIFY(test::settled());
        QVERIFY(rows().contains(outlier));
        m_trace->bus.select(core::LayerSelection{device.device, pass, 6}, nullptr);
        QVERIFY(test::settled());
        QVERIFY(!rows().isEmpty());
        QVERIFY(!rows().contains(outlier));
        m_trace->bus.select(core::KernelSelection{m_trace->kernelInLayer(5)}, nullptr);
        QVERIFY(test::settled());
        QCOMPARE(rows(), QStringList{outlier});
        HiddenRules::of(m_trace->controller).hide(QStringLiteral("outlier-kernel"), outlier);
        QVERIFY(rows().isEmpty());
        HiddenRules::of(m_trace->controller).undoStack().undo();
        QCOMPARE(rows(), QStringList{outlier});
    }

    // What is written is what is listed: findings of other places and hidden rules are not.
    void theFindingsHereAreWrittenAsShown()
    {
        test::LoadedTrace other;
        QVERIFY(other.load(trace()));
        AdviceHerePanel panel(other.controller, other.bus);
        panel.show();
        other.bus.select(core::LayerSelection{other.device().device, other.firstPass(), 5}, nullptr);
        QVERIFY(test::settled());
        const int before = panel.model().rowCount();
        QVERIFY(before > 1);
        HiddenRules::of(other.controller).hide(QStringLiteral("outlier-kernel"), QStringLiteral("outlier"));
        QVERIFY(test::settled());
        std::shared_ptr<const core::ReportTable> written;
        connect(&panel, &AdviceHerePanel::tableExportRequested, this,
            [&written](const ShownRows &rows) { written = *rows.make({}); });
        QCOMPARE(PanelExport::run(&panel), PanelExport::Outcome::Asked);
        QCOMPARE(written->rowCount(), static_cast<std::size_t>(before - 1));
        for (std::size_t row = 0; row < written->rowCount(); ++row)
            QVERIFY(written->text(row, written->columnIndex("rule")) != "outlier-kernel");
        int rowsOfTheLast = -1; // which a click would select in the next trace
        connect(&other.controller, &SessionController::sessionChanged, &panel, [&] { rowsOfTheLast = panel.model().rowCount(); });
        other.controller.segmentAgain(other.controller.session()->options());
        QTRY_VERIFY_WITH_TIMEOUT(rowsOfTheLast >= 0, test::kWaitMs);
        QCOMPARE(rowsOfTheLast, 0);
    }

private:
    std::unique_ptr<test::LoadedTrace> m_trace;
};

LAMELLA_WIDGET_TEST(tst_AdvicePanel)
#include "tst_AdvicePanel.moc"
