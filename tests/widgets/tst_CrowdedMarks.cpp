// SPDX-License-Identifier: GPL-3.0-or-later
// The inspector where a selection is compared with many: dots become a histogram, passes become bands.
#include "tests/support/TestMain.h"
#include "widgets/inspector/CrowdedMarks.h"
#include "widgets/inspector/InspectorBody.h"
#include "widgets/inspector/InspectorContent.h"
#include "widgets/theme/Theme.h"

#include <QTest>

#include <algorithm>

using namespace lamella;
using namespace lamella::ui;

namespace {

std::vector<CrowdedValue> valuesOf(const std::vector<InspectorMark> &marks)
{
    std::vector<CrowdedValue> values;
    for (const InspectorMark &mark : marks)
        values.push_back({mark.ns, mark.self, mark.counted});
    return values;
}

std::vector<InspectorMark> histogramOf(const std::vector<InspectorMark> &marks)
{
    return ui::histogramOf(valuesOf(marks), [&marks](std::size_t i) { return marks[i]; });
}

std::vector<InspectorMark> bandsOf(const std::vector<InspectorMark> &marks)
{
    return ui::bandsOf(valuesOf(marks), [&marks](std::size_t i) { return marks[i]; });
}

std::vector<InspectorMark> marksOf(std::size_t count, std::size_t self)
{
    std::vector<InspectorMark> marks(count);
    for (std::size_t i = 0; i < count; ++i) {
        marks[i].label = QStringLiteral("P%1").arg(i);
        marks[i].ns = static_cast<std::int64_t>(1000 + (i * 7919) % count);
        marks[i].self = i == self;
        marks[i].target = core::PassSelection{core::DeviceId(0), static_cast<int>(i)};
    }
    return marks;
}

} // namespace

class TestCrowdedMarks : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { Theme::apply(ThemeKind::Light); }
    void manyDotsBecomeAHistogram();
    void manyPassesBecomeBands();
    void theBandIsOnePicture();
};

void TestCrowdedMarks::manyDotsBecomeAHistogram()
{
    const std::vector<InspectorMark> marks = marksOf(1009, 5);
    const std::vector<InspectorMark> bins = histogramOf(marks);
    QCOMPARE(bins.size(), kCrowdedColumns);
    std::int64_t count = 0;
    for (std::size_t i = 0; i < bins.size(); ++i) {
        const std::int64_t end = i + 1 < bins.size() ? bins[i + 1].ns : bins[i].highNs + 1;
        std::int64_t inside = 0;
        for (const InspectorMark &mark : marks)
            inside += mark.ns >= bins[i].ns && mark.ns < end ? 1 : 0;
        QVERIFY(std::abs(bins[i].count - inside) <= 1); // edges of bins are rounded to ns
        count += bins[i].count;
    }
    QCOMPARE(count, 1009);
    QCOMPARE(std::count_if(bins.begin(), bins.end(), [](const InspectorMark &m) { return m.self; }), 1);
    const std::vector<InspectorMark> equal = histogramOf(std::vector<InspectorMark>(300));
    QCOMPARE(equal.front().count, 300);
    QVERIFY(histogramOf(std::vector<InspectorMark>()).empty());
}

void TestCrowdedMarks::manyPassesBecomeBands()
{
    std::vector<InspectorMark> marks = marksOf(480, 100);
    marks[1].counted = false;
    marks[1].ns = 1000000;
    const std::vector<InspectorMark> bands = bandsOf(marks);
    QCOMPARE(bands.size(), kCrowdedColumns);
    QCOMPARE(bands.front().label, QStringLiteral("P0–P9"));
    std::vector<std::int64_t> first;
    for (std::size_t i = 0; i < 10; ++i)
        if (i != 1)
            first.push_back(marks[i].ns);
    std::sort(first.begin(), first.end());
    QCOMPARE(bands.front().ns, first[4]); // 5 of 9
    QCOMPARE(bands.front().lowNs, first[0]);
    QCOMPARE(bands.front().highNs, first[8]);
    QVERIFY(bands[10].self);
    QCOMPARE(bands[10].ns, marks[100].ns);
    QCOMPARE(bands[10].label, QStringLiteral("P100"));
    QVERIFY(bands[10].highNs > bands[10].lowNs); // of the others of its column
    const std::vector<InspectorMark> hundred = bandsOf(marksOf(100, 48));
    QCOMPARE(hundred.size(), std::size_t{20}); // two passes are no range
    for (const InspectorMark &band : hundred)
        QCOMPARE(band.count, 5);
}

// Passes that differ by a few percent: the band is seen over the whole width, and the median beside it.
void TestCrowdedMarks::theBandIsOnePicture()
{
    InspectorSection section;
    section.id = QStringLiteral("compared");
    section.picture = InspectorSection::Picture::Bands;
    std::vector<InspectorMark> marks = marksOf(100, 48);
    for (std::size_t i = 0; i < marks.size(); ++i)
        marks[i].ns = 784'000'000 + static_cast<std::int64_t>(i * 37 % 100) * 100'000;
    section.marks = bandsOf(marks);
    section.medianNs = 789'000'000;
    InspectorContent content;
    content.sections = {section};
    InspectorBody body;
    body.setContent(content, core::Against::Type);
    body.resize(300, body.height());
    body.show();
    QVERIFY(QTest::qWaitForWindowExposed(&body));
    const QImage picture = body.grab().toImage();
    int columns = 0;
    for (int x = 14; x < 286; ++x) {
        int filled = 0;
        for (int y = 0; y < picture.height(); ++y)
            filled += picture.pixelColor(x, y) == Theme::current().cellBar ? 1 : 0;
        columns += filled >= 10 ? 1 : 0;
    }
    QVERIFY2(columns > 260, qPrintable(QString::number(columns)));
}

LAMELLA_WIDGET_TEST(TestCrowdedMarks)
#include "tst_CrowdedMarks.moc"
