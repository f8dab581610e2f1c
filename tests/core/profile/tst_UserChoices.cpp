// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/Selection.h"
#include "core/profile/JsonValue.h"
#include "core/profile/ModelProfile.h"
#include "tests/support/TestMain.h"

#include <QTest>

using namespace lamella::core;

class TestUserChoices : public QObject {
    Q_OBJECT
private slots:
    void textAndBackIsTheSame();
    void nothingChosenIsAnEmptyObject();
    void longNamesAreAnchors();
    void badChoicesAreRefusedWithTheirField_data();
    void badChoicesAreRefusedWithTheirField();
};

void TestUserChoices::textAndBackIsTheSame()
{
    UserChoices choices;
    choices.anchor = "/fused\\_add \"x\"\n/";
    choices.role = AnchorRole::Ends;
    choices.blocksPerLayer = 2;
    choices.layers = 61;
    choices.selectedPass = 4;
    choices.steadyPasses = {2, 7};
    choices.boundaries = {{0, 3, BoundaryPart::LayerStart, 5, 9'007'199'254'740'993}, // not representable as a double
        {8, 3, BoundaryPart::LayerStart, kTailLayer, -4}, {0, 1, BoundaryPart::PassStart, 0, 0},
        {0, 1, BoundaryPart::PassEnd, 0, INT64_MAX}};
    const std::string text = userChoicesToJson(choices, 2);
    const auto root = parseJson(text, "x.json");
    QVERIFY2(root.has_value(), text.c_str());
    const auto read = userChoicesFromJson(*root, "choices", "x.json");
    QVERIFY2(read.has_value(), read ? "" : read.error().message().c_str());
    QVERIFY(*read == choices);
    QCOMPARE(userChoicesToJson(*read, 2), text);
}

void TestUserChoices::nothingChosenIsAnEmptyObject()
{
    QVERIFY(UserChoices{}.empty());
    QCOMPARE(userChoicesToJson({}, 0), std::string("{}"));
    QVERIFY(userChoicesFromJson(*parseJson("{}", ""), "choices", "")->empty());
}

// The table `anchors` prints full template names; each must be accepted as an anchor.
void TestUserChoices::longNamesAreAnchors()
{
    UserChoices choices;
    choices.anchor = "void elementwise<" + std::string(3000, 'x') + ">(int)";
    const auto read = userChoicesFromJson(*parseJson(userChoicesToJson(choices, 0), ""), "choices", "");
    QVERIFY2(read.has_value(), read ? "" : read.error().message().c_str());
    QVERIFY(*read == choices);
    QVERIFY(NamePattern::parse(*choices.anchor)->matches("void elementwise<" + std::string(3000, 'x') + ">(int)"));
    QVERIFY(!NamePattern::parse("/" + std::string(600, 'x') + "/").has_value()); // expressions have a length limit
}

void TestUserChoices::badChoicesAreRefusedWithTheirField_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QByteArray>("field");
    QTest::newRow("not an object") << QByteArray("[]") << QByteArray("choices:");
    QTest::newRow("misspelt key") << QByteArray(R"({"boundary":[]})") << QByteArray("choices.boundary:");
    QTest::newRow("bad pattern") << QByteArray(R"({"anchor":"/(/"})") << QByteArray("choices.anchor:");
    QTest::newRow("empty pattern") << QByteArray(R"({"anchor":""})") << QByteArray("choices.anchor:");
    QTest::newRow("unknown role") << QByteArray(R"({"role":"middle"})") << QByteArray("choices.role:");
    QTest::newRow("role of another kind") << QByteArray(R"({"role":3})") << QByteArray("choices.role:");
    QTest::newRow("no blocks") << QByteArray(R"({"blocks_per_layer":0})") << QByteArray("choices.blocks_per_layer:");
    QTest::newRow("half a layer") << QByteArray(R"({"layers":1.5})") << QByteArray("choices.layers:");
    QTest::newRow("steady passes backwards") << QByteArray(R"({"steady_passes":[5,2]})") << QByteArray("choices.steady_passes:");
    QTest::newRow("one steady pass") << QByteArray(R"({"steady_passes":[5]})") << QByteArray("choices.steady_passes:");
    QTest::newRow("boundary without time") << QByteArray(R"({"boundaries":[{"pass":1,"part":"pass_end"}]})")
                                           << QByteArray("choices.boundaries[0]:");
    QTest::newRow("unknown part") << QByteArray(R"({"boundaries":[{"pass":1,"part":"end","start_ns":1}]})")
                                  << QByteArray("choices.boundaries[0].part:");
    QTest::newRow("layer of a pass") << QByteArray(R"({"boundaries":[{"pass":1,"part":"pass_end","layer":1,"start_ns":1}]})")
                                     << QByteArray("choices.boundaries[0].layer:");
    QTest::newRow("layer missing") << QByteArray(R"({"boundaries":[{"pass":1,"part":"layer_start","start_ns":1}]})")
                                   << QByteArray("choices.boundaries[0].layer:");
    QTest::newRow("time beyond 64 bits") << QByteArray(
        R"({"boundaries":[{"pass":1,"part":"pass_end","start_ns":99999999999999999999}]})")
                                         << QByteArray("choices.boundaries[0].start_ns:");
    QTest::newRow("time as text") << QByteArray(R"({"boundaries":[{"pass":1,"part":"pass_end","start_ns":"5"}]})")
                                  << QByteArray("choices.boundaries[0].start_ns:");
}

void TestUserChoices::badChoicesAreRefusedWithTheirField()
{
    QFETCH(QByteArray, json);
    QFETCH(QByteArray, field);
    const auto root = parseJson(json.toStdString(), "x.json");
    QVERIFY(root.has_value());
    const auto read = userChoicesFromJson(*root, "choices", "x.json");
    QVERIFY(!read.has_value());
    QCOMPARE(read.error().code, ErrorCode::BadProfile);
    QVERIFY2(read.error().detail.english().rfind(field.toStdString(), 0) == 0, read.error().detail.english().c_str());
}

LAMELLA_TEST(TestUserChoices)
#include "tst_UserChoices.moc"
