// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/LabelCache.h"

#include "widgets/common/Elide.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace lamella::ui {

namespace {

constexpr qsizetype kLongestLabel = 240; // characters that are measured; names can be of any length
constexpr qsizetype kMaxEntries = 20'000;
constexpr std::size_t kMinCharacters = 3;
constexpr int kMaxPictureBytes = 24 << 20;

} // namespace

void LabelCache::setFont(const QFont &font)
{
    if (m_lineHeight != 0 && font == m_font)
        return;
    clear();
    m_font = font;
    const QFontMetricsF metrics(font);
    m_lineHeight = qRound(metrics.height());
    m_ellipsis = metrics.horizontalAdvance(QChar(0x2026));
}

void LabelCache::clear()
{
    m_entries.clear();
    m_pictureBytes = 0;
}

LabelCache::Entry &LabelCache::entry(quint64 key, const std::function<QString()> &text)
{
    const auto found = m_entries.find(key);
    if (found != m_entries.end())
        return *found;
    if (m_entries.size() >= kMaxEntries)
        clear();
    Entry &entry = m_entries[key];
    const QString all = text();
    entry.text = shortened(all, Qt::ElideRight, kLongestLabel).simplified();
    entry.cut = all.size() > kLongestLabel;
    const QFontMetricsF metrics(m_font);
    double x = 0;
    entry.ends.reserve(static_cast<std::size_t>(entry.text.size()));
    for (qsizetype i = 0; i < entry.text.size(); ++i) {
        const QChar c = entry.text[i];
        if (c.isHighSurrogate() && i + 1 < entry.text.size())
            x += metrics.horizontalAdvance(entry.text.mid(i, 2));
        else if (!c.isLowSurrogate())
            x += metrics.horizontalAdvance(c);
        entry.ends.push_back(static_cast<float>(x));
    }
    return entry;
}

LabelCache::Label LabelCache::fit(quint64 key, double width, const std::function<QString()> &text)
{
    Entry &found = entry(key, text);
    if (found.ends.empty())
        return {};
    std::size_t count = found.ends.size();
    double used = found.ends.back();
    if (used > width) {
        const auto room = static_cast<float>(width - m_ellipsis);
        count = static_cast<std::size_t>(std::upper_bound(found.ends.begin(), found.ends.end(), room) - found.ends.begin());
        if (count > 0 && found.text[static_cast<qsizetype>(count) - 1].isHighSurrogate())
            --count;
        if (count < kMinCharacters)
            return {};
        used = static_cast<double>(found.ends[count - 1]) + m_ellipsis;
    }
    const bool whole = count == found.ends.size();
    auto part = found.parts.find(static_cast<int>(count));
    if (part == found.parts.end()) {
        QStaticText laid(whole ? found.text : found.text.left(static_cast<qsizetype>(count)) + QChar(0x2026));
        laid.setTextFormat(Qt::PlainText);
        laid.prepare({}, m_font);
        part = found.parts.insert(static_cast<int>(count), Part{laid, {}});
    }
    return {&*part, &part->text, used};
}

LabelCache::Label LabelCache::fitWhole(quint64 key, double width, const std::function<QString()> &text)
{
    const Entry &found = entry(key, text);
    if (found.ends.empty() || found.cut || found.ends.back() > width)
        return {};
    return fit(key, width, text);
}

const QImage &LabelCache::picture(const Label &label, const QColor &text, const QColor &behind, double ratio)
{
    if (m_pictureBytes > kMaxPictureBytes || static_cast<float>(ratio) != m_ratio) {
        for (Entry &entry : m_entries)
            for (Part &part : entry.parts)
                part.pictures.clear();
        m_pictureBytes = 0;
        m_ratio = static_cast<float>(ratio);
    }
    QImage &made = label.part->pictures[quint64{text.rgb()} << 32 | behind.rgb()];
    if (!made.isNull())
        return made;
    const QSizeF size(std::ceil(std::max(label.width, label.part->text.size().width())) + 1, std::max(1, m_lineHeight));
    made = QImage((size * ratio).toSize(), QImage::Format_RGB32);
    made.setDevicePixelRatio(ratio);
    made.fill(behind);
    QPainter painter(&made);
    painter.setFont(m_font);
    painter.setPen(text);
    painter.drawStaticText(QPointF(0, 0), label.part->text);
    m_pictureBytes += static_cast<int>(made.sizeInBytes());
    return made;
}

} // namespace lamella::ui
