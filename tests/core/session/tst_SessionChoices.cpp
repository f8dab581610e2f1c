// SPDX-License-Identifier: GPL-3.0-or-later
// A session made from another one with other choices: sharing changes no table, and choices of a saved profile act like given
// ones.
#include "core/import/ImporterRegistry.h"
#include "core/report/TableWriters.h"
#include "core/session/AnalysisSession.h"
#include "tests/support/GeneratedTraces.h"
#include "tests/support/TestFiles.h"
#include "tests/support/TestMain.h"

#include <QTemporaryDir>
#include <QTest>

#include <cmath>

using namespace lamella;
using namespace lamella::core;

namespace {

std::string csv(AnalysisSession &session, const char *table, bool each = false)
{
    TableRequest request;
    request.table = table;
    request.each = each;
    request.pass = "all";
    const auto made = session.table(request);
    return made ? writeTable(**made, TableFormat::Csv) : made.error().message();
}

} // namespace

class TestSessionChoices : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void aMovedBoundaryChangesTheTables();
    void whatIsSharedChangesNoTable_data();
    void whatIsSharedChangesNoTable();
    void certaintyIsNotRoundedUp();
    void choicesOfAProfileCountAsIfGiven();
    void whatIsGivenBeatsTheProfile();
    void rulesOfTheUsersGoAlong();

private:
    [[nodiscard]] BoundaryEdit laterStart() const; // moves the start of layer 3 in pass 1 by one kernel
    QTemporaryDir m_folder;
    std::shared_ptr<const TraceDocument> m_document;
    std::shared_ptr<AnalysisSession> m_session;
    std::uint32_t m_second = 0; // second kernel of that layer
};

void TestSessionChoices::initTestCase()
{
    const QString path =
        test::writeFile(m_folder.filePath(QStringLiteral("trace.json")), test::generatedTrace(test::TraceKind::Dense).json);
    const auto document = openTrace(path.toStdString());
    QVERIFY(document.has_value());
    m_document = *document;
    m_session = AnalysisSession::create(m_document, {}).value();
    const auto segmentation = m_session->segmentation().value();
    for (std::uint32_t k = 0, seen = 0; k < m_document->kernels.size() && seen < 2; ++k) {
        if (segmentation->passOf[k] == 1 && segmentation->layerOf[k] == 3 && segmentation->side[k] == 0 && ++seen == 2)
            m_second = k;
    }
    QVERIFY(m_second > 0);
}

BoundaryEdit TestSessionChoices::laterStart() const
{
    return {
        m_document->devices[0].number, 1, BoundaryPart::LayerStart, 3, m_document->kernels.start[m_second] - m_document->zero()};
}

void TestSessionChoices::aMovedBoundaryChangesTheTables()
{
    const auto segmentation = m_session->segmentation().value();
    const DeviceId device = segmentation->mainDevice;
    SessionOptions options;
    options.boundaries.push_back(laterStart());
    const auto other = m_session->withOptions(options).value();
    const auto again = other->segmentation().value();
    QCOMPARE(again->layerOf[m_second], 3);
    QCOMPARE(again->pass(device, 1)->evidence, Evidence::User);
    QCOMPARE(again->layer(device, 1, 2)->kernels, segmentation->layer(device, 1, 2)->kernels + 1);
    QCOMPARE(again->layer(device, 1, 3)->kernels, segmentation->layer(device, 1, 3)->kernels - 1);
    QVERIFY(csv(*other, "layers") != csv(*m_session, "layers"));
    QCOMPARE(again->checks.front().sentence.english(), std::string("1 boundary is where the user set it"));
}

void TestSessionChoices::whatIsSharedChangesNoTable_data()
{
    QTest::addColumn<QString>("anchor");
    QTest::addColumn<bool>("moved");
    QTest::newRow("the same choices") << QString() << false;
    QTest::newRow("an anchor") << QStringLiteral("norm") << false;
    QTest::newRow("a moved boundary") << QString() << true;
}

void TestSessionChoices::whatIsSharedChangesNoTable()
{
    QFETCH(QString, anchor);
    QFETCH(bool, moved);
    SessionOptions options;
    if (!anchor.isEmpty())
        options.anchor = anchor.toStdString();
    if (moved)
        options.boundaries.push_back(laterStart());
    QVERIFY(m_session->segmentation().has_value());
    const auto derived = m_session->withOptions(options).value();
    const auto fresh = AnalysisSession::create(m_document, options).value();
    for (const char *table : {"info", "anchors", "passes", "layers", "clusters", "heatmap", "kernels"})
        QCOMPARE(csv(*derived, table), csv(*fresh, table));
    QCOMPARE(csv(*derived, "kernels", true), csv(*fresh, "kernels", true));
}

void TestSessionChoices::certaintyIsNotRoundedUp()
{
    const double exact = (*m_session->segmentation())->confidence;
    TableRequest request;
    request.table = "info";
    const auto info = m_session->table(request);
    QVERIFY(info);
    double said = -1;
    for (std::size_t row = 0; row < (*info)->rowCount(); ++row)
        if ((*info)->text(row, 0) == "confidence")
            said = QByteArray::fromStdString(std::string((*info)->text(row, 1))).toDouble();
    QVERIFY2(std::abs(said - exact) <= 0.001, qPrintable(QString::number(said)));
    QVERIFY(exact == 1 || said < 1);
}

void TestSessionChoices::choicesOfAProfileCountAsIfGiven()
{
    UserChoices choices;
    choices.boundaries.push_back(laterStart());
    const QString path = test::writeFile(m_folder.filePath(QStringLiteral("mine.json")),
        "{\"schema_version\": 1, \"name\": \"mine\", \"choices\": " + userChoicesToJson(choices, 0) + "}");
    SessionOptions byProfile;
    byProfile.profile = path.toStdString();
    const auto session = AnalysisSession::create(m_document, byProfile);
    QVERIFY2(session.has_value(), session ? "" : session.error().message().c_str());
    const auto segmentation = (*session)->segmentation().value();
    QCOMPARE(segmentation->layerOf[m_second], 3);
    QCOMPARE(segmentation->pass(segmentation->mainDevice, 1)->evidence, Evidence::User);
    SessionOptions flat = (*session)->effectiveOptions();
    QCOMPARE(flat.boundaries.size(), std::size_t{1});
    QVERIFY(!flat.useProfileChoices);
    flat.boundaries.clear(); // reset by the user
    const auto without = (*session)->withOptions(flat).value()->segmentation().value();
    QCOMPARE(without->pass(without->mainDevice, 1)->evidence == Evidence::User, false);
}

void TestSessionChoices::whatIsGivenBeatsTheProfile()
{
    const QString path = test::writeFile(m_folder.filePath(QStringLiteral("other.json")),
        std::string_view(
            R"({"schema_version": 1, "name": "other", "choices": {"anchor": "norm", "role": "ends", "layers": 7}})"));
    SessionOptions options;
    options.profile = path.toStdString();
    options.anchor = "attn";
    const auto session = AnalysisSession::create(m_document, options);
    QVERIFY(session.has_value());
    const SessionOptions effective = (*session)->effectiveOptions();
    QCOMPARE(*effective.anchor, std::string("attn"));
    QVERIFY(!effective.role); // the role belongs to the profile's anchor
    QCOMPARE(*effective.layers, 7);
}

// A profile saved from a user's profile has its rules, its base and the new choices, so the tables stay the same.
void TestSessionChoices::rulesOfTheUsersGoAlong()
{
    const std::string first = test::writeFile(m_folder.filePath(QStringLiteral("rules.json")), QByteArray(R"({
        "schema_version": 1, "name": "rules", "extends": "generic", "match": {"model_types": ["mine"]},
        "categories": [{"pattern": "/./", "category": "other"}]})"))
                                  .toStdString();
    SessionOptions options;
    options.profile = first;
    const auto session = AnalysisSession::create(m_document, options);
    QVERIFY2(session.has_value(), session ? "" : session.error().message().c_str());
    SessionOptions chosen = (*session)->effectiveOptions();
    chosen.boundaries.push_back(laterStart());
    const auto segmentation = (*session)->withOptions(chosen).value();
    const ModelProfile profile = segmentation->asProfile("saved", "Mine");
    QCOMPARE(profile.name, std::string("rules")); // the name is shown in tables
    QCOMPARE(profile.extends, std::string("generic"));
    QCOMPARE(profile.modelTypes.size(), std::size_t{1});
    const std::string saved = m_folder.filePath(QStringLiteral("saved.json")).toStdString();
    QVERIFY(writeProfile(profile, saved).has_value());
    SessionOptions again;
    again.profile = saved;
    const auto reread = AnalysisSession::create(m_document, again);
    QVERIFY2(reread.has_value(), reread ? "" : reread.error().message().c_str());
    for (const char *table : {"layers", "kernels", "passes"})
        QCOMPARE(csv(**reread, table), csv(*segmentation, table));
    QVERIFY(csv(*segmentation, "kernels") != csv(*m_session, "kernels")); // the rule has an effect
}

LAMELLA_TEST(TestSessionChoices)
#include "tst_SessionChoices.moc"
