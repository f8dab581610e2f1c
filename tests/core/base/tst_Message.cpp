// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Catalogue.h"
#include "core/base/Counted.h"
#include "core/base/Error.h"
#include "core/base/Message.h"
#include "tests/support/TestMain.h"

#include <QTest>

#include <algorithm>

using namespace lamella::core;

namespace {

// A made-up language: words in capitals.
constexpr Translation kShouted[] = {
    {"%1 gap", "GAP %1"},
    {"%1 gaps", "GAPS %1"},
    {"%1 kernels of %2", "%2的%1个"},
    {"%1 of %2 layers", "%2 LAYERS, %1 OF THEM"},
    {"%1; %2", "%1 / %2"},
    {"before %1: %2, longest %3", "%2 BEFORE %1, LONGEST %3"},
    {"byte %1: ", "BYTE %1: "},
    {"nothing runs", "NOTHING RUNS"},
    {"steady", "STEADY"},
    {"why: %1", "WHY: %1"},
};
constexpr Catalogue kLanguage("xx", kShouted);

QString said(const Message &message)
{
    return QString::fromStdString(message.translated(&kLanguage));
}

QString english(const Message &message)
{
    return QString::fromStdString(message.english());
}

} // namespace

class TestMessage : public QObject {
    Q_OBJECT
private slots:
    void wording_data();
    void wording();
    void withoutCatalogueItIsEnglish();
    void listsGrow();
    void filesKeepMessages();
    void otherBytesAreNoMessage_data();
    void otherBytesAreNoMessage();
    void equalMeansEqualParts();
    void errorsKeepTheirPlace();
    void cataloguesCanBeSearched();
};

void TestMessage::wording_data()
{
    QTest::addColumn<Message>("message");
    QTest::addColumn<QString>("inEnglish");
    QTest::addColumn<QString>("inOther");
    const auto row = [](const char *rule, const Message &message, const char *inEnglish, const char *inOther) {
        QTest::newRow(rule) << message << QString::fromUtf8(inEnglish) << QString::fromUtf8(inOther);
    };
    const std::string steady = "steady";
    row("a whole text", "nothing runs", "nothing runs", "NOTHING RUNS");
    row("a text that is made at run time", steady, "steady", "STEADY");
    row("a text without translation", "something else", "something else", "something else");
    row("parts in another order", msg("%1 of %2 layers", 3, 8), "3 of 8 layers", "8 LAYERS, 3 OF THEM");
    row("one", counted(1, "%1 gap", "%1 gaps"), "1 gap", "GAP 1");
    row("several", counted(2, "%1 gap", "%1 gaps"), "2 gaps", "GAPS 2");
    row("a name stays", msg("why: %1", steady), "why: steady", "WHY: steady");
    row("a literal is translated", msg("why: %1", "steady"), "why: steady", "WHY: STEADY");
    row("Chinese and Latin are set apart", msg("%1 kernels of %2", 30, "MoE"), "30 kernels of MoE", "MoE 的 30 个");
    row("a message in a message", msg("why: %1", msg("%1 of %2 layers", 3, 8)), "why: 3 of 8 layers", "WHY: 8 LAYERS, 3 OF THEM");
    row("a name that looks like a place",
        msg("before %1: %2, longest %3", std::string("%2%1"), counted(2, "%1 gap", "%1 gaps"), 4),
        "before %2%1: 2 gaps, longest 4", "GAPS 2 BEFORE %2%1, LONGEST 4");
    row("a pattern without translation", msg("%1 because %2", "steady", 7), "steady because 7", "STEADY because 7");
    row("percent", msg("within 5 % of %1", 7), "within 5 % of 7", "within 5 % of 7");
    row("a place without part", msg("%1 of %2", 7), "7 of ", "7 of ");
    row("nothing", {}, "", "");
}

void TestMessage::wording()
{
    QFETCH(Message, message);
    QTEST(english(message), "inEnglish");
    QTEST(said(message), "inOther");
    const auto again = Message::decoded(message.encoded());
    QVERIFY(again.has_value());
    QTEST(english(*again), "inEnglish");
    QTEST(said(*again), "inOther");
}

void TestMessage::withoutCatalogueItIsEnglish()
{
    QCOMPARE(msg("why: %1", "steady").translated(nullptr), std::string("why: steady"));
}

void TestMessage::listsGrow()
{
    Message list;
    list.append("%1; %2", "steady");
    QCOMPARE(english(list), QStringLiteral("steady"));
    list.append("%1; %2", msg("%1 gap", 1));
    list.append("%1; %2", "nothing runs");
    QCOMPARE(english(list), QStringLiteral("steady; 1 gap; nothing runs"));
    QCOMPARE(said(list), QStringLiteral("STEADY / GAP 1 / NOTHING RUNS"));
    QCOMPARE(list.arguments().size(), std::size_t{3}); // its depth does not grow with its length
    list.append("%1, %2", "steady");
    QCOMPARE(said(list), QStringLiteral("STEADY / GAP 1 / NOTHING RUNS, STEADY"));
}

void TestMessage::filesKeepMessages()
{
    Message list = msg("before %1: %2, longest %3", std::string("a:7\n\"\\\0b", 9), counted(3, "%1 gap", "%1 gaps"), 4);
    list.append("%1; %2", "steady");
    const auto again = Message::decoded(list.encoded());
    QVERIFY(again && *again == list);
    QCOMPARE(said(*again), said(list));
}

void TestMessage::otherBytesAreNoMessage_data()
{
    QTest::addColumn<QByteArray>("bytes");
    for (const char *bytes : {"", "T", "T3", "T3:ab", "T3:abcd", "X1:a", "F1:a", "F1:a0:", "F1:a2:N1:b", "F1:a99999999:N1:b",
             "T99999999999999999999:a", "T-1:a", "N1:", "an old sentence"})
        QTest::newRow(bytes) << QByteArray(bytes);
    QTest::newRow("too deep") << QByteArray("F1:a1:").repeated(100).append("T1:b");
}

void TestMessage::otherBytesAreNoMessage()
{
    QFETCH(QByteArray, bytes);
    QVERIFY(!Message::decoded({bytes.constData(), static_cast<std::size_t>(bytes.size())}));
}

void TestMessage::equalMeansEqualParts()
{
    QVERIFY(msg("%1 gap", 1) == msg("%1 gap", 1));
    QVERIFY(!(msg("%1 gap", 1) == msg("%1 gap", 2)));
    QVERIFY(!(msg("%1 gap", 1) == Message("1 gap"))); // only the first can be translated
    QVERIFY(!(Message::name("steady") == Message("steady")));
}

void TestMessage::errorsKeepTheirPlace()
{
    const Error error{ErrorCode::Io, "nothing runs", "a.json", 7};
    QCOMPARE(error.message(), std::string("a.json: byte 7: nothing runs"));
    QCOMPARE(error.message(&kLanguage), std::string("a.json: BYTE 7: NOTHING RUNS"));
    QCOMPARE((Error{ErrorCode::Io, "nothing runs", {}, -1}.message(&kLanguage)), std::string("NOTHING RUNS"));
}

void TestMessage::cataloguesCanBeSearched()
{
    QVERIFY(catalogueOf("zh_CN") != nullptr);
    QVERIFY(catalogueOf("en") == nullptr && catalogueOf("") == nullptr && catalogueOf("zh") == nullptr);
    QCOMPARE(catalogueOf("zh_CN")->language(), std::string_view("zh_CN"));
    QCOMPARE(catalogueOf("zh_CN")->find("chosen by the user").value_or(""), std::string_view("由用户选择"));
    QVERIFY(!catalogueOf("zh_CN")->find("something else"));
    for (std::size_t i = 1; i < std::size(kShouted); ++i)
        QVERIFY(kShouted[i - 1].english < kShouted[i].english);
}

LAMELLA_TEST(TestMessage)
#include "tst_Message.moc"
