// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/NearestName.h"
#include "tests/support/TestMain.h"

#include <QTest>

#include <array>

class TestNearestName : public QObject {
    Q_OBJECT
private slots:
    void nearest_data()
    {
        QTest::addColumn<QString>("wrong");
        QTest::addColumn<QString>("hint");
        QTest::newRow("exchanged") << "kernles"
                                   << " (did you mean kernels?)";
        QTest::newRow("missing letter") << "pases"
                                        << " (did you mean passes?)";
        QTest::newRow("first of equals") << "gap"
                                         << " (did you mean gaps?)";
        QTest::newRow("three slips") << "krnl"
                                     << "";
        QTest::newRow("far") << "nonsense"
                             << "";
        QTest::newRow("long") << QString(100, QLatin1Char('x')) << "";
    }
    void nearest()
    {
        QFETCH(QString, wrong);
        const std::array<std::string, 4> names{"kernels", "passes", "gaps", "gasp"};
        QTEST(QString::fromStdString(lamella::core::didYouMean(wrong.toStdString(), names).english()), "hint");
    }
};

LAMELLA_TEST(TestNearestName)
#include "tst_NearestName.moc"
