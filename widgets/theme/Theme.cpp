// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/theme/Theme.h"

#include "core/profile/CategoryColors.h"
#include "widgets/theme/LamellaStyle.h"
#include "widgets/theme/TextSize.h"

#include <QApplication>
#include <QFontDatabase>
#include <QToolTip>

#include <algorithm>
#include <cmath>
#include <vector>

namespace lamella::ui {

namespace {

ThemeKind s_kind = ThemeKind::Light;
bool s_patterns = false;
bool s_motion = false; // set by applyAppearance()
double s_textScale = 1.0;

QColor hex(QRgb rgb)
{
    return QColor::fromRgb(rgb);
}

template <std::size_t N> std::array<QColor, N> hexes(const std::array<QRgb, N> &values)
{
    std::array<QColor, N> colours;
    std::transform(values.begin(), values.end(), colours.begin(), hex);
    return colours;
}

Theme lightTheme()
{
    Theme t;
    t.kind = ThemeKind::Light;
    t.window = hex(0xF2F3F5);
    t.base = hex(0xFFFFFF);
    t.header = hex(0xEBEDF0);
    t.field = hex(0xFFFFFF);
    t.hover = hex(0xF0F2F6);
    t.selection = hex(0xDDE4FA);
    t.band = hex(0xE7ECFB);
    t.track = hex(0xE6E8EC);
    t.separator = hex(0xD9DCE1);
    t.separatorStrong = hex(0xBFC5CD);
    t.text = hex(0x1A1D21);
    t.text2 = hex(0x515863);
    t.text3 = hex(0x69717D);
    t.disabled = hex(0x9AA1AC);
    t.accent = hex(0x3653C7);
    t.onAccent = hex(0xFFFFFF);
    t.cellBar = hex(0xAEBBD8);
    t.stage0 = hex(0x5F729C);
    t.tooltip = hex(0xFFFFFF);
    t.error = hex(0xB3261E);
    t.warning = hex(0x8A5A00);
    t.info = hex(0x2458B3);
    t.ok = hex(0x2B6E49);
    t.family = hexes<8>(core::kFamilyColorsLight);
    constexpr QRgb kWhite = 0xFFFFFF;
    constexpr QRgb kInk = 0x14171B;
    t.familyLabel = hexes<8>({kWhite, kInk, kWhite, kWhite, kWhite, kInk, kWhite, kWhite});
    t.sequential = hexes<7>(core::kSequentialColorsLight);
    t.diverging = hexes<7>({0x1F5A96, 0x5B93C7, 0xA9C7E2, 0xECEEF1, 0xF2C193, 0xDB8534, 0x9C5410});
    return t;
}

Theme darkTheme()
{
    Theme t;
    t.kind = ThemeKind::Dark;
    t.window = hex(0x17191C);
    t.base = hex(0x1E2024);
    t.header = hex(0x24272C);
    t.field = hex(0x191B1F);
    t.hover = hex(0x272A30);
    t.selection = hex(0x2D3858);
    t.band = hex(0x2A3149);
    t.track = hex(0x2A2D33);
    t.separator = hex(0x30343B);
    t.separatorStrong = hex(0x474D57);
    t.text = hex(0xE3E6EA);
    t.text2 = hex(0xA6ADB8);
    t.text3 = hex(0x8B939F);
    t.disabled = hex(0x626975);
    t.accent = hex(0x8C9FF5);
    t.onAccent = hex(0x14171B);
    t.cellBar = hex(0x455379);
    t.stage0 = hex(0x7C8FBD);
    t.tooltip = hex(0x2A2E35);
    t.error = hex(0xFF8A80);
    t.warning = hex(0xF0B54A);
    t.info = hex(0x8AB4FF);
    t.ok = hex(0x7CCB9A);
    t.family = hexes<8>(core::kFamilyColorsDark);
    t.familyLabel.fill(hex(0x14171B));
    t.sequential = hexes<7>(core::kSequentialColorsDark);
    t.diverging = hexes<7>({0x7DB7F0, 0x4C83BA, 0x325373, 0x2C2F35, 0x70502F, 0xB57431, 0xF0A754});
    return t;
}

QColor between(const std::array<QColor, 7> &stops, double position)
{
    const double scaled = std::clamp(position, 0.0, 1.0) * static_cast<double>(stops.size() - 1);
    const auto lower = std::min(static_cast<std::size_t>(scaled), stops.size() - 2);
    const double part = scaled - static_cast<double>(lower);
    const QColor &a = stops[lower];
    const QColor &b = stops[lower + 1];
    const auto mix = [part](int from, int to) { return static_cast<int>(std::lround(from + (to - from) * part)); };
    return {mix(a.red(), b.red()), mix(a.green(), b.green()), mix(a.blue(), b.blue())};
}

// 256 steps are finer than the eye can see, and keep a heat map of a million cells cheap.
template <class Stops> std::array<QColor, 256> ramp(const Stops &stops)
{
    std::array<QColor, 256> colours;
    for (std::size_t i = 0; i < colours.size(); ++i)
        colours[i] = between(stops, static_cast<double>(i) / 255.0);
    return colours;
}

const QColor &rampAt(const std::array<QColor, 256> &colours, double value)
{
    const double clamped = std::isfinite(value) ? std::clamp(value, 0.0, 1.0) : 0.0;
    return colours[static_cast<std::size_t>(std::lround(clamped * 255.0))];
}

// The desktop's font, or Inter if the desktop sets none and Inter is installed.
QFont baseFont()
{
    static const QFont font = [] {
        QFont f = QApplication::font();
        static const QStringList generic{QStringLiteral("Sans Serif"), QStringLiteral("Sans"), QStringLiteral("sans-serif"),
            QStringLiteral("DejaVu Sans"), QString()};
        if (generic.contains(f.family()) && QFontDatabase::hasFamily(QStringLiteral("Inter")))
            f.setFamilies({QStringLiteral("Inter"), QStringLiteral("Noto Sans CJK SC")});
        return f;
    }();
    return font;
}

// Returns cached fonts: a newly created font must first find its file among all fonts of the machine. GUI thread.
QFont scaledFont(double factor, QFont::Weight weight = QFont::Normal)
{
    constexpr double kShareOfApplicationFont = 0.9;
    constexpr double kSmallestPoints = 9.0;
    constexpr std::size_t kMaxKept = 32; // a few per text size that the user tries
    static std::vector<QFont> kept;
    const double body = std::max(kSmallestPoints, baseFont().pointSizeF() * kShareOfApplicationFont);
    QFont font = baseFont();
    font.setPointSizeF(body * factor * s_textScale);
    font.setWeight(weight);
    if (const auto found = std::find(kept.begin(), kept.end(), font); found != kept.end())
        return *found;
    if (kept.size() == kMaxKept)
        kept.clear();
    return kept.emplace_back(font);
}

// The theme in use: the user may have changed fills.
Theme &themeOf(ThemeKind kind)
{
    static Theme light = lightTheme();
    static Theme dark = darkTheme();
    return kind == ThemeKind::Dark ? dark : light;
}

const Theme &ownTheme(ThemeKind kind)
{
    static const Theme light = lightTheme();
    static const Theme dark = darkTheme();
    return kind == ThemeKind::Dark ? dark : light;
}

constexpr double kMinContrast = 4.5; // of text, WCAG 2.1 AA

// Relative luminance as defined by WCAG 2.1.
double luminance(const QColor &colour)
{
    const auto linear = [](double part) { return part <= 0.03928 ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4); };
    return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) + 0.0722 * linear(colour.blueF());
}

double contrast(const QColor &a, const QColor &b)
{
    const double first = luminance(a) + 0.05;
    const double second = luminance(b) + 0.05;
    return first > second ? first / second : second / first;
}

void repaintAll()
{
    const auto widgets = QApplication::allWidgets();
    for (QWidget *widget : widgets) { // charts cache pixmaps until the palette changes
        QEvent change(QEvent::PaletteChange);
        QApplication::sendEvent(widget, &change);
        widget->update();
    }
}

} // namespace

const Theme &Theme::of(ThemeKind kind)
{
    return themeOf(kind);
}

QColor Theme::ownFamilyColor(ThemeKind kind, core::CategoryFamily family)
{
    return ownTheme(kind).family[static_cast<std::size_t>(family)];
}

void Theme::setFamilyColor(ThemeKind kind, core::CategoryFamily family, const QColor &fill)
{
    const auto at = static_cast<std::size_t>(family);
    Theme &theme = themeOf(kind);
    const Theme &own = ownTheme(kind);
    theme.family[at] = fill.isValid() ? fill : own.family[at];
    theme.familyLabel[at] = !fill.isValid() || fill == own.family[at] ? own.familyLabel[at] : labelOn(fill);
    repaintAll();
}

QColor Theme::labelOn(const QColor &ground)
{
    const QColor ink = hex(0x14171B);
    const QColor white = hex(0xFFFFFF);
    const QColor label = contrast(ground, ink) >= contrast(ground, white) ? ink : white;
    return contrast(ground, label) >= kMinContrast ? label : hex(0x000000); // enough on every ground where white is not
}

double Theme::textScale()
{
    return s_textScale;
}

void Theme::setTextScale(double scale)
{
    s_textScale = std::isfinite(scale) ? std::clamp(scale, 0.8, 2.0) : 1.0;
    if (qobject_cast<LamellaStyle *>(QApplication::style()) == nullptr)
        return; // apply() will set the font
    QApplication::setFont(bodyFont());
    QToolTip::setFont(bodyFont());
    tellTextSize();
    repaintAll();
}

bool Theme::motion()
{
    return s_motion;
}

void Theme::setMotion(bool on)
{
    s_motion = on;
}

const Theme &Theme::current()
{
    return of(s_kind);
}

void Theme::apply(ThemeKind kind)
{
    s_kind = kind;
    if (qobject_cast<LamellaStyle *>(QApplication::style()) == nullptr) {
        const QFont body = bodyFont(); // before the style can change the application font
        QApplication::setStyle(new LamellaStyle);
        QApplication::setFont(body);
    }
    QApplication::setPalette(current().palette());
    QToolTip::setPalette(current().palette());
    QToolTip::setFont(bodyFont());
}

bool Theme::patterns()
{
    return s_patterns;
}

void Theme::setPatterns(bool on)
{
    s_patterns = on;
    repaintAll();
}

QPalette Theme::palette() const
{
    QPalette p;
    p.setColor(QPalette::Window, window);
    p.setColor(QPalette::WindowText, text);
    p.setColor(QPalette::Base, base);
    p.setColor(QPalette::AlternateBase, base);
    p.setColor(QPalette::Text, text);
    p.setColor(QPalette::PlaceholderText, text3);
    p.setColor(QPalette::Button, header);
    p.setColor(QPalette::ButtonText, text);
    p.setColor(QPalette::BrightText, error);
    p.setColor(QPalette::Light, hover);
    p.setColor(QPalette::Midlight, hover);
    p.setColor(QPalette::Mid, separator);
    p.setColor(QPalette::Dark, separatorStrong);
    p.setColor(QPalette::Shadow, separatorStrong);
    p.setColor(QPalette::Highlight, selection);
    p.setColor(QPalette::HighlightedText, text);
    p.setColor(QPalette::Link, accent);
    p.setColor(QPalette::LinkVisited, accent);
    p.setColor(QPalette::ToolTipBase, tooltip);
    p.setColor(QPalette::ToolTipText, text);
    for (const QPalette::ColorRole role :
        {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::PlaceholderText, QPalette::HighlightedText})
        p.setColor(QPalette::Disabled, role, disabled);
    return p;
}

QColor Theme::fill(core::Category category) const
{
    return family[static_cast<std::size_t>(core::info(category).family)];
}

QColor Theme::label(core::Category category) const
{
    return familyLabel[static_cast<std::size_t>(core::info(category).family)];
}

QColor Theme::sequentialAt(double value) const
{
    static const std::array<std::array<QColor, 256>, 2> ramps{
        ramp(of(ThemeKind::Light).sequential), ramp(of(ThemeKind::Dark).sequential)};
    return rampAt(ramps[static_cast<std::size_t>(kind)], value);
}

QColor Theme::divergingAt(double value) const
{
    static const std::array<std::array<QColor, 256>, 2> ramps{
        ramp(of(ThemeKind::Light).diverging), ramp(of(ThemeKind::Dark).diverging)};
    return rampAt(ramps[static_cast<std::size_t>(kind)], (value + 1.0) / 2.0);
}

QFont Theme::bodyFont()
{
    return scaledFont(1.0);
}

QFont Theme::captionFont()
{
    return scaledFont(8.25 / 9.0);
}

QFont Theme::microFont()
{
    return scaledFont(7.5 / 9.0);
}

QFont Theme::strongFont()
{
    return scaledFont(1.0, QFont::DemiBold);
}

QFont Theme::titleFont()
{
    return scaledFont(15.0 / 9.0, QFont::DemiBold);
}

QFont Theme::monoFont()
{
    QFont font = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    font.setPointSizeF(scaledFont(1.0).pointSizeF() - 0.75); // body - 1 px
    return font;
}

} // namespace lamella::ui
