// SPDX-License-Identifier: GPL-3.0-or-later
// The list below a part of the breadcrumb: all lines are there, but only those shown have cost a text.
#include "tests/support/TestMain.h"
#include "widgets/common/ChoiceList.h"
#include "widgets/common/SearchField.h"
#include "widgets/theme/Theme.h"

#include <QListView>
#include <QPointer>
#include <QPushButton>
#include <QScrollBar>
#include <QtTest>

using namespace lamella::ui;

namespace {

constexpr int kLines = 100'000;

} // namespace

class tst_ChoiceList : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { Theme::apply(ThemeKind::Light); }
    void init()
    {
        m_asked = 0;
        m_chosen = -1;
        m_list = new ChoiceList({kLines,
                                    [this](int line) {
                                        ++m_asked;
                                        return QStringLiteral("P%1").arg(line);
                                    }},
            77'777, [this](int line) { m_chosen = line; }, &m_button);
        m_list->popupBelow(m_button);
        QVERIFY(QTest::qWaitForWindowExposed(m_list));
    }
    void cleanup() { delete m_list; }

    void asksForTheLinesShown()
    {
        QCOMPARE(view()->model()->rowCount(), kLines);
        QCOMPARE(view()->currentIndex().row(), 77'777);
        QCOMPARE(view()->currentIndex().data().toString(), QStringLiteral("P77777"));
        QVERIFY2(m_asked < 1'000, qPrintable(QString::number(m_asked)));
        QTest::keyClick(field(), Qt::Key_Return);
        QCOMPARE(m_chosen, 77'777);
    }
    void typingFindsEveryLine()
    {
        QTest::keyClicks(field(), QStringLiteral("p9999"));
        QTRY_COMPARE(view()->model()->rowCount(), 11); // 9999 and 99990 to 99999
        QCOMPARE(view()->model()->index(10, 0).data().toString(), QStringLiteral("P99999"));
        QTest::keyClick(field(), Qt::Key_Down);
        QTest::keyClick(field(), Qt::Key_Return);
        QCOMPARE(m_chosen, 99'990);
    }
    // Enter does not have to wait for the filter.
    void enterChoosesTheFirstLineWithTheText()
    {
        QTest::keyClicks(field(), QStringLiteral("P9876"));
        QTest::keyClick(field(), Qt::Key_Return);
        QCOMPARE(m_chosen, 9'876);
    }
    void nothingFoundChoosesNothing()
    {
        QTest::keyClicks(field(), QStringLiteral("x"));
        QTest::keyClick(field(), Qt::Key_Return);
        QCOMPARE(m_chosen, -1);
        QVERIFY(m_list);
        field()->clear();
        QTRY_COMPARE(view()->model()->rowCount(), kLines);
    }
    // A scroll bar would be beside lines that are all visible.
    void fewLinesAreAllVisible()
    {
        for (const int lines : {2, 11, 16}) {
            ChoiceList list({lines, [](int line) { return QStringLiteral("P%1 decode").arg(line); }}, lines - 1, [](int) {}, &m_button);
            list.setAttribute(Qt::WA_DeleteOnClose, false);
            list.popupBelow(m_button);
            QVERIFY(QTest::qWaitForWindowExposed(&list));
            const auto *view = list.findChild<QListView *>();
            const QRect last = view->visualRect(view->model()->index(lines - 1, 0));
            QVERIFY(view->viewport()->rect().contains(last));
            QVERIFY(!view->verticalScrollBar()->isVisible());
        }
    }

private:
    QListView *view() const { return m_list->findChild<QListView *>(); }
    SearchField *field() const { return m_list->findChild<SearchField *>(); }

    QPushButton m_button;
    QPointer<ChoiceList> m_list;
    int m_asked = 0;
    int m_chosen = -1;
};

LAMELLA_WIDGET_TEST(tst_ChoiceList)
#include "tst_ChoiceList.moc"
