// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/TestMain.h"
#include "tests/widgets/PaintedTexts.h"
#include "widgets/common/Elide.h"
#include "widgets/common/ElidedLabel.h"

#include <QSet>
#include <QTest>
#include <QTextDocumentFragment>

using namespace lamella::ui;

class TestElide : public QObject {
    Q_OBJECT
private slots:
    void shortTextsStayAsTheyAre()
    {
        const QString text = QStringLiteral("fused_moe_kernel");
        for (const Qt::TextElideMode mode : {Qt::ElideLeft, Qt::ElideMiddle, Qt::ElideRight, Qt::ElideNone})
            QCOMPARE(shortened(text, mode, text.size()), text);
    }

    void longTextsLoseWhatTheModeSays_data()
    {
        QTest::addColumn<Qt::TextElideMode>("mode");
        QTest::addColumn<QString>("expected");
        QTest::newRow("left") << Qt::ElideLeft << QStringLiteral("…cdef");
        QTest::newRow("middle") << Qt::ElideMiddle << QStringLiteral("ab…ef");
        QTest::newRow("right") << Qt::ElideRight << QStringLiteral("abcd…");
    }
    void longTextsLoseWhatTheModeSays()
    {
        QFETCH(Qt::TextElideMode, mode);
        QFETCH(QString, expected);
        QCOMPARE(shortened(QStringLiteral("abcdef"), mode, 4), expected);
    }

    // Two names that begin alike are told apart in any width; without such a name it is cut as usual.
    void namesThatBeginAlikeAreToldApart()
    {
        const QStringList names{QStringLiteral("paged_attention_ll4mi_QKV_mfma16"),
            QStringLiteral("paged_attention_ll4mi_reduce"), QStringLiteral("gemm"),
            QStringLiteral("paged_attention_ll4mi_reduce")};
        const std::vector<qsizetype> shared = sharedBeginnings(names);
        QCOMPARE(shared, (std::vector<qsizetype>{22, 22, 0, 22}));
        QCOMPARE(sharedBeginnings({QStringLiteral("alone"), QStringLiteral("alone")}), (std::vector<qsizetype>{0, 0}));
        const QFontMetrics metrics(QFont{});
        for (const int letters : {12, 16, 20, 26}) {
            const int width = metrics.averageCharWidth() * letters;
            const QString first = elidedApart(metrics, names[0], shared[0], Qt::ElideRight, width);
            const QString second = elidedApart(metrics, names[1], shared[1], Qt::ElideRight, width);
            QVERIFY2(first != second, qPrintable(first));
            QVERIFY(metrics.horizontalAdvance(first) <= width && metrics.horizontalAdvance(second) <= width);
        }
        // Names that differ before a number and in it.
        const QStringList numbered{QStringLiteral("copy-done ·.2"), QStringLiteral("copy-done ·.3"),
            QStringLiteral("copy-start ·.2"), QStringLiteral("copy-start ·.3")};
        const std::vector<qsizetype> letters = sharedBeginnings(numbered);
        QSet<QString> shown;
        for (int i = 0; i < numbered.size(); ++i)
            shown << elidedApart(metrics, numbered[i], letters[static_cast<std::size_t>(i)], Qt::ElideMiddle,
                metrics.horizontalAdvance(QStringLiteral("co…rt ·.3")) + 2);
        QCOMPARE(shown.size(), numbered.size());
        // As much of the beginning stays as there is room for, and the end of a path.
        const int room = metrics.horizontalAdvance(QStringLiteral("paged_att…i_reduce")) + 1;
        QVERIFY(elidedApart(metrics, names[1], 22, Qt::ElideRight, room).startsWith(QStringLiteral("paged_at")));
        const QString path = QStringLiteral("transformers/models/qwen2/modeling_qwen2.py(56): forward");
        const QString end = elidedApart(metrics, path, 45, Qt::ElideRight, metrics.horizontalAdvance(path) * 2 / 3);
        QVERIFY2(end.endsWith(QStringLiteral("modeling_qwen2.py(56): forward")), qPrintable(end));
        QCOMPARE(elidedApart(metrics, names[0], 0, Qt::ElideRight, 100), elided(metrics, names[0], Qt::ElideRight, 100));
        QCOMPARE(elidedApart(metrics, names[2], 0, Qt::ElideRight, 1000), names[2]);
    }

    // The whole text where it is cut, and what others set, whatever comes first and however often the size changes.
    void tipsHoldTheTextAndTheHelp_data()
    {
        QTest::addColumn<QString>("text");
        QTest::newRow("plain") << QStringLiteral("gemm<256, 128> & friends");
        QTest::newRow("like markup") << QStringLiteral("<b>bold</b> & <script>");
    }
    void tipsHoldTheTextAndTheHelp()
    {
        QFETCH(QString, text);
        ElidedLabel label(text);
        label.resize(400, 20);
        label.show();
        QCoreApplication::processEvents();
        QCOMPARE(label.toolTip(), QString());
        label.setToolTip(QStringLiteral("Of all GPU work"));
        label.resize(500, 20);
        QCOMPARE(label.toolTip(), QStringLiteral("Of all GPU work"));
        const auto shown = [&label] { return label.toolTip(); }; // as plain text, see tst_PlainText
        for (const int width : {60, 50}) {
            label.resize(width, 20);
            QVERIFY2(shown().contains(text) && shown().contains(QStringLiteral("Of all GPU work")), qPrintable(label.toolTip()));
        }
        label.resize(400, 20);
        QCOMPARE(label.toolTip(), QStringLiteral("Of all GPU work"));
        label.setToolTip({});
        label.resize(60, 20);
        QCOMPARE(shown(), text);
    }

    void pairsOfSurrogatesStayWhole()
    {
        const QString faces = QString::fromUtf8("😀😀😀😀");
        for (const Qt::TextElideMode mode : {Qt::ElideLeft, Qt::ElideMiddle, Qt::ElideRight})
            for (qsizetype max = 1; max < faces.size(); ++max) {
                const QString text = shortened(faces, mode, max);
                QCOMPARE(QString::fromUtf8(text.toUtf8()), text); // half a pair would become a question mark
                QVERIFY(text.size() <= max + 1);
            }
    }

    // Files of one folder are told apart by their names.
    void pathsLoseTheirFolders()
    {
        const QFontMetrics metrics{QFont()};
        const QString path = QStringLiteral("/sgl-workspace/sglang/python/sglang/srt/models/qwen3.py");
        const auto widthOf = [&metrics](const char *text) { return metrics.horizontalAdvance(QLatin1String(text)); };
        QCOMPARE(elidedPath(metrics, path, 2000), path);
        QCOMPARE(elidedPath(metrics, path, widthOf("models/qwen3.py") + 1), QStringLiteral("models/qwen3.py"));
        QCOMPARE(elidedPath(metrics, path, widthOf("qwen3.py") + 1), QStringLiteral("qwen3.py"));
        QVERIFY(elidedPath(metrics, path, widthOf("…n3.py") + 2).endsWith(QStringLiteral("3.py")));
        const QString deep = QString(100'000, u'a') + QStringLiteral("/b/c.py");
        QCOMPARE(elidedPath(metrics, deep, widthOf("b/c.py") + 1), QStringLiteral("b/c.py"));
    }

    // The word that differs is whole where it has room.
    void aDifferenceBeginsWithItsWord()
    {
        const QFontMetrics metrics{QFont()};
        const QString name = QStringLiteral("vectorized addOnSelf i64");
        const int width = metrics.horizontalAdvance(QStringLiteral("v…addOnSelf i64")) + 4;
        QCOMPARE(elidedApart(metrics, name, 14, Qt::ElideRight, width), QStringLiteral("v…addOnSelf i64"));
    }

    void labelsTakeLinesBeforeTheyAreCut()
    {
        const QString rank = QStringLiteral("2 of 3 whole decode passes, from the slowest");
        ElidedLabel label(rank);
        const int narrow = label.fontMetrics().horizontalAdvance(rank) * 2 / 3;
        const int line = label.sizeHint().height();
        QVERIFY(!label.hasHeightForWidth());
        label.setMaxLines(3);
        label.show();
        QCOMPARE(label.heightForWidth(1000), line);
        label.resize(narrow, label.heightForWidth(narrow));
        QVERIFY(label.height() > line);
        QStringList lines;
        for (const lamella::test::PaintedText &painted : lamella::test::paintedTexts(label))
            lines << painted.text;
        QCOMPARE(lines.join(u' '), rank);
        QVERIFY(label.toolTip().isEmpty());
        const int whole = label.fontMetrics().horizontalAdvance(rank); // rounded
        for (int width = whole - 4; width < whole + 4; ++width) {
            label.resize(width, label.heightForWidth(width));
            for (const lamella::test::PaintedText &painted : lamella::test::paintedTexts(label))
                QVERIFY2(!painted.text.contains(QChar(0x2026)), qPrintable(painted.text));
        }
        label.resize(narrow / 4, label.heightForWidth(narrow / 4));
        QCOMPARE(label.toolTip(), rank);
    }

    void aBriefTextIsShownWhole()
    {
        const QString brief = QStringLiteral("58 blocks");
        ElidedLabel label;
        label.setText(QStringLiteral("58 blocks at 46.59 ms"), brief);
        label.resize(label.fontMetrics().horizontalAdvance(brief) + 4, label.sizeHint().height());
        const auto texts = lamella::test::paintedTexts(label);
        QCOMPARE(texts.size(), std::size_t{1});
        QCOMPARE(texts.front().text, brief);
        QCOMPARE(label.toolTip(), label.text());
    }

    void fusionsKeepTheirNumber()
    {
        QCOMPARE(elideModeOf(QStringLiteral("convolution_bitcast_fusion.63")), Qt::ElideMiddle);
        QCOMPARE(elideModeOf(QStringLiteral("cutlass_80_tensorop_bf16_s16816gemm_relu_bf16_256x128_32x3")), Qt::ElideMiddle);
        QCOMPARE(elideModeOf(QStringLiteral("nvjet_tst_64x8_64x16_4x1_v_bz_TNT")), Qt::ElideRight); // its tile is no tail
        QCOMPARE(
            elideModeOf(QStringLiteral("igemm_fwd 128x128x32 bf16")), elideModeOf(QStringLiteral("igemm_fwd 64x128x32 bf16")));
        QCOMPARE(elideModeOf(QStringLiteral("Memcpy DtoD (Device -> Device)")), Qt::ElideRight);
        QCOMPARE(elideModeOf(QStringLiteral("models/qwen3.py(12): forward")), Qt::ElideMiddle);
        QCOMPARE(elideModeOf(QStringLiteral("fused_moe_kernel")), Qt::ElideRight);
        QCOMPARE(elideModeOf(QStringLiteral("file.cu")), Qt::ElideRight);
    }

    void fitsAsTheWholeTextWould_data()
    {
        QTest::addColumn<QString>("text");
        QTest::newRow("fits") << QStringLiteral("gemm");
        QTest::newRow("does not fit") << QString(300, u'w');
        QTest::newRow("200 000 characters") << QString(200'000, u'w');
    }
    void fitsAsTheWholeTextWould()
    {
        QFETCH(QString, text);
        const QFontMetrics metrics{QFont()};
        for (const Qt::TextElideMode mode : {Qt::ElideLeft, Qt::ElideMiddle, Qt::ElideRight}) {
            const QString shown = elided(metrics, text, mode, 120);
            QVERIFY(metrics.horizontalAdvance(shown) <= 120);
            QCOMPARE(shown, metrics.elidedText(text.left(300), mode, 120));
        }
    }
};

LAMELLA_WIDGET_TEST(TestElide)
#include "tst_Elide.moc"
