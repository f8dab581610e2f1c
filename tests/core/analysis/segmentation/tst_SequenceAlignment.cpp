// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/segmentation/SequenceAlignment.h"
#include "tests/support/TestMain.h"

#include <QTest>

#include <cmath>
#include <string_view>
#include <vector>

using namespace lamella::core;

namespace {

// One letter a kernel: upper case = norm, lower case = GEMM, digits = neither.
struct Text {
    std::vector<StringId> symbol;
    std::vector<TokenSet> token;
    explicit Text(std::string_view letters)
    {
        for (const char c : letters) {
            symbol.emplace_back(static_cast<std::uint32_t>(c));
            token.push_back(c >= 'A' && c <= 'Z' ? kTokenNorm : c >= 'a' && c <= 'z' ? kTokenGemm : TokenSet{0});
        }
    }
    [[nodiscard]] SymbolSpan span() const { return {symbol, token}; }
};

} // namespace

class TestSequenceAlignment : public QObject {
    Q_OBJECT
private slots:
    void suffix_data();
    void suffix();
    void prefix_data();
    void prefix();
    void joint_data();
    void joint();
    void similarityOfEqualAndForeign();
};

void TestSequenceAlignment::suffix_data()
{
    QTest::addColumn<QString>("observed");
    QTest::addColumn<QString>("wanted");
    QTest::addColumn<int>("boundary");
    QTest::addColumn<double>("cost"); // of edits of the template; what stands before it is none
    QTest::newRow("template at the end") << "12Nq3"
                                         << "Nq3" << 2 << 0.0;
    QTest::newRow("plain norm for add+norm") << "12Pq3"
                                             << "Nq3" << 2 << 0.4;
    QTest::newRow("one kernel more inside") << "12Nq83"
                                            << "Nq3" << 2 << 1.0;
    QTest::newRow("whole room is the template") << "Nq3"
                                                << "Nq3" << 0 << 0.0;
}

void TestSequenceAlignment::suffix()
{
    QFETCH(QString, observed);
    QFETCH(QString, wanted);
    QFETCH(int, boundary);
    const Text seen(observed.toStdString());
    const Text pattern(wanted.toStdString());
    QFETCH(double, cost);
    const Alignment aligned = alignSuffix(seen.span(), pattern.span());
    QCOMPARE(static_cast<int>(aligned.boundary), boundary);
    QVERIFY(std::abs(aligned.cost - cost) < 1e-4);
}

void TestSequenceAlignment::prefix_data()
{
    QTest::addColumn<QString>("observed");
    QTest::addColumn<QString>("wanted");
    QTest::addColumn<int>("boundary");
    QTest::newRow("final norm and head follow") << "oNgadNh9"
                                                << "oNgad" << 5;
    QTest::newRow("cut short") << "oNg"
                               << "oNgad" << 3;
    QTest::newRow("one kernel missing") << "ogadNh9"
                                        << "oNgad" << 4;
    QTest::newRow("nothing left") << ""
                                  << "oNgad" << 0;
}

void TestSequenceAlignment::prefix()
{
    QFETCH(QString, observed);
    QFETCH(QString, wanted);
    QFETCH(int, boundary);
    const Text seen(observed.toStdString());
    const Text pattern(wanted.toStdString());
    QCOMPARE(static_cast<int>(alignPrefix(seen.span(), pattern.span()).boundary), boundary);
}

void TestSequenceAlignment::joint_data()
{
    QTest::addColumn<QString>("observed");
    QTest::addColumn<int>("boundary");
    QTest::newRow("as usual") << "o1dNq3" << 3;
    QTest::newRow("norm under another name") << "o1d9q3" << 3;
    QTest::newRow("norm gone") << "o1dq3" << 3;
}

void TestSequenceAlignment::joint()
{
    QFETCH(QString, observed);
    QFETCH(int, boundary);
    const Text seen(observed.toStdString());
    const Text left("o1d");
    const Text right("Nq3");
    QCOMPARE(static_cast<int>(alignJoint(seen.span(), left.span(), right.span()).boundary), boundary);
}

void TestSequenceAlignment::similarityOfEqualAndForeign()
{
    const Text a("Nq3o1d");
    const Text b("Nq3o1d");
    const Text c("456789");
    QCOMPARE(similarity(a.span(), b.span()), 1.0);
    QVERIFY(similarity(a.span(), c.span()) < 0.2);
    QCOMPARE(similarity(Text("").span(), Text("").span()), 1.0);
}

LAMELLA_TEST(TestSequenceAlignment)
#include "tst_SequenceAlignment.moc"
