// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Counted.h"
#include "tests/support/TestMain.h"
#include "widgets/common/Sentence.h"
#include "widgets/common/Translated.h"

#include <QCoreApplication>
#include <QTest>
#include <QTranslator>

using namespace lamella;
using namespace lamella::ui;
using core::Message;
using core::msg;

class TestTranslated : public QObject {
    Q_OBJECT
private slots:
    void init() { QCoreApplication::removeTranslator(&m_chinese); }
    void englishStays();
    void chineseIsSaid_data();
    void chineseIsSaid();
    void optionsAreControls();
    void namesStay();
    void errorsKeepTheirPlace();
    void cellsAreSaid();
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

void TestTranslated::englishStays()
{
    QCOMPARE(
        translated(msg("%1 of %2 whole passes have %3 layers", 1, 1, 36)), u"1 of 1 whole passes have 36 layers"_qs);
    QCOMPARE(diagnosticTitle("out_of_order_kernel"), u"Out of order kernel"_qs);
    const core::Error error{core::ErrorCode::Io, "the file is empty; record or copy it again", "a.json", 7};
    QCOMPARE(errorText(error), QString::fromStdString(error.message()));
    QCOMPARE(filterProblem({core::ErrorCode::BadRequest, msg("filter: %1", msg("more than %1 terms", 9)), {}, -1}),
        u"more than 9 terms"_qs);
    QCOMPARE(asSentence(translated("nothing runs")), u"Nothing runs."_qs);
}

void TestTranslated::chineseIsSaid_data()
{
    QTest::addColumn<Message>("message");
    QTest::addColumn<QString>("english");
    QTest::addColumn<QString>("wanted");
    const auto row = [](const char *rule, const Message &message, const QString &english, const QString &wanted) {
        QTest::newRow(rule) << message << english << wanted;
    };
    row("a check", msg("%1 of %2 whole passes have %3 layers", 1, 2, 36), u"1 of 2 whole passes have 36 layers"_qs,
        u"2 次完整前向中有 1 次为 36 层"_qs);
    const Message only = msg("the only complete pass (%1)", "decode");
    row("a word in it", only, u"the only complete pass (decode)"_qs, u"唯一完整的前向（解码）"_qs);
    Message two = msg("pass %1: %2", 1, "chosen by the user");
    two.append("%1; %2", msg("pass %1 of device %2: %3", 0, 1, only));
    row("a note of two passes", msg("Shown: %1", two),
        u"Shown: pass 1: chosen by the user; pass 0 of device 1: the only complete pass (decode)"_qs,
        u"显示范围：前向 1：由用户选择；设备 1 的前向 0：唯一完整的前向（解码）"_qs);
    Message rule = msg("%1: %2 is the longest run within 5 % of its median; other passes within 5 % of that are steady too",
        "decode", std::string("P1-P8"));
    rule.append("%1; %2", msg("outlier above %1", std::string("1.500 ms")));
    row("a rule of two sentences", rule,
        u"decode: P1-P8 is the longest run within 5 % of its median; other passes within 5 % of that are steady too; "
        u"outlier above 1.500 ms"_qs,
        u"解码：P1-P8 是保持在中位数 5 % 以内的最长一段，与其相差 5 % 以内的其他前向也为稳态；超过 1.500 ms 为离群"_qs);
    row("a finding",
        msg("%1: %2 executions, %3; its FLOPs and bytes or the peaks of the device are not known; gain: for a tenth less of it",
            std::string("gemm_128"), 3, msg("%1, %2 of the window of the device", std::string("1.20 ms"), std::string("30 %"))),
        u"gemm_128: 3 executions, 1.20 ms, 30 % of the window of the device; its FLOPs and bytes or the peaks of the device are "
        u"not known; gain: "
        u"for a "
        "tenth less of it"_qs,
        u"gemm_128：执行 3 次，1.20 ms，占设备窗口的 30 %；其 FLOPs 和字节或设备的峰值未知；收益：假定减少十分之一"_qs);
    Message notes = msg("partial (%1 of %2 layers)", 3, 8);
    notes.append("%1, %2", "truncated inside a layer");
    row("notes of a pass", notes, u"partial (3 of 8 layers), truncated inside a layer"_qs,
        u"不完整（3 / 8 层），采集在某一层中间截断"_qs);
    row("a layer of a pass of a device",
        msg("Layer %1 is the only layer of type %2 in %3.", 4, std::string("MoE"), msg("pass %1 of device %2", 7, 1)),
        u"Layer 4 is the only layer of type MoE in pass 7 of device 1."_qs,
        u"第 4 层是设备 1 的前向 7 中类型 MoE 的唯一一层。"_qs);
    row("a count", core::counted(2, "%1 gap", "%1 gaps"), u"2 gaps"_qs, u"2 个空隙"_qs);
}

void TestTranslated::chineseIsSaid()
{
    QFETCH(Message, message);
    QTEST(translated(message), "english");
    installChinese();
    QTEST(translated(message), "wanted");
}

// What core says about options of the command line names what the window has instead.
void TestTranslated::optionsAreControls()
{
    QCOMPARE(translated("the peaks of the device are not known; give --peaks"),
        u"the peaks of the device are not known; give “Peaks” in Roofline"_qs);
    QVERIFY(!translated("the lengths of the contexts are not recorded; give --context (and --tokens)").contains(u"--"_qs));
    installChinese();
    QVERIFY(!translated("neither shapes nor work are recorded; give --config").contains(u"--"_qs));
}

void TestTranslated::namesStay()
{
    installChinese();
    QCOMPARE(translated("ampere_sgemm_128x64_tn"), u"ampere_sgemm_128x64_tn"_qs);
    QCOMPARE(translated(msg("no kernel name matches the anchor '%1'; the table 'anchors' lists kernels that could mark layers",
                 std::string("decode"))),
        u"没有 kernel 名称与锚点“decode”匹配；锚点表列出了可标记层的 kernel"_qs);
    QCOMPARE(asSentence(translated(msg("the only complete pass (%1)", "decode"))), u"唯一完整的前向（解码）。"_qs);
}

void TestTranslated::errorsKeepTheirPlace()
{
    installChinese();
    QCOMPARE(errorText({core::ErrorCode::NotATrace, "the file is empty; record or copy it again", "/tmp/a.json", -1}),
        u"/tmp/a.json: 文件为空；请重新录制或复制"_qs);
    QCOMPARE(
        errorText({core::ErrorCode::Syntax, "a string that does not end", "a.json", 7}), u"a.json: 第 7 字节：字符串没有结束"_qs);
}

// Messages and words of core are translated, names are not, and the table itself stays English.
void TestTranslated::cellsAreSaid()
{
    core::ReportTable table("passes", "Passes",
        {{"stage", "Stage", core::CellKind::Text, "", -1}, {"note", "Note", core::CellKind::Text, "", -1},
            {"name", "Name", core::CellKind::Text, "", -1}, {"yours", "Yours", core::CellKind::Text, "", -1}});
    table.appendRow();
    table.setText("stage", "decode");
    table.setText("yours", "yes");
    table.setMessage("note", msg("partial (%1 of %2 layers)", 3, 8));
    table.setText("name", "decode");
    table.addNote(msg("%1 of %2 rows.", 1, 2));
    table.addWarning("Too many nested ranges: the sums are not complete.");
    installChinese();
    QCOMPARE(translatedCell(table, 0, 0), u"解码"_qs);
    QCOMPARE(translatedCell(table, 0, 1), u"不完整（3 / 8 层）"_qs);
    QCOMPARE(translatedCell(table, 0, 2), u"decode"_qs);
    QCOMPARE(translatedCell(table, 0, 3), u"是"_qs);
    QCOMPARE(table.text(0, 1), std::string_view("partial (3 of 8 layers)"));
    QCOMPARE(noteTexts(table), QStringList{translated(msg("%1 of %2 rows.", 1, 2))});
    const core::ReportTable chosen = table.withRows({0, 0});
    QCOMPARE(translatedCell(chosen, 1, 1), u"不完整（3 / 8 层）"_qs);
}

void TestTranslated::languageCanChange()
{
    QCOMPARE(translated("chosen by the user"), u"chosen by the user"_qs);
    installChinese();
    QCOMPARE(translated("chosen by the user"), u"由用户选择"_qs);
    QCoreApplication::removeTranslator(&m_chinese);
    QCOMPARE(translated("chosen by the user"), u"chosen by the user"_qs);
}

LAMELLA_CORE_APPLICATION_TEST(TestTranslated)
#include "tst_Translated.moc"
