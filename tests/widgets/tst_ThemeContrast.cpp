// SPDX-License-Identifier: GPL-3.0-or-later
// Contrast computed from the tokens (WCAG 2 relative luminance), so that no later change of a colour can spoil reading.
#include "tests/support/TestMain.h"
#include "widgets/common/EmptyView.h"
#include "widgets/common/Icons.h"
#include "widgets/theme/Theme.h"

#include <QLabel>
#include <QPushButton>
#include <QTest>

#include <algorithm>
#include <cmath>

using namespace lamella;

Q_DECLARE_METATYPE(lamella::ui::ThemeKind)

namespace {

double channel(double value)
{
    return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
}

double luminance(const QColor &c)
{
    return 0.2126 * channel(c.redF()) + 0.7152 * channel(c.greenF()) + 0.0722 * channel(c.blueF());
}

double contrast(const QColor &a, const QColor &b)
{
    const double la = luminance(a);
    const double lb = luminance(b);
    return (std::max(la, lb) + 0.05) / (std::min(la, lb) + 0.05);
}

} // namespace

class tst_ThemeContrast : public QObject {
    Q_OBJECT
private slots:
    void text_data() { themes(); }
    void text();
    void fills_data() { themes(); }
    void fills();
    void labelsOnFills_data() { themes(); }
    void labelsOnFills();
    void reasonsAreQuieterThanSentences_data() { themes(); }
    void reasonsAreQuieterThanSentences();
    void iconsOnAccent_data() { themes(); }
    void iconsOnAccent();
    void rampsRunFromEndToEnd();
    void hatchTellsMembersOfAFamilyApart();

private:
    static void themes()
    {
        QTest::addColumn<ui::ThemeKind>("kind");
        QTest::newRow("light") << ui::ThemeKind::Light;
        QTest::newRow("dark") << ui::ThemeKind::Dark;
    }
};

void tst_ThemeContrast::text()
{
    QFETCH(ui::ThemeKind, kind);
    const ui::Theme &t = ui::Theme::of(kind);
    for (const QColor &ground : {t.base, t.window, t.header, t.field, t.hover, t.selection, t.tooltip}) {
        for (const QColor &ink : {t.text, t.text2})
            QVERIFY2(contrast(ink, ground) >= 4.5,
                qPrintable(QStringLiteral("%1 on %2: %3").arg(ink.name(), ground.name()).arg(contrast(ink, ground))));
    }
    for (const QColor &ink : {t.text3, t.accent, t.error, t.warning, t.info, t.ok})
        QVERIFY2(contrast(ink, t.base) >= 4.5, qPrintable(ink.name()));
    QVERIFY(contrast(t.onAccent, t.accent) >= 4.5);
}

// As they are painted: the ink of a label depends on its ground.
void tst_ThemeContrast::reasonsAreQuieterThanSentences()
{
    QFETCH(ui::ThemeKind, kind);
    ui::EmptyView view(QStringLiteral("info"));
    view.setMessage(QStringLiteral("sentence"), QStringLiteral("reason"));
    view.show();
    ui::Theme::apply(kind);
    QCoreApplication::processEvents();
    const auto ink = [&view](const QString &text) {
        const auto labels = view.findChildren<QLabel *>();
        const auto it =
            std::find_if(labels.begin(), labels.end(), [&text](const QLabel *label) { return label->text() == text; });
        return it == labels.end() ? QColor() : (*it)->palette().color((*it)->foregroundRole());
    };
    QCOMPARE(ink(QStringLiteral("sentence")), ui::Theme::of(kind).text);
    QCOMPARE(ink(QStringLiteral("reason")), ui::Theme::of(kind).text2);
}

void tst_ThemeContrast::fills()
{
    QFETCH(ui::ThemeKind, kind);
    const ui::Theme &t = ui::Theme::of(kind);
    for (const QColor &fill : t.family)
        QVERIFY2(
            contrast(fill, t.base) >= 3.0, qPrintable(QStringLiteral("%1: %2").arg(fill.name()).arg(contrast(fill, t.base))));
}

void tst_ThemeContrast::labelsOnFills()
{
    QFETCH(ui::ThemeKind, kind);
    const ui::Theme &t = ui::Theme::of(kind);
    for (const core::CategoryInfo &info : core::categoryInfos())
        QVERIFY2(contrast(t.label(info.category), t.fill(info.category)) >= 4.5, std::string(info.id).c_str());
    for (int i = -10; i <= 10; ++i)
        for (const QColor &ground : {t.divergingAt(i / 10.0), t.sequentialAt(std::abs(i) / 10.0), t.track})
            QVERIFY2(contrast(ui::Theme::labelOn(ground), ground) >= 4.5, qPrintable(ground.name()));
}

// The icon of the primary button is as readable as its label, hovered or not.
void tst_ThemeContrast::iconsOnAccent()
{
    QFETCH(ui::ThemeKind, kind);
    const auto before = ui::Theme::current().kind;
    ui::Theme::apply(kind);
    QPushButton button(ui::icon(QStringLiteral("external")), QString());
    button.setProperty("primary", true);
    button.resize(40, 30);
    button.show();
    QVERIFY(QTest::qWaitForWindowExposed(&button));
    const QImage picture = button.grab().toImage();
    int bright = 0;
    for (int y = 4; y < picture.height() - 4; ++y)
        for (int x = 4; x < picture.width() - 4; ++x)
            bright += picture.pixelColor(x, y) == ui::Theme::current().onAccent ? 1 : 0;
    ui::Theme::apply(before);
    QVERIFY2(bright > 8, qPrintable(QString::number(bright)));
}

void tst_ThemeContrast::rampsRunFromEndToEnd()
{
    const ui::Theme &t = ui::Theme::of(ui::ThemeKind::Light);
    QCOMPARE(t.sequentialAt(0), t.sequential.front());
    QCOMPARE(t.sequentialAt(1), t.sequential.back());
    QCOMPARE(t.sequentialAt(-5), t.sequential.front());
    QCOMPARE(t.sequentialAt(std::nan("")), t.sequential.front());
    QCOMPARE(t.divergingAt(-1), t.diverging.front());
    QCOMPARE(t.divergingAt(1), t.diverging.back());
    // The middle of 256 steps lies between two of them.
    QVERIFY(std::abs(t.divergingAt(0).red() - t.diverging[3].red()) <= 2);
}

void tst_ThemeContrast::hatchTellsMembersOfAFamilyApart()
{
    const ui::Theme &t = ui::Theme::of(ui::ThemeKind::Light);
    QVERIFY(!t.hatched(core::Category::Gemm));
    QVERIFY(t.hatched(core::Category::KvCache));
    QCOMPARE(t.fill(core::Category::KvCache), t.fill(core::Category::Attention));
    QVERIFY(t.brush(core::Category::KvCache, 2).style() == Qt::TexturePattern);
    QCOMPARE(t.brush(core::Category::Gemm, 1), QBrush(t.fill(core::Category::Gemm)));
}

LAMELLA_WIDGET_TEST(tst_ThemeContrast)
#include "tst_ThemeContrast.moc"
