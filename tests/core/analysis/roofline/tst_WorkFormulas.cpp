// SPDX-License-Identifier: GPL-3.0-or-later
// Each expected number is worked out by hand in the comment beside it.
#include "core/analysis/roofline/WorkFormulas.h"
#include "tests/support/TestMain.h"

#include <QtTest>

using namespace lamella::core;

class tst_WorkFormulas : public QObject {
    Q_OBJECT

private slots:
    void product()
    {
        // 2 * 2*3*4 = 48 operations; (2*4 + 4*3 + 2*3) elements of 2 bytes = 52.
        const OperatorCost plain = productCost({1, 2, 3, 4, ElementType::Bf16, ElementType::Bf16, ElementType::Unknown, 0});
        QCOMPARE(plain.flops, 48.0);
        QCOMPARE(plain.bytes, 52.0);
        QCOMPARE(plain.m, 2.0);
        // A bias of three elements: 2*3 additions, and 3 * 2 bytes.
        const OperatorCost biased = productCost({1, 2, 3, 4, ElementType::Bf16, ElementType::Bf16, ElementType::Unknown, 3});
        QCOMPARE(biased.flops, 54.0);
        QCOMPARE(biased.bytes, 58.0);
        // Five products: 5 * 48, 5 * 52.
        const OperatorCost batched = productCost({5, 2, 3, 4, ElementType::Fp16, ElementType::Fp16, ElementType::Unknown, 0});
        QCOMPARE(batched.flops, 240.0);
        QCOMPARE(batched.bytes, 260.0);
    }

    void productOfNarrowTypes()
    {
        // fp8: 8 + 12 bytes in, 6 elements of bf16 out = 32.
        QCOMPARE(productCost({1, 2, 3, 4, ElementType::Fp8, ElementType::Fp8, ElementType::Unknown, 0}).bytes, 32.0);
        // bf16 by fp4: 8 * 2 + 12 / 2 + 6 * 2 = 34.
        QCOMPARE(productCost({1, 2, 3, 4, ElementType::Bf16, ElementType::Fp4, ElementType::Unknown, 0}).bytes, 34.0);
        // int8: 8 + 12 + 6 * 4 = 44.
        QCOMPARE(productCost({1, 2, 3, 4, ElementType::Int8, ElementType::Int8, ElementType::Unknown, 0}).bytes, 44.0);
        const OperatorCost unknown =
            productCost({1, 2, 3, 4, ElementType::Unknown, ElementType::Unknown, ElementType::Unknown, 0});
        QCOMPARE(unknown.flops, 48.0);
        QVERIFY(!isCounted(unknown.bytes));
        QVERIFY(!unknown.why.empty());
    }

    void attention()
    {
        AttentionShape shape{2, 1, 8, 8, 0, ElementType::Bf16, ElementType::Bf16, false};
        // One request of 4 queries and 4 keys, causal: half of 16 pairs; 2 * 8 * 2 heads * 16 = 512.
        const OperatorCost causal = attentionCost(equalRequests(1, 4, 4, true), shape);
        QCOMPARE(causal.flops, 512.0);
        // Queries and results 4 * 2 heads * 16 * 2 bytes = 256; keys and values 4 * 1 head * 16 * 2 = 128.
        QCOMPARE(causal.bytes, 384.0);
        // The same, every key seen: 16 pairs.
        QCOMPARE(attentionCost(equalRequests(1, 4, 4, false), shape).flops, 1024.0);
        // Decode of 3 requests with 10 keys each: 30 pairs * 2 * 2 * 16 = 1920; 3*2*16*2 + 30*16*2 = 1152.
        const OperatorCost decode = attentionCost(equalRequests(3, 1, 10, false), shape);
        QCOMPARE(decode.flops, 1920.0);
        QCOMPARE(decode.bytes, 1152.0);
        // Both in one step add up.
        AttentionTokens mixed = equalRequests(1, 4, 4, true);
        mixed.generation = equalRequests(3, 1, 10, false).generation;
        QCOMPARE(attentionCost(mixed, shape).flops, 512.0 + 1920.0);
        QCOMPARE(attentionCost(mixed, shape).bytes, 384.0 + 1152.0);
    }

    void attentionOfAStep()
    {
        // The step of a public SGLang trace: 32 requests, 32785 keys, 32 heads and 8 of keys, width 128.
        const AttentionTokens tokens{{}, {32, 32, 32785, 32, 32785}};
        const OperatorCost cost = attentionCost(tokens, {32, 8, 128, 128, 0, ElementType::Bf16, ElementType::Bf16, false});
        QCOMPARE(cost.flops, 2.0 * 32785 * 32 * 256); // 537 149 440
        QCOMPARE(cost.bytes, 134811648.0); // 32*32*256*2 = 524 288 and 32785*8*256*2 = 134 287 360
    }

    void windowsCutWhatIsSeen()
    {
        AttentionShape shape{1, 1, 1, 1, 4, ElementType::Bf16, ElementType::Bf16, false};
        // Decode with 10 keys, 4 of them seen: 2 * 4 * 2 = 16 operations; 2*2 + 4*2*2 = 20 bytes.
        const OperatorCost decode = attentionCost(equalRequests(1, 1, 10, false), shape);
        QCOMPARE(decode.flops, 16.0);
        QCOMPARE(decode.bytes, 20.0);
        // A prompt of 10: the first queries see 1, 2 and 3 keys, the other 7 see 4 each: 34 pairs.
        QCOMPARE(attentionCost(equalRequests(1, 10, 10, true), shape).flops, 4.0 * 34);
        QCOMPARE(attentionCost(equalRequests(2, 10, 10, true), shape).flops, 2 * 4.0 * 34);
        // Behind 2 keys the first query sees 3, the other 9 see 4; behind 20 all see 4.
        QCOMPARE(attentionCost(equalRequests(1, 10, 12, true), shape).flops, 4.0 * (3 + 9 * 4));
        QCOMPARE(attentionCost(equalRequests(1, 10, 30, true), shape).flops, 160.0);
        // A window larger than all keys cuts nothing: 50 pairs.
        shape.window = 1000;
        QCOMPARE(attentionCost(equalRequests(1, 10, 10, true), shape).flops, 200.0);
    }

    void chunksCutWhatIsSeen()
    {
        AttentionShape shape{1, 1, 1, 1, 4, ElementType::Bf16, ElementType::Bf16, false, true};
        // Decode with 10 keys: the last chunk of 4 has 2 of them. 2 * 2 * 2 operations; 2*2 + 2*2*2 bytes.
        const OperatorCost decode = attentionCost(equalRequests(1, 1, 10, false), shape);
        QCOMPARE(decode.flops, 8.0);
        QCOMPARE(decode.bytes, 12.0);
        // The last key of a chunk: all 4 of it.
        QCOMPARE(attentionCost(equalRequests(1, 1, 8, false), shape).flops, 16.0);
        QCOMPARE(attentionCost(equalRequests(3, 1, 9, false), shape).flops, 3 * 4.0);
        // A prompt of 10: two chunks of 10 pairs, and 3 pairs of the last 2 queries. All 10 keys are read.
        const OperatorCost prompt = attentionCost(equalRequests(1, 10, 10, true), shape);
        QCOMPARE(prompt.flops, 4.0 * 23);
        QCOMPARE(prompt.bytes, 10 * 2 * 2 + 10 * 2 * 2.0);
        // 4 queries behind 6 keys see 3 and 4, then 1 and 2; the 6 keys from the second chunk on are read.
        const OperatorCost behind = attentionCost(equalRequests(1, 4, 10, true), shape);
        QCOMPARE(behind.flops, 4.0 * 10);
        QCOMPARE(behind.bytes, 4 * 2 * 2 + 6 * 2 * 2.0);
        // A chunk that is longer than all keys cuts nothing: 50 pairs.
        shape.window = 1000;
        QCOMPARE(attentionCost(equalRequests(1, 10, 10, true), shape).flops, 200.0);
    }

    void latentAttentionReadsItsCacheOnce()
    {
        // 16 heads on one latent key of 512 + 64: 2 * 100 * 16 * (576 + 512) operations; keys 100 * 576 * 2 bytes, queries and
        // results 16 * 1088 * 2.
        const OperatorCost cost =
            attentionCost(equalRequests(1, 1, 100, false), {16, 1, 576, 512, 0, ElementType::Bf16, ElementType::Bf16, true});
        QCOMPARE(cost.flops, 3481600.0);
        QCOMPARE(cost.bytes, 115200.0 + 34816.0);
    }

    void attentionBackward()
    {
        // 16 pairs * 2 * (3 * 8 + 2 * 8) = 1280 a head, two heads; causal: half. Twice the tensors of forward: 2 * 384 bytes.
        const AttentionShape shape{2, 1, 8, 8, 0, ElementType::Bf16, ElementType::Bf16, false};
        QCOMPARE(attentionBackwardCost(equalRequests(1, 4, 4, false), shape).flops, 2560.0);
        QCOMPARE(attentionBackwardCost(equalRequests(1, 4, 4, true), shape).flops, 1280.0);
        QCOMPARE(attentionBackwardCost(equalRequests(1, 4, 4, true), shape).bytes, 768.0);
    }

    void experts()
    {
        // One token and 2 of 8 experts: 8 * (1 - 6/8) = 2 are read. Many tokens: all.
        QCOMPARE(expectedExperts(8, 2, 1), 2.0);
        QVERIFY(qAbs(expectedExperts(8, 2, 1000) - 8) < 1e-9);
        QCOMPARE(expectedExperts(0, 2, 1), 0.0);
        QCOMPARE(expectedExperts(4, 9, 1), 4.0);
        ExpertWork work;
        work.tokens = 1;
        work.topk = 2;
        work.experts = 8;
        work.hidden = 4;
        work.intermediate = 3;
        work.projections = 3;
        work.inputElements = 4;
        work.outputElements = 4;
        work.input = ElementType::Bf16;
        work.weight = ElementType::Fp8;
        const OperatorCost cost = expertCost(work);
        QCOMPARE(cost.flops, 144.0); // 2 * 1 * 2 * 3 * 4 * 3
        QCOMPARE(cost.bytes, 88.0); // 2 experts * 3 * 12 bytes + 4 * 2 + 4 * 2
    }

    void convolution()
    {
        // Four images of 3 x 224 x 224, 768 kernels of 16 x 16 at stride 16: 14 x 14 results each.
        const OperatorCost cost = convolutionCost({4, 3, 768, 1, 224.0 * 224, 14.0 * 14, 16.0 * 16, ElementType::Bf16});
        QCOMPARE(cost.flops, 924844032.0); // 2 * 4 * 768 * 196 * 3 * 256
        QCOMPARE(cost.bytes, 3588096.0); // (602 112 + 589 824 + 602 112) * 2
        // In two groups each result adds up half as much: 2 * 1 * 4 * 9 * (2 / 2) * 1.
        QCOMPARE(convolutionCost({1, 2, 4, 2, 9, 9, 1, ElementType::Fp32}).flops, 72.0);
    }
};

LAMELLA_TEST(tst_WorkFormulas)
#include "tst_WorkFormulas.moc"
