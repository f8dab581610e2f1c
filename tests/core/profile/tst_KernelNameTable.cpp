// SPDX-License-Identifier: GPL-3.0-or-later
// Names of real kernels (tests/data/kernel_names.tsv: category, name) against the built-in rules.
#include "core/profile/CategoryMatcher.h"
#include "core/profile/KernelNames.h"
#include "core/profile/NameText.h"
#include "tests/support/TestMain.h"

#include <QFile>
#include <QSet>
#include <QtTest>

using namespace lamella::core;

class tst_KernelNameTable : public QObject {
    Q_OBJECT

private slots:
    void categories_data();
    void categories();
    void tableIsLarge();
    void shortNamesStayShortAndKeepTheFullOne();
};

namespace {

QList<QByteArrayList> tableRows()
{
    QFile file(QStringLiteral(LAMELLA_TEST_DATA "/kernel_names.tsv"));
    QList<QByteArrayList> rows;
    if (file.open(QIODevice::ReadOnly)) {
        for (const QByteArray &line : file.readAll().split('\n')) {
            if (const QByteArrayList cells = line.split('\t'); cells.size() == 2)
                rows.append(cells);
        }
    }
    return rows;
}

const CategoryMatcher &matcher()
{
    static const CategoryMatcher built(builtinProfiles(), nullptr);
    return built;
}

} // namespace

void tst_KernelNameTable::categories_data()
{
    QTest::addColumn<QByteArray>("id");
    QTest::addColumn<QByteArray>("name");
    for (const QByteArrayList &row : tableRows())
        QTest::newRow(row[1].left(100).constData()) << row[0] << row[1];
}

void tst_KernelNameTable::categories()
{
    QFETCH(QByteArray, id);
    QFETCH(QByteArray, name);
    const auto category = matcher().match(lowerCasedText(demangledName(name.toStdString())));
    QCOMPARE(QByteArray::fromStdString(std::string(info(category.value_or(Category::Other)).id)), id);
    QCOMPARE(category.has_value(), id != "other");
}

void tst_KernelNameTable::tableIsLarge()
{
    QSet<QByteArray> names;
    QSet<QByteArray> categories;
    for (const QByteArrayList &row : tableRows()) {
        names.insert(row[1]);
        categories.insert(row[0]);
    }
    QVERIFY(names.size() >= 450);
    QCOMPARE(names.size(), tableRows().size()); // no duplicates
    QCOMPARE(categories.size(), static_cast<qsizetype>(kCategories));
}

void tst_KernelNameTable::shortNamesStayShortAndKeepTheFullOne()
{
    for (const QByteArrayList &row : tableRows()) {
        const std::string full = demangledName(row[1].toStdString());
        const std::string shortName = shortKernelName(full);
        QVERIFY2(!shortName.empty() && QString::fromStdString(shortName).size() <= 60, row[1].constData());
        QVERIFY2(shortName.find(" const") == std::string::npos, shortName.c_str());
    }
}

LAMELLA_TEST(tst_KernelNameTable)
#include "tst_KernelNameTable.moc"
