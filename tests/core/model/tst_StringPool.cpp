// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/StringPool.h"
#include "tests/support/TestMain.h"

#include <QTest>

#include <string>
#include <vector>

using namespace lamella::core;

class TestStringPool : public QObject {
    Q_OBJECT
private slots:
    void idZeroIsTheEmptyString();
    void idsAreDenseAndStable();
    void equalityIsByBytes();
    void findNeverAdds();
    void bytesNeverMove();
    void longStringsDoNotWasteTheSharedBlock();
};

void TestStringPool::idZeroIsTheEmptyString()
{
    StringPool pool;
    QCOMPARE(pool.size(), std::size_t{1});
    QCOMPARE(pool.intern("").value, 0u);
    QCOMPARE(pool.intern(std::string_view{}).value, 0u);
    QVERIFY(pool.view(StringId{0}).empty());
    QVERIFY(pool.view(StringId{}).empty());
    QVERIFY(pool.view(StringId{99}).empty());
}

void TestStringPool::idsAreDenseAndStable()
{
    StringPool pool;
    QCOMPARE(pool.intern("gemm").value, 1u);
    QCOMPARE(pool.intern("attn").value, 2u);
    QCOMPARE(pool.intern("gemm").value, 1u);
    QCOMPARE(pool.size(), std::size_t{3});
    QCOMPARE(std::string(pool.view(StringId{2})), std::string("attn"));
}

void TestStringPool::equalityIsByBytes()
{
    StringPool pool;
    const std::string withNul("a\0b", 3);
    const StringId a = pool.intern("a");
    const StringId nul = pool.intern(withNul);
    QVERIFY(a != nul);
    QCOMPARE(pool.view(nul).size(), std::size_t{3});
    QVERIFY(pool.intern("A") != a);
    QVERIFY(pool.intern("\xFF") != pool.intern("\xFE"));
}

void TestStringPool::findNeverAdds()
{
    StringPool pool;
    QVERIFY(!pool.find("x").valid());
    QCOMPARE(pool.size(), std::size_t{1});
    const StringId x = pool.intern("x");
    QCOMPARE(pool.find("x").value, x.value);
    QCOMPARE(pool.find("").value, 0u);
}

void TestStringPool::bytesNeverMove()
{
    StringPool pool;
    std::string source = "first";
    const std::string_view first = pool.view(pool.intern(source));
    const char *address = first.data();
    source = "xxxxx"; // the pool has its own copy
    for (int i = 0; i < 100'000; ++i)
        pool.intern("kernel_" + std::to_string(i));
    QCOMPARE(static_cast<const void *>(pool.view(StringId{1}).data()), static_cast<const void *>(address));
    QCOMPARE(std::string(first), std::string("first"));
    QCOMPARE(std::string(pool.view(pool.find("kernel_99999"))), std::string("kernel_99999"));
}

void TestStringPool::longStringsDoNotWasteTheSharedBlock()
{
    StringPool pool;
    std::size_t bytes = 0;
    for (int i = 0; i < 200; ++i) {
        const std::string longOne(300'000, static_cast<char>('a' + i % 26));
        bytes += pool.view(pool.intern(longOne + std::to_string(i))).size();
        bytes += pool.view(pool.intern("short_" + std::to_string(i))).size();
    }
    QVERIFY2(pool.memoryBytes() < bytes + bytes / 20, qPrintable(QString::number(pool.memoryBytes())));
}

LAMELLA_TEST(TestStringPool)
#include "tst_StringPool.moc"
