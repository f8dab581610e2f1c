// SPDX-License-Identifier: GPL-3.0-or-later
// The window as large screens and weak eyes have it. Scale and fonts are a matter of a whole process: this program runs as it is,
// with QT_SCALE_FACTOR=2 and =1.5, and with QT_FONT_DPI=192 QT_ENABLE_HIGHDPI_SCALING=0 (fonts of twice the size);
// LAMELLA_TEST_RATIO says what is to be expected. Nothing is cut, nothing lies over its neighbour, and every view is drawn with
// all pixels that the screen has.
#include "tests/support/TestMain.h"
#include "tests/widgets/ClippedTexts.h"
#include "tests/widgets/PaintedTexts.h"
#include "tests/widgets/WindowTest.h"
#include "widgets/common/Icons.h"
#include "widgets/settings/SettingsDialog.h"
#include "widgets/theme/TextPx.h"
#include "widgets/timeline/OverviewStrip.h"
#include "widgets/timeline/TimelinePanel.h"
#include "widgets/timeline/TimelineView.h"
#include "widgets/window/ShellWiring.h"
#include "widgets/window/WorkspaceList.h"

#include <QAbstractScrollArea>
#include <QListWidget>
#include <QScopeGuard>
#include <QTranslator>

using namespace lamella;
using namespace lamella::ui;

namespace {

// Squares of `step` device pixels that are of more than one colour. In a picture of half the pixels, blown up, there are none.
int finerThan(const QImage &picture, int step)
{
    int finer = 0;
    for (int y = 0; y + step <= picture.height(); y += step)
        for (int x = 0; x + step <= picture.width(); x += step) {
            bool one = true;
            for (int dy = 0; dy < step && one; ++dy)
                for (int dx = 0; dx < step && one; ++dx)
                    one = picture.pixel(x + dx, y + dy) == picture.pixel(x, y);
            finer += one ? 0 : 1;
        }
    return finer;
}

// A trace whose window has other parts than that of one GPU: several devices, passes of several stages, tables of an NPU, blocks
// of memory without a kernel.
std::string traceOf(const QString &shape)
{
    if (shape == QStringLiteral("devices"))
        return test::traceText(test::TraceKind::TwoDevices, {.passes = 14});
    if (shape == QStringLiteral("training"))
        return test::traceText(test::TraceKind::AnnotatedTraining, {.passes = 14});
    if (shape == QStringLiteral("memory")) {
        QFile snapshot(QStringLiteral(LAMELLA_SOURCE_DIR "/tests/data/snapshots/small_3.pickle"));
        return snapshot.open(QFile::ReadOnly) ? snapshot.readAll().toStdString() : std::string();
    }
    std::string table = "Step Id,Device_id,Stream ID,Name,Type,Accelerator Core,Start Time(us),Duration(us),Wait Time(us)\n";
    for (int i = 0; i < 40; ++i)
        table += "50,0,2,aclnnMatMul_" + std::to_string(i) + ",MatMulV2,AI_CORE," + std::to_string(100 + 10 * i)
            + ".000,5.900,0\n" + "50,0,N/A,hcom_allReduce__868_0_1,hcom_allReduce_,HCCL," + std::to_string(106 + 10 * i)
            + ".000,3.000,0\n";
    return table;
}

} // namespace

class TestScaled : public QObject, protected test::WindowTest {
    Q_OBJECT
private slots:
    void initTestCase();
    void theProcessIsScaled();
    void nothingIsCut();
    void whatIsPaintedHasRoom();
    void rowsOfTheTimelineHoldTheirText();
    void everyViewIsSharp();
    void timelineIsSharp();
    void textGrowsWhileOpen();
    void settingsFit();
    void everyWorkspaceAtEverySize_data();
    void everyWorkspaceAtEverySize();

private:
    void eachView(const std::function<void(const QString &, QWidget &)> &look)
    {
        QVERIFY(test::eachView(*m_window, [&](const QString &id, QWidget &panel) {
            for (int turn = 0; turn < 4; ++turn) // a row that breaks into lines asks for more height in the next turn
                QCoreApplication::processEvents();
            look(id, panel);
        }));
    }

    double m_ratio = 1;
};

void TestScaled::initTestCase()
{
    m_ratio = qEnvironmentVariable("LAMELLA_TEST_RATIO", QStringLiteral("1")).toDouble();
    QVERIFY(showWindow({1600, 1000}));
    QVERIFY(open(writeTrace({.passes = 4})));
    m_window->bus().select(core::LayerSelection{m_window->controller().segmentation()->mainDevice, 1, 2}, nullptr);
}

void TestScaled::theProcessIsScaled()
{
    QCOMPARE(m_window->devicePixelRatioF(), m_ratio);
    if (const int dpi = qEnvironmentVariableIntValue("QT_FONT_DPI"); dpi > 0)
        QCOMPARE(m_window->logicalDpiY(), dpi);
}

void TestScaled::nothingIsCut()
{
    QStringList wrong;
    eachView([&](const QString &where, QWidget &) {
        wrong << test::clippedTexts(where, *m_window) << test::overlaps(where, *m_window) << test::cutNumbers(where, *m_window);
        if (m_window->width() > 1600 || m_window->height() > 1000)
            wrong << QStringLiteral("%1: the window grew to %2 x %3").arg(where).arg(m_window->width()).arg(m_window->height());
    });
    wrong.removeDuplicates();
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(u'\n')));
}

// Charts and other widgets with a painter of their own; rows that are scrolled are those of Qt.
void TestScaled::whatIsPaintedHasRoom()
{
    QStringList wrong;
    std::size_t texts = 0;
    eachView([&](const QString &where, QWidget &panel) {
        QList<QWidget *> parts = panel.findChildren<QWidget *>();
        parts << &panel;
        for (QWidget *part : std::as_const(parts)) {
            if (!part->isVisible() || qobject_cast<QAbstractScrollArea *>(part->parentWidget()) != nullptr)
                continue;
            texts += test::paintedTexts(*part).size();
            wrong << test::crowdedTexts(where + u' ' + QString::fromLatin1(part->metaObject()->className()), *part);
        }
    });
    QVERIFY2(texts > 100, qPrintable(QString::number(texts)));
    wrong.removeDuplicates();
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(u'\n')));
}

// They are painted into a picture that is kept, so what they say is not seen above.
void TestScaled::rowsOfTheTimelineHoldTheirText()
{
    const auto *view = m_window->findChild<TimelinePanel *>()->view();
    const int body = QFontMetrics(Theme::bodyFont()).height();
    const int small = QFontMetrics(Theme::captionFont()).ascent() + QFontMetrics(Theme::captionFont()).descent();
    bool main = false;
    for (const TimelineRow &row : view->rows().rows()) {
        QVERIFY2(row.height >= small, qPrintable(row.group->title));
        if (row.isGroup())
            continue;
        QVERIFY2(row.bar >= small - 2, qPrintable(row.track->label));
        if (row.lane->main) {
            main = true;
            QVERIFY2(row.height >= body + QFontMetrics(Theme::microFont()).height() - 4, qPrintable(row.track->label));
        }
    }
    QVERIFY(main);
    QVERIFY(kRulerPx >= small && kBandRowPx >= small);
}

void TestScaled::everyViewIsSharp()
{
    const int step = static_cast<int>(m_ratio);
    eachView([&](const QString &where, QWidget &panel) {
        const QImage picture = panel.grab().toImage();
        QCOMPARE(picture.devicePixelRatio(), m_ratio);
        QCOMPARE(picture.size(), (QSizeF(panel.size()) * m_ratio).toSize());
        if (step >= 2)
            QVERIFY2(finerThan(picture, step) > 20, qPrintable(where));
    });
    const QPixmap icon = iconPixmap(QStringLiteral("check"), Qt::black, 16, m_ratio);
    QCOMPARE(icon.size(), QSize(qRound(16 * m_ratio), qRound(16 * m_ratio)));
    QCOMPARE(icon.devicePixelRatio(), m_ratio);
}

// The parts that are kept as pixels from frame to frame.
void TestScaled::timelineIsSharp()
{
    auto *panel = m_window->findChild<TimelinePanel *>();
    QTRY_VERIFY(!panel->isBusy());
    const core::TraceBounds bounds = m_window->controller().document()->bounds;
    panel->view()->showRange({{bounds.exactBegin}, {bounds.exactEnd}}, false);
    const QList<QWidget *> parts{panel->view(), panel->overview()};
    for (QWidget *part : parts) {
        const QImage all = part->grab().toImage();
        QCOMPARE(all.devicePixelRatio(), m_ratio);
        const int step = static_cast<int>(m_ratio);
        if (step < 2)
            continue;
        // Bars alone, beside the labels: they are in columns of device pixels.
        const int left = qRound((kLabelColumnPx + 4) * m_ratio) / step * step;
        const QImage bars = all.copy(left, 0, all.width() - left, all.height());
        int odd = 0;
        for (int y = 0; y < bars.height(); ++y)
            for (int x = 0; x + 1 < bars.width(); x += 2)
                odd += bars.pixel(x, y) != bars.pixel(x + 1, y) ? 1 : 0;
        QVERIFY2(
            odd > 50, qPrintable(QStringLiteral("%1: %2").arg(QString::fromLatin1(part->metaObject()->className())).arg(odd)));
    }
}

// The user's setting: what was made for small text has room for large text too, and is as before afterwards.
void TestScaled::textGrowsWhileOpen()
{
    if (textPxScale() > 1)
        QSKIP("the text is large already");
    const auto *timeline = m_window->findChild<TimelinePanel *>();
    const int overview = timeline->overview()->height();
    const int row = timeline->view()->rows().rows().front().height;
    const auto scaleBack = qScopeGuard([] { Theme::setTextScale(1); });
    Theme::setTextScale(1.7);
    QCOMPARE(textPxScale(), 1.7);
    QStringList wrong;
    eachView([&](const QString &where, QWidget &panel) {
        wrong << test::overlaps(where, *m_window);
        const auto parts = panel.findChildren<QWidget *>();
        for (QWidget *part : parts)
            if (part->isVisible() && qobject_cast<QAbstractScrollArea *>(part->parentWidget()) == nullptr)
                wrong << test::crowdedTexts(where + u' ' + QString::fromLatin1(part->metaObject()->className()), *part);
    });
    wrong.removeDuplicates();
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(u'\n')));
    QCOMPARE(timeline->overview()->height(), qRound(overview * 1.7));
    QTRY_COMPARE(timeline->view()->rows().rows().front().height, qRound(row * 1.7));
    Theme::setTextScale(1);
    QCOMPARE(timeline->overview()->height(), overview);
    QTRY_COMPARE(timeline->view()->rows().rows().front().height, row);
}

void TestScaled::settingsFit()
{
    SettingsDialog &settings = m_window->shell().showSettings();
    QVERIFY(QTest::qWaitForWindowExposed(&settings));
    auto *pages = settings.findChild<QListWidget *>(QStringLiteral("settingsPages"));
    QStringList wrong;
    for (int page = 0; page < pages->count(); ++page) {
        pages->setCurrentRow(page);
        for (int turn = 0; turn < 4; ++turn)
            QCoreApplication::processEvents();
        const QString where = pages->item(page)->text();
        wrong << test::clippedTexts(where, settings) << test::overlaps(where, settings);
    }
    settings.close();
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(u'\n')));
}

void TestScaled::everyWorkspaceAtEverySize_data()
{
    QTest::addColumn<QSize>("size");
    QTest::addColumn<bool>("dark");
    QTest::addColumn<bool>("chinese");
    QTest::addColumn<double>("scale");
    QTest::addColumn<QString>("shape"); // of the trace
    const QString dense = QStringLiteral("dense");
    QTest::newRow("1280, light") << QSize(1280, 800) << false << false << 1.0 << dense;
    QTest::newRow("1440, dark") << QSize(1440, 900) << true << false << 1.0 << dense;
    QTest::newRow("2560, light") << QSize(2560, 1440) << false << false << 1.0 << dense;
    QTest::newRow("1280, dark, Chinese") << QSize(1280, 800) << true << true << 1.0 << dense;
    QTest::newRow("2560, dark, Chinese") << QSize(2560, 1440) << true << true << 1.0 << dense;
    QTest::newRow("2560, light, large text") << QSize(2560, 1440) << false << false << 2.0 << dense;
    for (const char *shape : {"devices", "training", "NPU", "memory"}) {
        QTest::addRow("1280, %s", shape) << QSize(1280, 800) << false << false << 1.0 << QString::fromLatin1(shape);
        QTest::addRow("1440, Chinese, %s", shape) << QSize(1440, 900) << false << true << 1.0 << QString::fromLatin1(shape);
    }
}

// The frame and all panels of each workspace: texts that are cut, that lie over one another, or that have no room where they are
// painted.
void TestScaled::everyWorkspaceAtEverySize()
{
    if (textPxScale() > 1 || m_ratio > 1)
        QSKIP("the text or the pixels are large already");
    QFETCH(QSize, size);
    QFETCH(bool, dark);
    QFETCH(bool, chinese);
    QFETCH(double, scale);
    QFETCH(QString, shape);
    QTranslator translator;
    if (chinese) {
        QVERIFY(translator.load(QStringLiteral(":/i18n/lamella_zh_CN.qm")));
        QCoreApplication::installTranslator(&translator);
    }
    Theme::apply(dark ? ThemeKind::Dark : ThemeKind::Light);
    Theme::setTextScale(scale);
    const auto restore = qScopeGuard([&translator] {
        Theme::setTextScale(1);
        Theme::apply(ThemeKind::Light);
        QCoreApplication::removeTranslator(&translator);
    });
    MainWindow window(m_pool, *m_recent);
    window.resize(size);
    window.show();
    window.openTrace(shape == QStringLiteral("dense") ? writeTrace({.passes = 4}, QStringLiteral("sizes.json"))
                                                      : write(QStringLiteral("sizes.json"), traceOf(shape)));
    QVERIFY(test::isReady(window));
    if (shape == QStringLiteral("dense"))
        window.bus().select(core::LayerSelection{window.controller().segmentation()->mainDevice, 1, 2}, nullptr);
    QStringList wrong;
    for (const WorkspaceSpec *spec : workspaces()) {
        if (!window.workspaces().isEnabled(*spec))
            continue;
        QVERIFY(window.workspaces().show(QString::fromLatin1(spec->mainPanel)));
        QVERIFY(test::settles(window));
        for (int turn = 0; turn < 4; ++turn)
            QCoreApplication::processEvents();
        const QString where = QString::fromLatin1(spec->id);
        wrong << test::clippedTexts(where, window) << test::overlaps(where, window) << test::cutNumbers(where, window);
        const auto parts = window.findChildren<QWidget *>();
        for (QWidget *part : parts)
            if (part->isVisible() && part->window() == &window
                && qobject_cast<QAbstractScrollArea *>(part->parentWidget()) == nullptr)
                wrong << test::crowdedTexts(where + u' ' + QString::fromLatin1(part->metaObject()->className()), *part);
    }
    QVERIFY2(window.width() == size.width() && window.height() == size.height(), "the window grew");
    wrong.removeDuplicates();
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(u'\n')));
}

LAMELLA_WIDGET_TEST(TestScaled)
#include "tst_Scaled.moc"
