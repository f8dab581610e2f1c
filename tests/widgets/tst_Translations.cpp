// SPDX-License-Identifier: GPL-3.0-or-later
// The compiled translations are in the widgets library, and each committed .ts file is among them.
#include "tests/support/TestMain.h"
#include "widgets/charts/TipText.h"
#include "widgets/common/Counts.h"
#include "widgets/common/UiText.h"

#include <QCoreApplication>
#include <QDir>
#include <QTest>
#include <QTranslator>

class TestTranslations : public QObject {
    Q_OBJECT
private slots:
    void everyFileIsCompiledIn();
    void chosenByLocale();
    void englishHasPlurals();
    void textsOutsideOfClassesAreFound();
};

void TestTranslations::everyFileIsCompiledIn()
{
    const QStringList sources = QDir(QStringLiteral(LAMELLA_SOURCE_DIR "/translations")).entryList({u"lamella_*.ts"_qs});
    QVERIFY(sources.contains(u"lamella_en.ts"_qs));
    QVERIFY(sources.contains(u"lamella_zh_CN.ts"_qs));
    for (QString name : sources) {
        name = u":/i18n/"_qs + name.chopped(3) + u".qm"_qs;
        QVERIFY2(QFile::exists(name), qPrintable(name));
    }
}

void TestTranslations::chosenByLocale()
{
    QTranslator translator;
    QVERIFY(translator.load(QLocale(QLocale::English), u"lamella"_qs, u"_"_qs, u":/i18n"_qs));
    QCOMPARE(translator.filePath(), u":/i18n/lamella_en.qm"_qs);
}

void TestTranslations::englishHasPlurals()
{
    QTranslator translator;
    QVERIFY(translator.load(u":/i18n/lamella_en.qm"_qs));
    QCoreApplication::installTranslator(&translator);
    const auto kernels = [](int n) {
        return QCoreApplication::translate("lamella::ui::KernelTablePanel", "%1 names", nullptr, n).arg(n);
    };
    QCOMPARE(kernels(1), u"1 name"_qs);
    QCOMPARE(kernels(2), u"2 names"_qs);
}

// Their contexts are named by hand in the sources, so that one can be looked up which lupdate never wrote.
void TestTranslations::textsOutsideOfClassesAreFound()
{
    QTranslator translator;
    QVERIFY(translator.load(u":/i18n/lamella_zh_CN.qm"_qs));
    QCoreApplication::installTranslator(&translator);
    QCOMPARE(lamella::ui::kernelCount(2), u"2 个 kernel"_qs);
    QCOMPARE(lamella::ui::translatedTerm("prefill"), u"预填充"_qs);
    QCOMPARE(lamella::ui::passText(lamella::core::kNoPass), u"前向之外"_qs);
    QCOMPARE(lamella::ui::categoryTitle(lamella::core::Category::Attention), u"注意力"_qs);
    QCOMPARE(QCoreApplication::translate("TimelineText", "Layers"), u"层"_qs);
    QCOMPARE(QCoreApplication::translate("Report", "Exposed"), u"暴露"_qs);
    QCOMPARE(lamella::ui::listText({u"1 次预填充"_qs, u"8 次解码"_qs}), u"1 次预填充，8 次解码"_qs);
}

LAMELLA_CORE_APPLICATION_TEST(TestTranslations)
#include "tst_Translations.moc"
