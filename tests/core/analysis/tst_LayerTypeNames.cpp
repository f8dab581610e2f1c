// SPDX-License-Identifier: GPL-3.0-or-later
// Words for types of layers: only where the kernels prove them.
#include "core/analysis/LayerTypeNames.h"
#include "tests/support/TestMain.h"

#include <QtTest>

using namespace lamella::core;

namespace {

constexpr LayerContent kExperts{.experts = true, .attention = true, .activation = true};
constexpr LayerContent kMlp{.attention = true, .activation = true};
constexpr LayerContent kLinear{.linear = true, .activation = true};
constexpr LayerContent kLinearExperts{.experts = true, .linear = true, .activation = true};

} // namespace

class tst_LayerTypeNames : public QObject {
    Q_OBJECT

private slots:
    void words_data()
    {
        QTest::addColumn<std::vector<LayerContent>>("types");
        QTest::addColumn<QString>("names");
        const auto row = [](const char *what, std::vector<LayerContent> types, const char *names) {
            QTest::newRow(what) << std::move(types) << QString::fromUtf8(names);
        };
        row("a dense layer before layers with experts", {kMlp, kExperts}, "dense|MoE");
        row("experts everywhere", {kExperts}, "MoE");
        row("nothing tells an MLP from experts written out", {kMlp}, "A");
        row("two types alike", {kMlp, kMlp}, "A|B");
        row("two types with experts", {kMlp, kExperts, kExperts}, "dense|MoE B|MoE C");
        row("linear attention, now and then attention", {kLinear, kMlp}, "linear attention|attention");
        row("the same with experts", {kLinearExperts, kExperts}, "linear attention|attention");
        row("both differ", {kLinear, kLinearExperts, kExperts}, "linear attention, dense|linear attention, MoE|attention, MoE");
        row("both kinds of attention in one layer: no word", {{.attention = true, .linear = true, .activation = true}, kMlp},
            "A|attention");
        // A layer is a mixer or a feed-forward part: one without experts is not dense.
        row("one part a layer",
            {{.linear = true, .activation = true}, {.attention = true}, {.experts = true, .activation = true}},
            "linear attention|attention|MoE");
        row("no content", {{}, kExperts}, "A|MoE");
    }

    void words()
    {
        QFETCH(std::vector<LayerContent>, types);
        QFETCH(QString, names);
        QStringList made;
        for (const std::string &name : layerTypeNames(types))
            made << QString::fromStdString(name);
        QCOMPARE(made.join(u'|'), names);
    }

    void messages()
    {
        QCOMPARE(layerTypeMessage("linear attention, MoE B").english(), std::string("linear attention, MoE B"));
        QCOMPARE(layerTypeMessage("DENSE").english(), std::string("dense"));
        QCOMPARE(layerTypeMessage("full_attention").english(), std::string("full attention"));
        QVERIFY(!layerTypeMessage("MoE").isName()); // has a translation
        QVERIFY(layerTypeMessage("CSA_C4").isName());
        QCOMPARE(layerTypeMessage("FIRST+DENSE").english(), std::string("first, dense"));
        QCOMPARE(layerTypeMessage("FINAL+CSA_C4+MoE").english(), std::string("last, CSA_C4, MoE"));
        QVERIFY(layerTypeMessage("A").isName());
    }

    // Of a damaged config.
    void namesOfManyPartsStayAsTheyAre()
    {
        QCOMPARE(layerTypeMessage("A+B+C+D+E+F+G+DENSE").english(), std::string("A, B, C, D, E, F, G, dense"));
        for (const char *between : {"+", ", ", " A"}) {
            std::string name = "DENSE";
            for (int i = 0; i < 200'000; ++i)
                name.append(between).append(between[0] == ' ' ? "" : "DENSE");
            QVERIFY(layerTypeMessage(name).english() == name);
        }
    }

    void reasons()
    {
        QVERIFY(layerTypeReason("MoE").english().find("experts") != std::string::npos);
        QCOMPARE(layerTypeReason("MoE B").english(), layerTypeReason("MoE").english());
        QVERIFY(layerTypeReason("linear attention, MoE").english() != layerTypeReason("MoE").english());
        QVERIFY(layerTypeReason("attention").english() != layerTypeReason("linear attention").english());
        QVERIFY(layerTypeReason("A").english().find("no word") != std::string::npos);
        QVERIFY(layerTypeReason("full_attention").english().find("config") != std::string::npos);
    }
};

LAMELLA_TEST(tst_LayerTypeNames)
#include "tst_LayerTypeNames.moc"
