// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/diff/DiffNames.h"
#include "tests/support/TestMain.h"
#include "tests/support/TraceBuilder.h"

#include <QTest>

using namespace lamella;
using namespace lamella::core;

class TestDiffNames : public QObject {
    Q_OBJECT
private slots:
    void namesAreTheSameKernel_data()
    {
        QTest::addColumn<std::string>("a");
        QTest::addColumn<std::string>("b");
        QTest::addColumn<bool>("sameKernel");
        QTest::addColumn<bool>("variants");
        using S = std::string;
        QTest::newRow("equal") << S("nvjet_hsh_128x8_64x12_1x2_h_bz_TNT") << S("nvjet_hsh_128x8_64x12_1x2_h_bz_TNT") << true
                               << true;
        QTest::newRow("tile") << S("nvjet_hsh_128x8_64x12_1x2_h_bz_TNT") << S("nvjet_hsh_64x8_64x16_1x2_h_bz_TNT") << false
                              << true;
        QTest::newRow("Tensile tile") << S("Cijk_Alik_Bljk_BBS_MT256x32x64_MI16x16x16")
                                      << S("Cijk_Alik_Bljk_BBS_MT64x16x128_MI16x16x16") << false << true;
        QTest::newRow("template number") << S("void f<4, at::native::AddFunctor<float> >(int)")
                                         << S("void f<8, at::native::AddFunctor<float> >(int)") << false << true;
        QTest::newRow("functor") << S("void f<4, at::native::AddFunctor<float> >(int)")
                                 << S("void f<4, at::native::MulFunctor<float> >(int)") << false << false;
        QTest::newRow("Inductor's counter") << S("triton_poi_fused_add_mul_3") << S("triton_poi_fused_add_mul_17") << true
                                            << true;
        QTest::newRow("Inductor's operations") << S("triton_poi_fused_add_3") << S("triton_poi_fused_mul_3") << false << false;
        QTest::newRow("XLA's counter") << S("fusion.12") << S("fusion.190") << true << true;
        QTest::newRow("XLA's other counter") << S("loop_add_fusion_1") << S("loop_add_fusion_22") << true << true;
        QTest::newRow("XLA's operation") << S("loop_add_fusion_1") << S("input_reduce_fusion_1") << false << false;
        QTest::newRow("a size at the end is no counter") << S("_fwd_kernel_64") << S("_fwd_kernel_128") << false << true;
        QTest::newRow("anonymous namespace") << S("void _GLOBAL__N__0f1e2d3c_4_a_cu_9b8a::f<int>(int)")
                                             << S("void _GLOBAL__N__99aa88bb_4_a_cu_1234::f<int>(int)") << true << true;
        QTest::newRow("address") << S("kernel_cutlass__object_at_0x7f3a12345678_")
                                 << S("kernel_cutlass__object_at_0x7f3a12345678_") << true << true;
        QTest::newRow("address in text") << S("k(obj at 0x7f3a12345678)") << S("k(obj at 0x7e0000005678)") << true << true;
        QTest::newRow("copies in two directions")
            << S("Memcpy HtoD (Pinned -> Device)") << S("Memcpy DtoH (Device -> Pinned)") << false << false;
        QTest::newRow("nothing but digits") << S("123") << S("456") << false << false;
    }
    void namesAreTheSameKernel()
    {
        QFETCH(std::string, a);
        QFETCH(std::string, b);
        QFETCH(bool, sameKernel);
        QFETCH(bool, variants);
        QCOMPARE(kernelIdentity(a) == kernelIdentity(b), sameKernel);
        QCOMPARE(kernelFamily(a) == kernelFamily(b), variants);
    }

    void oneNumberForAName()
    {
        const test::BuiltTrace a("7: gemm_64x8@0+1 norm@2+1 attn@4+1", {{0, 0}, {0, 0}, {0, 0}});
        const test::BuiltTrace b("7: attn@0+1 copy@2+1 gemm_128x8@4+1", {{0, 0}, {0, 0}, {0, 0}});
        const DiffSymbols symbols(*a.document, *a.names, *b.document, *b.names);
        const DiffSymbols swapped(*b.document, *b.names, *a.document, *a.names);
        const auto name = [](const test::BuiltTrace &t, std::uint32_t k) { return t.document->kernels.name[k]; };
        QCOMPARE(symbols.a(name(a, 2)).identity, symbols.b(name(b, 0)).identity);
        QVERIFY(symbols.a(name(a, 0)).identity != symbols.b(name(b, 2)).identity);
        QCOMPARE(symbols.a(name(a, 0)).family, symbols.b(name(b, 2)).family);
        QCOMPARE(symbols.a(name(a, 0)).category, Category::Gemm);
        QCOMPARE(symbols.identities(), 5u);
        for (std::uint32_t k = 0; k < 3; ++k)
            QCOMPARE(symbols.a(name(a, k)).identity, swapped.b(name(a, k)).identity);
        QCOMPARE(symbols.a(StringId(12345)).identity, DiffSymbol::kNone);
    }
};

LAMELLA_CORE_APPLICATION_TEST(TestDiffNames)
#include "tst_DiffNames.moc"
