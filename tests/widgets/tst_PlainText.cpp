// SPDX-License-Identifier: GPL-3.0-or-later
// A trace whose kernels are called like markup that reads a file: no view, tip, menu or message of the window takes it for that.
#include "tests/support/TestMain.h"
#include "tests/widgets/WindowTest.h"
#include "widgets/common/LongTips.h"
#include "widgets/common/PlainText.h"
#include "widgets/diff/DiffLanes.h"
#include "widgets/notes/NoteFlags.h"
#include "widgets/notes/NotesController.h"

#include <QFile>
#include <QHeaderView>
#include <QHelpEvent>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QMenu>
#include <QMessageBox>
#include <QProgressDialog>
#include <QTabBar>
#include <QTableWidget>
#include <QToolTip>

#include <algorithm>
#include <atomic>
#include <fcntl.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

using namespace lamella;
using namespace lamella::ui;

namespace {

constexpr int kStepPx = 12;

// A FIFO that tells when somebody opens it to read; who does is let go at once.
class Trap {
public:
    explicit Trap(const QString &path)
        : m_path(QFile::encodeName(path))
    {
        if (::mkfifo(m_path.constData(), S_IRUSR | S_IWUSR) != 0)
            qFatal("no FIFO");
        m_waits = std::thread([this] {
            const int fd = ::open(m_path.constData(), O_WRONLY); // until there is a reader
            m_read = !m_over;
            ::close(fd);
        });
    }
    ~Trap()
    {
        m_over = true;
        const int fd = ::open(m_path.constData(), O_RDONLY | O_NONBLOCK);
        m_waits.join();
        ::close(fd);
    }
    Trap(const Trap &) = delete;
    Trap &operator=(const Trap &) = delete;
    [[nodiscard]] bool wasRead() const { return m_read; }

private:
    QByteArray m_path;
    std::atomic<bool> m_read = false;
    std::atomic<bool> m_over = false;
    std::thread m_waits;
};

// The tip that an event asks for at the place.
QString tipAt(QWidget &widget, const QPoint &place)
{
    QToolTip::showText({}, {});
    QHelpEvent help(QEvent::ToolTip, place, widget.mapToGlobal(place));
    QApplication::sendEvent(&widget, &help);
    return QToolTip::isVisible() ? QToolTip::text() : QString();
}

bool isHarmless(const QString &text)
{
    return !Qt::mightBeRichText(text) || !text.contains(QStringLiteral("<img"));
}

} // namespace

class TestPlainText : public QObject, protected test::WindowTest {
    Q_OBJECT
private slots:
    void initTestCase();
    void cleanupTestCase();
    void namesStayTextInEveryView();
    void barsOfTheComparison();
    void flagsOfNotes();
    void tipsOfCellsTabsMenusAndWidgets();
    void messagesAreText();

private:
    void openTrace();
    std::unique_ptr<Trap> m_trap;
    QString m_name; // of a kernel: a picture to read
};

void TestPlainText::initTestCase()
{
    const QString fifo = m_folder.filePath(QStringLiteral("fifo"));
    m_trap = std::make_unique<Trap>(fifo);
    m_name = QStringLiteral("<img src=%1>").arg(fifo);
    QVERIFY(showWindow({1280, 800}));
    openTrace();
}

void TestPlainText::cleanupTestCase()
{
    closeWindow();
    QVERIFY(!m_trap->wasRead());
    m_trap.reset();
}

// Every kernel is called like the picture, with a number behind it that tells them apart.
void TestPlainText::openTrace()
{
    const std::string json = test::generatedTrace(test::TraceKind::Dense, {.passes = 3}).json;
    QJsonObject trace = QJsonDocument::fromJson(QByteArray::fromStdString(json)).object();
    QJsonArray events = trace[QStringLiteral("traceEvents")].toArray();
    QMap<QString, QString> names;
    for (auto &&entry : events) {
        QJsonObject event = entry.toObject();
        if (event[QStringLiteral("cat")] != QStringLiteral("kernel"))
            continue;
        QString &name = names[event[QStringLiteral("name")].toString()];
        if (name.isEmpty())
            name = QString(m_name).insert(m_name.size() - 1, QStringLiteral(" alt=%1").arg(names.size()));
        event[QStringLiteral("name")] = name;
        entry = event;
    }
    trace[QStringLiteral("traceEvents")] = events;
    const QString path = m_folder.filePath(QStringLiteral("<b>trace<b>.json"));
    QVERIFY(open(test::writeFile(path, QJsonDocument(trace).toJson(QJsonDocument::Compact))));
    const core::DeviceId device = m_window->controller().segmentation()->mainDevice;
    QVERIFY(m_window->controller().segmentation()->layer(device, 1, 1) != nullptr);
    m_window->bus().select(core::LayerSelection{device, 1, 1}, this);
}

void TestPlainText::namesStayTextInEveryView()
{
    int tips = 0;
    const QStringList ids = m_window->workspaces().panelIds();
    for (const QString &id : ids) {
        QVERIFY(m_window->workspaces().show(id));
        QVERIFY(QTest::qWaitFor([this] { return m_window->isSettled(); }, 60'000));
        const auto widgets = m_window->workspaces().panel(id)->findChildren<QWidget *>();
        for (QWidget *widget : widgets) {
            if (!widget->isVisible())
                continue;
            if (const auto *label = qobject_cast<const QLabel *>(widget))
                QVERIFY2(label->textFormat() == Qt::PlainText, qPrintable(id + u' ' + label->text()));
            for (int y = kStepPx / 2; y < widget->height(); y += kStepPx)
                for (int x = kStepPx / 2; x < widget->width(); x += 2 * kStepPx) {
                    if (widget->childAt(x, y) != nullptr)
                        continue;
                    const QString tip = tipAt(*widget, {x, y});
                    tips += tip.contains(QStringLiteral("img src")) ? 1 : 0;
                    QVERIFY2(isHarmless(tip), qPrintable(id + QStringLiteral(": ") + tip));
                }
        }
        QVERIFY2(!m_trap->wasRead(), qPrintable(id));
    }
    QVERIFY(tips > 10); // the names are seen somewhere
}

void TestPlainText::barsOfTheComparison()
{
    QVERIFY(m_window->workspaces().show(QStringLiteral("diff")));
    const core::DeviceId device = m_window->controller().segmentation()->mainDevice;
    m_window->bus().select(core::LayerSelection{device, 1, 1}, this);
    QVERIFY(QTest::qWaitFor([this] { return m_window->isSettled(); }, 60'000));
    auto *lanes = &find<DiffLanes>();
    int seen = 0;
    for (int part = 0; part < std::min(200, lanes->partCount()); ++part) {
        const QString tip = tipAt(*lanes, lanes->partRect(part).center());
        seen += tip.contains(QStringLiteral("img src")) ? 1 : 0;
        QVERIFY2(isHarmless(tip), qPrintable(tip));
    }
    QVERIFY(seen > 0);
    QVERIFY(!m_trap->wasRead());
}

void TestPlainText::flagsOfNotes()
{
    auto *notes = m_window->findChild<NotesController *>();
    auto *flags = m_window->findChild<NoteFlags *>();
    QVERIFY(notes != nullptr && flags != nullptr);
    const auto note = notes->noteAt(m_window->bus().selection());
    QVERIFY(note.has_value());
    const int row = notes->add(*note);
    notes->setText(row, m_name);
    QTRY_VERIFY(!flags->flagRect(row).isNull());
    const QString tip = tipAt(*flags, flags->flagRect(row).center());
    QVERIFY2(tip.contains(QStringLiteral("img src")) && isHarmless(tip), qPrintable(tip));
    QVERIFY(!m_trap->wasRead());
}

void TestPlainText::tipsOfCellsTabsMenusAndWidgets()
{
    QTableWidget table(1, 1);
    table.setItem(0, 0, new QTableWidgetItem);
    table.item(0, 0)->setToolTip(m_name);
    table.setHorizontalHeaderItem(0, new QTableWidgetItem(QStringLiteral("a")));
    table.horizontalHeaderItem(0)->setToolTip(m_name);
    table.show();
    QTabBar tabs;
    tabs.addTab(QStringLiteral("tab"));
    tabs.setTabToolTip(0, m_name);
    tabs.show();
    QMenu menu;
    menu.setToolTipsVisible(true);
    QAction *action = menu.addAction(QStringLiteral("entry"));
    action->setToolTip(m_name);
    menu.popup({0, 0});
    QWidget plain;
    plain.resize(50, 50);
    plain.setToolTip(m_name);
    plain.show();
    const std::pair<QWidget *, QPoint> places[] = {
        {table.viewport(), table.visualItemRect(table.item(0, 0)).center()},
        {table.horizontalHeader()->viewport(), {5, 5}},
        {&tabs, tabs.tabRect(0).center()},
        {&menu, menu.actionGeometry(action).center()},
        {&plain, {5, 5}},
    };
    for (const auto &[widget, place] : places) {
        const QString tip = tipAt(*widget, place);
        QVERIFY2(tip.contains(QStringLiteral("img src")) && isHarmless(tip), widget->metaObject()->className());
    }
    menu.close();
    QVERIFY(!m_trap->wasRead());
}

void TestPlainText::messagesAreText()
{
    const std::unique_ptr<QMessageBox> box(plainQuestion(m_name, m_name, m_name, m_window.get()));
    const std::unique_ptr<QProgressDialog> progress(plainProgress(m_name, m_name, m_window.get()));
    const std::unique_ptr<QLabel> label(plainLabel(m_name, m_window.get()));
    progress->setLabelText(m_name);
    QList<QLabel *> labels = box->findChildren<QLabel *>() + progress->findChildren<QLabel *>();
    labels << label.get();
    int texts = 0;
    for (QLabel *one : std::as_const(labels)) {
        texts += one->text() == m_name ? 1 : 0;
        QVERIFY(one->text().isEmpty() || one->textFormat() == Qt::PlainText);
        QVERIFY(!one->grab().isNull());
    }
    QCOMPARE(texts, 4);
    QVERIFY(!m_trap->wasRead());
}

LAMELLA_WIDGET_TEST(TestPlainText)
#include "tst_PlainText.moc"
