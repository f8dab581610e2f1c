// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/CoreMatcher.h"
#include "widgets/common/CoreText.h"
#include "widgets/common/Sentence.h"
#include "tests/support/TestMain.h"

#include <QCoreApplication>
#include <QTest>
#include <QTranslator>

#include <array>
#include <map>
#include <string>

using namespace lamella;
using namespace lamella::ui;

namespace {

// A language made up for the rules: words in capitals.
std::optional<QString> shouted(std::string_view text)
{
    static const std::map<std::string, QString, std::less<>> kEntries{
        {"steady", u"STEADY"_qs},
        {"nothing runs", u"NOTHING RUNS"_qs},
        {"All of it. And more.", u"ALL"_qs},
        {"%1 gap", u"GAP %1"_qs},
        {"%1 gaps", u"GAPS %1"_qs},
        {"%1 of %2 layers", u"%2 LAYERS, %1 OF THEM"_qs},
        {"%1 of %2 layers of type %3", u"TYPE %3: %1/%2"_qs},
        {"before %1: %2 gaps, longest %3", u"%2 GAPS BEFORE %1, LONGEST %3"_qs},
        {"why: %1", u"WHY: %1"_qs},
        {"pass %1: %2", u"PASS %1: %2"_qs},
        {"state %1", u"STATE %1"_qs},
    };
    const auto found = kEntries.find(text);
    return found == kEntries.end() ? std::nullopt : std::optional(found->second);
}

constexpr std::array kRules{CoreTemplate{"%1 gap", "n"}, CoreTemplate{"%1 gaps", "n"}, CoreTemplate{"%1 of %2 layers", "nn"},
    CoreTemplate{"%1 of %2 layers of type %3", "nnk"}, CoreTemplate{"before %1: %2 gaps, longest %3", "knn"},
    CoreTemplate{"why: %1"}, CoreTemplate{"pass %1: %2", "n"}, CoreTemplate{"state %1"},
    CoreTemplate{"%1 without translation", "k"}};

QString said(std::string_view text)
{
    static const CoreMatcher kMatcher(kRules, shouted);
    const auto found = kMatcher.translated(text);
    return found ? *found : QStringLiteral("(none)");
}

} // namespace

class TestCoreText : public QObject {
    Q_OBJECT
private slots:
    void init() { QCoreApplication::removeTranslator(&m_chinese); }
    void rules_data();
    void rules();
    void hostileTextsEnd_data();
    void hostileTextsEnd();
    void numbersAreToldFromNames();
    void englishStays();
    void chineseIsSaid_data();
    void chineseIsSaid();
    void namesStay();
    void errorsKeepTheirPlace();
    void languageCanChange();

private:
    void installChinese()
    {
        if (m_chinese.isEmpty())
            QVERIFY(m_chinese.load(u":/i18n/lamella_zh_CN.qm"_qs));
        QCoreApplication::installTranslator(&m_chinese);
    }
    QTranslator m_chinese;
};

void TestCoreText::rules_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("wanted");
    const auto row = [](const char *rule, const char *text, const QString &wanted) {
        QTest::newRow(rule) << QByteArray(text) << wanted;
    };
    row("a whole text", "nothing runs", u"NOTHING RUNS"_qs);
    row("a whole text goes before its sentences", "All of it. And more.", u"ALL"_qs);
    row("parts in another order", "3 of 8 layers", u"8 LAYERS, 3 OF THEM"_qs);
    row("the longer template first", "3 of 8 layers of type A", u"TYPE A: 3/8"_qs);
    row("one and several", "1 gap", u"GAP 1"_qs);
    row("a number with its unit", "1.25 ms of 8 layers", u"8 LAYERS, 1.25 ms OF THEM"_qs);
    row("no number where one must be", "most gaps", u"(none)"_qs);
    row("a name as it is", "before steady: 2 gaps, longest 4 ms", u"2 GAPS BEFORE steady, LONGEST 4 ms"_qs);
    row("a name that holds what follows it", "before a: b: 2 gaps, longest 4 ms", u"2 GAPS BEFORE a: b, LONGEST 4 ms"_qs);
    row("a name that looks like a place", "before %2%1: 2 gaps, longest 4 ms", u"2 GAPS BEFORE %2%1, LONGEST 4 ms"_qs);
    row("a word in a part", "state steady", u"STATE STEADY"_qs);
    row("a sentence in a part", "why: 3 of 8 layers", u"WHY: 8 LAYERS, 3 OF THEM"_qs);
    row("an unknown part stays", "why: because", u"WHY: because"_qs);
    row("sentences one by one", "pass 1: 2 gaps; pass 2: nothing runs", u"PASS 1: GAPS 2; PASS 2: NOTHING RUNS"_qs);
    row("sentences with a stop", "All of it. And more. nothing runs", u"ALL NOTHING RUNS"_qs);
    row("a part of several sentences", "why: 2 gaps; because", u"WHY: GAPS 2; because"_qs);
    row("an unknown sentence stays", "because; 2 gaps", u"because; GAPS 2"_qs);
    row("parts of an enumeration", "2 gaps, 3 of 8 layers", u"GAPS 2, 8 LAYERS, 3 OF THEM"_qs);
    row("nothing known", "something else", u"(none)"_qs);
    row("an empty part is none", "why: ", u"(none)"_qs);
    row("a template without translation", "this without translation", u"(none)"_qs);
    row("no text", "", u"(none)"_qs);
}

void TestCoreText::rules()
{
    QFETCH(QByteArray, text);
    QTEST(said({text.constData(), static_cast<std::size_t>(text.size())}), "wanted");
}

void TestCoreText::hostileTextsEnd_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("very long") << QByteArray("why: ").append(QByteArray(1'000'000, 'a'));
    QTest::newRow("very long number") << QByteArray(500, '1').append(" of 8 layers");
    QTest::newRow("a null byte") << QByteArray("nothing runs\0and on", 19);
    QTest::newRow("separators only") << QByteArray("; ").repeated(900);
    QTest::newRow("many literals") << QByteArray("1 of ").repeated(400);
    QTest::newRow("not UTF-8") << QByteArray("\xFF\xFE gaps");
}

void TestCoreText::hostileTextsEnd()
{
    QFETCH(QByteArray, text);
    QCOMPARE(said({text.constData(), static_cast<std::size_t>(text.size())}), u"(none)"_qs);
    QByteArray deep("nothing runs");
    for (int i = 0; i < 200; ++i)
        deep.prepend("why: ");
    const QString words = said({deep.constData(), static_cast<std::size_t>(deep.size())});
    QVERIFY(words.startsWith(u"WHY: WHY: "_qs));
    QVERIFY(words.endsWith(u"why: nothing runs"_qs)); // what is too deep stays
    QCOMPARE(words.size(), deep.size());
}

void TestCoreText::numbersAreToldFromNames()
{
    for (const char *number : {"0", "12", "-3", "+4.5 %", "<1 %", "1.250 ms",
             "\xE2\x88\x92"
             "7 ns",
             "1,234"})
        QVERIFY2(looksLikeNumber(number), number);
    for (const char *name : {"", "gemm", "-", "3d_convolution_kernel", "1; 2"})
        QVERIFY2(!looksLikeNumber(name), name);
}

void TestCoreText::englishStays()
{
    const std::string_view text = "1 of 1 uncut passes have 36 layers";
    QCOMPARE(coreText(text), u"1 of 1 uncut passes have 36 layers"_qs);
    QCOMPARE(diagnosticTitle("out_of_order_kernel"), u"Out of order kernel"_qs);
    const core::Error error{core::ErrorCode::Io, "the file is empty; record or copy it again", "a.json", 7};
    QCOMPARE(errorText(error), QString::fromStdString(error.message()));
    QCOMPARE(filterProblem({core::ErrorCode::BadRequest, "filter: more than 9 terms", {}, -1}), u"more than 9 terms"_qs);
    QCOMPARE(asSentence(coreText("nothing runs")), u"Nothing runs."_qs);
}

void TestCoreText::chineseIsSaid_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("wanted");
    const auto row = [](const char *rule, const char *text, const QString &wanted) {
        QTest::newRow(rule) << QByteArray(text) << wanted;
    };
    row("a check", "1 of 2 uncut passes have 36 layers", u"未被截断的 2 次前向中有 1 次为 36 层"_qs);
    row("a word in it", "the only complete pass (decode)", u"唯一完整的前向（解码）"_qs);
    row("a note of two passes", "Shown: pass 1: chosen by the user; pass 0 of device 1: the only complete pass (decode)",
        u"显示范围：前向 1：由用户选择；设备 1 的前向 0：唯一完整的前向（解码）"_qs);
    row("a rule of two stages",
        "decode: steady P1-P8 is the longest run within 5 % of its median, median 1.000 ms; outlier above 1.500 ms",
        u"解码：稳态为 P1-P8，即保持在中位数 5 % 以内的最长一段，中位数 1.000 ms；超过 1.500 ms 为异常"_qs);
    row("a finding",
        "gemm_128: 3 executions, 1.20 ms, 30 % of the window of the device; no peak to measure it against is "
        "recorded; gain: for a tenth less of it",
        u"gemm_128：执行 3 次，1.20 ms，占设备窗口的 30 %；未记录可供比较的峰值；收益：假定减少十分之一"_qs);
    row("notes of a pass", "partial (3 of 8 layers), capture cut inside a layer", u"不完整（3 / 8 层），采集在某一层中间截断"_qs);
}

void TestCoreText::chineseIsSaid()
{
    installChinese();
    QFETCH(QByteArray, text);
    QTEST(coreText({text.constData(), static_cast<std::size_t>(text.size())}), "wanted");
}

void TestCoreText::namesStay()
{
    installChinese();
    QCOMPARE(coreText("ampere_sgemm_128x64_tn"), u"ampere_sgemm_128x64_tn"_qs);
    QCOMPARE(coreText("the anchor of the profile decode stands as it says in 98 % of the layers"),
        u"配置 decode 的锚点在 98 % 的层中位于其所述位置"_qs);
    QCOMPARE(asSentence(coreText("the only complete pass (decode)")), u"唯一完整的前向（解码）。"_qs);
}

void TestCoreText::errorsKeepTheirPlace()
{
    installChinese();
    QCOMPARE(errorText({core::ErrorCode::NotATrace, "the file is empty; record or copy it again", "/tmp/a.json", -1}),
        u"/tmp/a.json: 文件为空；请重新录制或复制"_qs);
    QCOMPARE(
        errorText({core::ErrorCode::Syntax, "a string that does not end", "a.json", 7}), u"a.json: 第 7 字节：字符串没有结束"_qs);
}

void TestCoreText::languageCanChange()
{
    QCOMPARE(coreText("chosen by the user"), u"chosen by the user"_qs);
    installChinese();
    QCOMPARE(coreText("chosen by the user"), u"由用户选择"_qs);
    QCOMPARE(coreText("2 gaps"), u"2 个空隙"_qs);
    QCoreApplication::removeTranslator(&m_chinese);
    QCOMPARE(coreText("2 gaps"), u"2 gaps"_qs);
}

LAMELLA_CORE_APPLICATION_TEST(TestCoreText)
#include "tst_CoreText.moc"
