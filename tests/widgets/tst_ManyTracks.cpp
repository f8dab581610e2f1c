// SPDX-License-Identifier: GPL-3.0-or-later
// A trace with ten thousand tracks in the whole window: it opens, scrolls to its end, finds one track among them, and no view
// works out what nobody sees.
#include "tests/support/TestMain.h"
#include "tests/widgets/WindowTest.h"
#include "widgets/models/ReportTableModel.h"
#include "widgets/session/JobSlot.h"
#include "widgets/timeline/TimelinePanel.h"
#include "widgets/timeline/TimelineView.h"

#include <QLineEdit>
#include <QWheelEvent>

using namespace lamella;
using namespace lamella::ui;

namespace {

constexpr int kTracks = 10'000;

// A decoding trace, and beside it threads with three spans each, two of them nested.
std::string tracksTrace()
{
    std::string json = test::generatedTrace(test::TraceKind::Dense, {.passes = 4}).json;
    std::string more;
    for (int track = 0; track < kTracks; ++track) {
        const std::string where = ", \"pid\": 77, \"tid\": " + std::to_string(100'000 + track) + ", \"ts\": ";
        for (const int span : {0, 1, 2})
            more += "{\"ph\": \"X\", \"cat\": \"cpu_op\", \"name\": \"work " + std::to_string(span) + '"' + where
                + std::to_string(2'000'000 + track + span * 10) + ", \"dur\": " + (span == 0 ? "15" : "5") + "},\n";
    }
    const std::string list = "\"traceEvents\": [";
    const std::size_t at = json.find(list);
    if (at == std::string::npos)
        return {};
    return json.insert(at + list.size(), '\n' + more);
}

int lanesOf(const TimelineView &view)
{
    const auto &rows = view.rows().rows();
    return static_cast<int>(std::count_if(rows.begin(), rows.end(), [](const TimelineRow &row) { return !row.isGroup(); }));
}

// Whether the picture has a bar of a lane in the row.
bool hasInk(const QImage &picture, int top, int height, int left)
{
    for (int y = top; y < top + height; ++y)
        for (int x = left + 1; x < picture.width() - 1; ++x)
            if (picture.pixel(x, y) != picture.pixel(x - 1, y))
                return true;
    return false;
}

} // namespace

class TestManyTracks : public QObject, protected test::WindowTest {
    Q_OBJECT
private slots:
    void initTestCase();
    void everyTrackHasALane();
    void scrollsToTheEnd();
    void onlyWhatIsSeenIsDrawn();
    void findsOneTrack();
    void hiddenViewsComputeNothing();

private:
    [[nodiscard]] TimelineView &view() const { return *find<TimelinePanel>().view(); }
};

void TestManyTracks::initTestCase()
{
    const std::string text = tracksTrace();
    QVERIFY(!text.empty());
    QVERIFY(showWindow({1280, 800}));
    QVERIFY(open(write(QStringLiteral("many.json"), text)));
    QTRY_VERIFY_WITH_TIMEOUT(!find<TimelinePanel>().isBusy(), test::kWaitMs);
}

void TestManyTracks::everyTrackHasALane()
{
    int lanes = 0;
    int tracks = 0;
    for (const TimelineRow &row : view().rows().rows())
        if (!row.isGroup() && row.track->key.startsWith(QStringLiteral("p77/"))) {
            ++lanes;
            tracks += row.lane->first ? 1 : 0;
        }
    QCOMPARE(tracks, kTracks);
    QCOMPARE(lanes, 2 * kTracks); // one for the outer spans, one for those inside
}

void TestManyTracks::scrollsToTheEnd()
{
    TimelineView &view = this->view();
    QVERIFY(view.scrollRange() > kTracks * 10);
    view.setScrollY(view.scrollRange());
    const TimelineRow &last = view.rows().rows().back();
    const QRect row(0, view.frame().top(last), view.width(), last.height);
    QVERIFY(view.rect().contains(row.center()));
    QCOMPARE(view.trackAt(QPoint(20, row.center().y())), last.track->key);
    // Its spans are there when the range is theirs.
    const core::Lane &lane = last.lane->lod->lane();
    const std::int64_t pad = 2 * lane.length(0);
    view.showRange({{lane.start(0) - pad}, {lane.end(lane.size() - 1) + pad}}, false);
    const QImage picture = view.grab().toImage();
    const double ratio = picture.devicePixelRatio();
    QVERIFY(hasInk(picture, static_cast<int>(row.top() * ratio), static_cast<int>((row.height() - 2) * ratio),
        static_cast<int>((kLabelColumnPx + 2) * ratio)));
    // With Ctrl the wheel moves by rows.
    const int before = view.scrollY();
    QWheelEvent up(QPointF(400, 200), view.mapToGlobal(QPointF(400, 200)), {}, {0, 120}, Qt::NoButton, Qt::ControlModifier,
        Qt::NoScrollPhase, false);
    QApplication::sendEvent(&view, &up);
    QVERIFY(view.scrollY() < before);
    view.setScrollY(0);
    QCOMPARE(view.scrollY(), 0);
}

// Painting a screen full costs the rows on it: the lanes below it are not asked for cells.
void TestManyTracks::onlyWhatIsSeenIsDrawn()
{
    TimelineView &view = this->view();
    view.setScrollY(0);
    const TimelineFrame frame = view.frame();
    const auto &rows = frame.rows->rows();
    const std::size_t first = frame.rows->firstBelow(frame.scrollY + frame.fixedPx);
    std::size_t shown = 0;
    for (std::size_t i = first; i < rows.size() && frame.top(rows[i]) < frame.size.height(); ++i)
        ++shown;
    QVERIFY(shown > 0);
    QVERIFY2(shown < 200, qPrintable(QString::number(shown))); // of more than 20 000
}

void TestManyTracks::findsOneTrack()
{
    TimelineView &view = this->view();
    const int all = lanesOf(view);
    QVERIFY(all > 2 * kTracks);
    auto *box = m_window->findChild<QLineEdit *>(QStringLiteral("trackFilter"));
    QVERIFY(box != nullptr);
    view.setScrollY(view.scrollRange());
    box->setText(QStringLiteral("104321"));
    QCOMPARE(lanesOf(view), 2);
    for (const TimelineRow &row : view.rows().rows())
        if (!row.isGroup())
            QCOMPARE(row.track->key, QStringLiteral("p77/t104321"));
    QCOMPARE(view.scrollY(), 0); // nothing is left to scroll to
    box->setText(QStringLiteral("no such track"));
    QCOMPARE(lanesOf(view), 0);
    QVERIFY(!view.grab().isNull());
    box->clear();
    QCOMPARE(lanesOf(view), all);
}

void TestManyTracks::hiddenViewsComputeNothing()
{
    QCOMPARE(JobSlot::awaited(), 0);
    int hidden = 0;
    const QStringList ids = m_window->workspaces().panelIds();
    for (const QString &id : ids) {
        const QWidget *panel = m_window->workspaces().panel(id);
        const auto models = panel->findChildren<ReportTableModel *>();
        for (const ReportTableModel *model : models) {
            if (panel->isVisible())
                continue;
            ++hidden;
            QVERIFY2(model->table() == nullptr, qPrintable(id));
        }
    }
    QVERIFY(hidden > 3);
    // Seen, a view works its table out.
    QVERIFY(m_window->workspaces().show(QStringLiteral("gaps")));
    QVERIFY(QTest::qWaitFor([this] { return m_window->isSettled(); }, 60'000));
    const auto *gaps = m_window->workspaces().panel(QStringLiteral("gaps"))->findChild<ReportTableModel *>();
    QVERIFY(gaps != nullptr && gaps->table() != nullptr);
}

LAMELLA_WIDGET_TEST(TestManyTracks)
#include "tst_ManyTracks.moc"
