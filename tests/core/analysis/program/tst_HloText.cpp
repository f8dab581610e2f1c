// SPDX-License-Identifier: GPL-3.0-or-later
// Parsing of instructions, scopes and names.
#include "core/analysis/program/HloText.h"
#include "core/analysis/program/OpKinds.h"
#include "core/analysis/program/OpSums.h"
#include "core/analysis/program/ScopePath.h"
#include "core/profile/OperationCategories.h"
#include "tests/support/TestMain.h"

#include <QTest>

using namespace lamella::core;

class tst_HloText : public QObject {
    Q_OBJECT
private slots:
    void shapes_data();
    void shapes();
    void operands();
    void bytes();
    void anyTextIsSafe();
    void scopes_data();
    void scopes();
    void traits_data();
    void traits();
    void work_data();
    void work();
    void categories_data();
    void categories();
};

void tst_HloText::shapes_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("signature");
    QTest::addColumn<QString>("opcode");
    QTest::newRow("one") << "%all-reduce.1 = bf16[1024,5120]{1,0:T(8,128)(2,1)S(1)} all-reduce(bf16[8]{0} %x), channel_id=3"
                         << "1024,5120"
                         << "all-reduce";
    // marin.profiling ends a tuple at the first bracket of a memory space.
    QTest::newRow("tuple with memory spaces") << "%f = (f32[32,8]{1,0:T(8,128)S(1)}, s32[4]{0:T(128)S(2)}) fusion(f32[2]{0} %p)"
                                              << "32,8|4"
                                              << "fusion";
    QTest::newRow("types the original does not know") << "%c = (f8e4m3fn[2,3]{1,0}, f4e2m1fn[5]{0}, c64[7]{0}) custom-call()"
                                                      << "2,3|5|7"
                                                      << "custom-call";
    QTest::newRow("scalars stay") << "%s = (f32[16]{0}, u32[]{:S(2)}) copy-start(f32[16]{0} %p)"
                                  << "16|[]"
                                  << "copy-start";
    QTest::newRow("nested tuple") << "%a = ((s8[16]{0}), s8[4]{0:S(1)}, s32[]{:S(2)}) async-start(s8[16]{0} %b), calls=%c"
                                  << "16|4|[]"
                                  << "async-start";
    QTest::newRow("no result") << "bf16[3,4] and f32[5]"
                               << "3,4|5"
                               << "";
    QTest::newRow("brackets in brackets") << "%a = f32[[8,u4[2],[[[]3,s8[4]] fusion()"
                                          << "2|4"
                                          << "fusion";
    QTest::newRow("a million open brackets")
        << QString::fromStdString("%a = " + std::string(1'000'000, '[') + "f32[7] fusion()") << "7"
        << "fusion";
    QTest::newRow("none") << "fusion"
                          << ""
                          << "";
}

void tst_HloText::shapes()
{
    QFETCH(QString, text);
    QFETCH(QString, signature);
    QFETCH(QString, opcode);
    const std::string hlo = text.toStdString();
    QCOMPARE(QString::fromStdString(shapeSignature(outputShapes(hlo))), signature);
    QCOMPARE(QString::fromUtf8(parseHlo(hlo).opcode.data(), static_cast<int>(parseHlo(hlo).opcode.size())), opcode);
}

void tst_HloText::operands()
{
    const std::vector<std::string_view> names = operandNames("f32[2]{0} %a.1, (%b), %c%d %%");
    QCOMPARE(names, (std::vector<std::string_view>{"a.1", "b", "c", "d", "", ""}));
    QCOMPARE(operandNames(std::string(1'000'000, '%')).size(), std::size_t{1'000'000});
}

void tst_HloText::bytes()
{
    QCOMPARE(shapeBytes(outputShapes("%a = (bf16[8,2]{1,0}, f4e2m1fn[3]{0}, pred[5]{0}) f()")), std::optional<std::int64_t>(39));
    QCOMPARE(shapeBytes(outputShapes("%a = token[] after-all()")), std::optional<std::int64_t>());
    QCOMPARE(shapeBytes(outputShapes("%a = f32[9223372036854775807,9]{1,0} f()")), std::optional<std::int64_t>());
    QCOMPARE(operandNames("(f32[2]{0}, u32[]) %copy-start.3, f32[1] %b)").size(), std::size_t{2});
    QCOMPARE(operandNames("f32[2]{0} %copy-start.3, s32[] %b").front(), std::string_view("copy-start.3"));
    QCOMPARE(canonicalOpName("%fusion.12"), std::string_view("fusion"));
    QCOMPARE(canonicalOpName("RPA-bq_32-.1"), std::string_view("RPA-bq_32-"));
    QCOMPARE(canonicalOpName(".1"), std::string_view(".1"));
    QCOMPARE(canonicalOpName("conv2"), std::string_view("conv2"));
}

// Truncated and malformed instructions: nothing is read beyond their end.
void tst_HloText::anyTextIsSafe()
{
    const std::string whole = "%a = ((f32[2,3]{1,0:T(8,128)S(1)}), s8[4]{0}) async-start(s8[16]{0} %b), replica_groups={{0,1}}";
    for (std::size_t size = 0; size <= whole.size(); ++size) {
        QVERIFY(outputShapes(whole.substr(0, size)).size() <= 8);
        QVERIFY(outputShapes(whole.substr(size)).size() <= 8);
        QVERIFY(operandNames(whole.substr(size)).size() <= 2);
    }
    QVERIFY(scopeParts(std::string(100'000, '(')).size() <= 1);
    QVERIFY(scopeParts(std::string(100'000, '/')).empty());
}

void tst_HloText::scopes_data()
{
    QTest::addColumn<QString>("recorded");
    QTest::addColumn<QString>("path");
    QTest::newRow("wrappers and colon") << "jit(_train_step)/jit(main)/jvp(Model)/mul:"
                                        << "_train_step=>main=>Model=>mul";
    const std::string whole(256, 'x');
    QTest::newRow("parts of more than 256 bytes are cut")
        << QString::fromStdString("jit(f)/" + whole + "yz/mul") << QString::fromStdString("f=>" + whole + "=>mul");
    QTest::newRow("nested wrappers") << "jit(f)/transpose(jvp(attn))/dot_general"
                                     << "f=>attn=>dot_general";
    QTest::newRow("machinery is left out") << "jit(_train_step)/shard_map/apply_rotary_embedding/pallas_call"
                                           << "_train_step=>apply_rotary_embedding";
    QTest::newRow("donated argument") << "dynamic_donated_arg.model.params.blocks[0].attn.w_k"
                                      << "model.params.blocks[0].attn.w_k";
    QTest::newRow("einsum") << "jit(step)/RowParallelLinear/mn,pn->mp/dot_general:"
                            << "step=>RowParallelLinear=>mn,pn->mp=>dot_general";
    // marin.profiling reads two paths as one long path.
    QTest::newRow("two paths") << "jit(step_fun)/aten::view/reshape;jit(step_fun)/QKVParallelLinear/reshape:"
                               << "step_fun";
    QTest::newRow("two paths, nothing in common") << "jit(a)/x;jit(b)/y"
                                                  << "a=>x";
    QTest::newRow("slash inside a wrapper") << "jit(f)/jvp(a/b)/c"
                                            << "f=>a/b=>c";
    QTest::newRow("bare wrapper") << "jit()/jit"
                                  << "";
}

void tst_HloText::scopes()
{
    QFETCH(QString, recorded);
    QFETCH(QString, path);
    QCOMPARE(QString::fromStdString(joinScope(scopeParts(recorded.toStdString()))), path);
    QCOMPARE(joinScope(scopePartsOfName("train_step=>forward=>matmul")), std::string("train_step=>forward=>matmul"));
    QCOMPARE(joinScope(scopePartsOfName("%copy.564")), std::string("copy"));
}

void tst_HloText::traits_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("category");
    QTest::addColumn<QString>("longName");
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("collective");
    QTest::newRow("by name alone") << "all-reduce.1"
                                   << ""
                                   << ""
                                   << "communication"
                                   << "all-reduce";
    QTest::newRow("psum") << "psum.29"
                          << ""
                          << ""
                          << "communication"
                          << "all-reduce";
    QTest::newRow("a fusion named after a psum computes") << "psum_fusion.2"
                                                          << "loop fusion"
                                                          << "%psum_fusion.2 = f32[2] fusion(f32[2] %a)"
                                                          << "compute"
                                                          << "";
    QTest::newRow("wait") << "dependency-wait"
                          << ""
                          << ""
                          << "wait"
                          << "";
    // marin.profiling counts both as compute.
    QTest::newRow("copy-done waits") << "copy-done.5"
                                     << "copy-done"
                                     << "%copy-done.5 = f32[2] copy-done((f32[2]) %copy-start.5)"
                                     << "wait"
                                     << "";
    QTest::newRow("the kind of an asynchronous collective stands in its text")
        << "async-collective-start.4"
        << "async-start"
        << "%async-collective-start.4 = ((f32[2]), f32[4]) async-start(f32[2] %p), calls=%all-gather.3.clone"
        << "communication"
        << "all-gather";
    QTest::newRow("its done waits") << "all-reduce-done"
                                    << ""
                                    << ""
                                    << "wait"
                                    << "all-reduce";
    QTest::newRow("permute of axes is no collective") << "permute_fusion"
                                                      << "loop fusion"
                                                      << ""
                                                      << "compute"
                                                      << "";
    QTest::newRow("slice in flight") << "slice-start"
                                     << "async-start"
                                     << "%slice-start = (s8[2]) async-start(s8[4] %b)"
                                     << "copy"
                                     << "";
    QTest::newRow("copy on the device computes") << "copy.769"
                                                 << "data formatting"
                                                 << "%copy.769 = f32[2] copy(f32[2] %a)"
                                                 << "compute"
                                                 << "";
    QTest::newRow("sender is no send") << "sender_norm.1"
                                       << ""
                                       << ""
                                       << "compute"
                                       << "";
    QTest::newRow("send") << "send.1"
                          << ""
                          << ""
                          << "communication"
                          << "send-recv";
}

void tst_HloText::traits()
{
    QFETCH(QString, name);
    QFETCH(QString, category);
    QFETCH(QString, longName);
    QFETCH(QString, kind);
    QFETCH(QString, collective);
    const std::string longText = longName.toStdString();
    const OpTraits found = xlaTraits(name.toStdString(), category.toStdString(), longText, false);
    QCOMPARE(QString::fromUtf8(opKindName(found.kind).data()), kind);
    QCOMPARE(QString::fromStdString(std::string(collectiveKindName(found.collective))), collective);
}

void tst_HloText::work_data()
{
    QTest::addColumn<QString>("family");
    QTest::addColumn<QString>("shapes");
    QTest::addColumn<double>("work");
    QTest::newRow("attention, one head size") << "attention_splash"
                                              << "32,512,64|32,8,2048,64" << 274877906944.0;
    QTest::newRow("attention, two head sizes") << "attention_splash"
                                               << "32,512,128|32,8,2048,64|32,8,2048,128" << 412316860416.0;
    QTest::newRow("loss") << "loss_xent"
                          << "65536,512|2,512,128256" << 2.0 * 65536 * 512;
    QTest::newRow("largest shape") << "collective"
                                   << "128256,512" << 65667072.0;
    QTest::newRow("no positive dimension") << "fusion"
                                           << "0,512" << -1.0;
    QTest::newRow("nothing") << "fusion"
                             << "" << -1.0;
}

void tst_HloText::work()
{
    QFETCH(QString, family);
    QFETCH(QString, shapes);
    QFETCH(double, work);
    QCOMPARE(flopProxy(family.toStdString(), shapes.toStdString()).value_or(-1), work);
}

void tst_HloText::categories_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("hlo");
    QTest::addColumn<QString>("scope");
    QTest::addColumn<QString>("category");
    QTest::newRow("matrix product") << "fusion.7"
                                    << "convolution fusion"
                                    << "jit(f)/linear/dot_general"
                                    << "gemm";
    QTest::newRow("paged attention") << "RPA-bq_32-.1"
                                     << "custom-call"
                                     << "jit(f)/jit(ragged_paged_attention)/pallas_call"
                                     << "attention";
    QTest::newRow("quantized product") << "quantized_matmul_kernel_512.64"
                                       << "custom-call"
                                       << "jit(f)/x"
                                       << "gemm";
    QTest::newRow("norm") << "fusion.3"
                          << "loop fusion"
                          << "jit(f)/rms_norm/mul"
                          << "norm";
    QTest::newRow("product's epilogue is no product") << "fusion.9"
                                                      << "loop fusion"
                                                      << "jit(f)/linear/dot_general"
                                                      << "elementwise";
    QTest::newRow("collective") << "all-reduce.1"
                                << "all-reduce"
                                << "jit(f)/embedding"
                                << "communication";
    QTest::newRow("formatting") << "copy.1"
                                << "data formatting"
                                << ""
                                << "memory";
    QTest::newRow("nothing said") << "fusion.1"
                                  << ""
                                  << ""
                                  << "";
}

void tst_HloText::categories()
{
    QFETCH(QString, name);
    QFETCH(QString, hlo);
    QFETCH(QString, scope);
    QFETCH(QString, category);
    const std::string n = name.toStdString();
    const std::string h = hlo.toStdString();
    const std::string s = scope.toStdString();
    const auto found = operationCategory({n, h, {}, s});
    QCOMPARE(found ? QString::fromStdString(std::string(info(*found).id)) : QString(), category);
}

LAMELLA_TEST(tst_HloText)
#include "tst_HloText.moc"
