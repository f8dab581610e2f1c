// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/source/FlameChart.h"

#include "core/base/Format.h"
#include "widgets/common/Counts.h"
#include "widgets/common/Elide.h"
#include "widgets/common/UiText.h"
#include "widgets/theme/TextPx.h"
#include "widgets/theme/Theme.h"

#include <QFontMetrics>
#include <QImage>
#include <QKeyEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace lamella::ui {

namespace {

constexpr TextPx kRowPx{21};
constexpr TextPx kTextFromPx{28}; // narrower frames have no text
constexpr TextPx kPatternFromPx{6}; // narrower kernels have their colour alone
constexpr TextPx kIndentPx{4};
constexpr double kFaint = 0.28; // of what is not marked

} // namespace

FlameChart::FlameChart(QWidget *parent)
    : Chart(tr("Flame graph of GPU time"), parent)
{
    setMinimumSize(220, 120);
}

void FlameChart::setData(std::shared_ptr<const FlameData> data, const QString &emptyText)
{
    m_data = std::move(data);
    m_labels.clear();
    m_zoom = -1;
    m_selected = -1;
    setEmptyText(emptyText);
    updateGeometry();
    partsChanged();
    emit frameSelected(-1);
}

void FlameChart::setMarked(const QString &text)
{
    m_marked = text;
    update();
}

void FlameChart::zoomTo(int part)
{
    m_zoom = part > 0 ? part : -1;
    partsChanged();
}

int FlameChart::partCount() const
{
    return m_data ? static_cast<int>(m_data->graph.frames.size()) : 0;
}

FlameChart::View FlameChart::view() const
{
    if (m_zoom > 0)
        return {frame(m_zoom).beginNs, std::max(frame(m_zoom).endNs, frame(m_zoom).beginNs + 1)};
    return {0, std::max<std::int64_t>(1, m_data ? m_data->graph.totalNs : 1)};
}

double FlameChart::x(std::int64_t ns) const
{
    const View shown = view();
    return static_cast<double>(ns - shown.begin) / static_cast<double>(shown.end - shown.begin) * width();
}

int FlameChart::rowHeight() const
{
    return kRowPx;
}

QSize FlameChart::sizeHint() const
{
    const auto rows = static_cast<int>(m_data ? std::max<std::size_t>(m_data->graph.depth(), 1) : 8);
    return {640, rows * rowHeight() + 1};
}

QRect FlameChart::partRect(int part) const
{
    const core::FlameFrame &f = frame(part);
    const View shown = view();
    if (f.endNs <= shown.begin || f.beginNs >= shown.end)
        return {};
    const int left = std::max(0, static_cast<int>(std::floor(x(f.beginNs))));
    const int right = std::min(width(), static_cast<int>(std::floor(x(f.endNs))));
    return {left, static_cast<int>(f.depth) * rowHeight(), std::max(1, right - left), rowHeight()};
}

int FlameChart::hitAt(QPoint position) const
{
    if (!m_data || position.y() < 0 || position.x() < 0)
        return -1;
    const auto depth = static_cast<std::size_t>(position.y() / rowHeight());
    if (depth >= m_data->graph.depth())
        return -1;
    const View shown = view();
    const auto ns = shown.begin
        + static_cast<std::int64_t>((position.x() + 0.5) / std::max(1, width()) * static_cast<double>(shown.end - shown.begin));
    const auto row = m_data->graph.row(depth);
    const auto after =
        std::upper_bound(row.begin(), row.end(), ns, [](std::int64_t at, const core::FlameFrame &f) { return at < f.beginNs; });
    if (after == row.begin() || (after - 1)->endNs <= ns)
        return -1;
    return static_cast<int>(m_data->graph.rows[depth]) + static_cast<int>(after - 1 - row.begin());
}

core::Selection FlameChart::targetOf(int hit) const
{
    const core::FlameFrame &f = frame(hit);
    if (f.kernel.valid())
        return core::NameSelection{f.kernel};
    return f.longest.valid() ? core::Selection(core::KernelSelection{f.longest}) : core::Selection();
}

void FlameChart::pressPart(int hit)
{
    m_selected = hit;
    describe();
    update();
    emit frameSelected(hit);
    Chart::pressPart(hit);
}

void FlameChart::openPart(int hit)
{
    zoomTo(hit == m_zoom ? -1 : hit);
}

void FlameChart::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Escape && m_zoom > 0) {
        zoomTo(static_cast<int>(frame(m_zoom).parent));
        return;
    }
    Chart::keyPressEvent(event);
}

// Up to the caller, down to the longest callee, left and right to the neighbours in the row.
std::optional<int> FlameChart::partAfterKey(int key) const
{
    if (m_selected < 0)
        return partCount() > 0 ? std::optional(0) : std::nullopt;
    const core::FlameFrame &f = frame(m_selected);
    const core::FlameGraph &graph = m_data->graph;
    switch (key) {
    case Qt::Key_Up:
        return f.parent == core::CallNode::kNone ? m_selected : static_cast<int>(f.parent);
    case Qt::Key_Down:
        if (f.depth + 1 < graph.depth()) {
            const auto row = graph.row(f.depth + 1);
            const auto child = std::lower_bound(row.begin(), row.end(), f.beginNs,
                [](const core::FlameFrame &other, std::int64_t begin) { return other.beginNs < begin; });
            if (child != row.end() && child->parent == static_cast<std::uint32_t>(m_selected))
                return static_cast<int>(graph.rows[f.depth + 1]) + static_cast<int>(child - row.begin());
        }
        return m_selected;
    case Qt::Key_Left:
        return std::max(m_selected - 1, static_cast<int>(graph.rows[f.depth]));
    case Qt::Key_Right:
        return std::min(m_selected + 1, static_cast<int>(graph.rows[f.depth + 1]) - 1);
    case Qt::Key_Home:
        return 0;
    default:
        return std::nullopt;
    }
}

QString FlameChart::frameText(int part) const
{
    const core::FlameFrame &f = frame(part);
    if (f.depth == 0)
        return m_data->rootText;
    if (f.label != core::CallNode::kNone) {
        const core::FrameLabel &label = m_data->tree->labels[f.label];
        const QString place = qtext(label.place());
        return place.isEmpty() ? qtext(label.text) : qtext(label.text) + QStringLiteral("  ") + place;
    }
    if (f.kernel.valid())
        return qtext((*m_data->names)[f.kernel].shortName);
    return f.why.empty() ? layerText(f.layer) : qtext(std::string(f.why));
}

TipText FlameChart::tipOf(int hit) const
{
    const core::FlameFrame &f = frame(hit);
    TipText tip;
    tip.name = frameText(hit);
    if (f.label != core::CallNode::kNone && f.depth > 0) {
        const core::FrameLabel &label = m_data->tree->labels[f.label];
        tip.where = label.kind == core::FrameKind::Line ? qtext(label.file) + (label.yours ? tr(" · yours") : QString())
            : label.kind == core::FrameKind::Module     ? tr("module")
            : label.kind == core::FrameKind::Operator   ? tr("operator")
                                                        : QString();
    }
    tip.figures.emplace_back(tr("GPU time"), durationText(f.ns()));
    if (m_data->graph.totalNs > 0)
        tip.figures.emplace_back(
            tr("Share"), qtext(core::formatShare(static_cast<double>(f.ns()) / static_cast<double>(m_data->graph.totalNs))));
    tip.figures.emplace_back(tr("Kernels"), QString::number(f.kernels));
    tip.hint = tr("Click selects · double click zooms · Esc zooms out");
    return tip;
}

bool FlameChart::isMarked(int part) const
{
    return m_marked.isEmpty() || frameText(part).contains(m_marked, Qt::CaseInsensitive);
}

QBrush FlameChart::brushOf(const core::FlameFrame &f) const
{
    if (f.kernel.valid())
        return Theme::current().brush(m_data->names->category(f.kernel), devicePixelRatioF());
    return colorOf(f);
}

QColor FlameChart::colorOf(const core::FlameFrame &f) const
{
    const Theme &theme = Theme::current();
    if (f.kernel.valid())
        return theme.fill(m_data->names->category(f.kernel));
    if (f.label == core::CallNode::kNone)
        return theme.header;
    const core::FrameLabel &label = m_data->tree->labels[f.label];
    return label.kind == core::FrameKind::Module ? theme.track : label.yours ? theme.selection : theme.window;
}

QColor FlameChart::textColorOf(const core::FlameFrame &f) const
{
    const Theme &theme = Theme::current();
    if (f.kernel.valid())
        return theme.label(m_data->names->category(f.kernel));
    const bool library = f.label != core::CallNode::kNone && !m_data->tree->labels[f.label].yours
        && m_data->tree->labels[f.label].kind != core::FrameKind::Module;
    return library ? theme.text2 : theme.text;
}

// The part of its name that fits. Frames of one name are alike; others are few and stand for themselves.
LabelCache::Label FlameChart::labelOf(int part, int widthPx) const
{
    const core::FlameFrame &f = frame(part);
    const quint64 name = f.depth == 0       ? 0
        : f.label != core::CallNode::kNone ? quint64{f.label} * 4 + 1
        : f.kernel.valid()                 ? quint64{f.kernel.value} * 4 + 2
                                           : static_cast<quint64>(part) * 4 + 3;
    return m_labels.fit(name, widthPx, [this, part] { return frameText(part); });
}

void FlameChart::paintFrame(QPainter &painter, int part, const QRect &rect) const
{
    const core::FlameFrame &f = frame(part);
    if (!isMarked(part))
        painter.setOpacity(kFaint);
    const QRect inner = rect.adjusted(0, 0, rect.width() > 2 ? -1 : 0, -1);
    painter.fillRect(inner, brushOf(f));
    if (inner.width() >= kTextFromPx) {
        painter.setPen(textColorOf(f));
        const QRect text = inner.adjusted(kIndentPx, 0, -2, 0);
        if (const LabelCache::Label label = labelOf(part, text.width()); label.text != nullptr)
            painter.drawStaticText(text.left(), text.top() + (text.height() - m_labels.lineHeight()) / 2, *label.text);
    }
    painter.setOpacity(1);
}

bool FlameChart::isPlain(const core::FlameFrame &f, int widthPx) const
{
    return widthPx < (f.kernel.valid() ? int{kPatternFromPx} : int{kTextFromPx});
}

// Of frames that end in the same pixel the first stands for all. Narrow frames are pixels of one image for the row, which is
// drawn at once; only what has a text or a pattern is a rectangle of its own.
void FlameChart::paintRow(QPainter &painter, std::size_t depth, const QRect &dirty) const
{
    const core::FlameGraph &graph = m_data->graph;
    const View shown = view();
    const auto row = graph.row(depth);
    auto at = std::lower_bound(
        row.begin(), row.end(), shown.begin, [](const core::FlameFrame &f, std::int64_t ns) { return f.endNs <= ns; });
    QImage pixels(std::max(1, width()), 1, QImage::Format_ARGB32_Premultiplied);
    pixels.fill(Qt::transparent);
    auto *const line = reinterpret_cast<QRgb *>(pixels.scanLine(0));
    bool narrow = false;
    while (at != row.end() && at->beginNs < shown.end) {
        const int part = static_cast<int>(graph.rows[depth]) + static_cast<int>(at - row.begin());
        const QRect rect = partRect(part);
        if (rect.left() > dirty.right())
            break;
        if (!isPlain(*at, rect.width())) {
            if (rect.intersects(dirty))
                paintFrame(painter, part, rect);
            ++at;
            continue;
        }
        if (rect.right() >= dirty.left()) {
            QColor color = colorOf(*at);
            if (rect.width() > 1 && !isMarked(part))
                color.setAlphaF(static_cast<float>(kFaint));
            const int end = std::min(width(), rect.left() + rect.width() - (rect.width() > 2 ? 1 : 0));
            std::fill(line + std::clamp(rect.left(), 0, end), line + end, qPremultiply(color.rgba()));
            narrow = true;
        }
        if (rect.width() > 1) {
            ++at;
            continue;
        }
        const std::int64_t pixelEnd = shown.begin
            + static_cast<std::int64_t>(
                (rect.left() + 1.0) / std::max(1, width()) * static_cast<double>(shown.end - shown.begin));
        const auto next =
            std::lower_bound(at, row.end(), pixelEnd, [](const core::FlameFrame &f, std::int64_t ns) { return f.endNs <= ns; });
        at = next == at ? at + 1 : next;
    }
    if (narrow)
        painter.drawImage(QRect(0, static_cast<int>(depth) * rowHeight(), pixels.width(), rowHeight() - 1), pixels);
}

void FlameChart::paintParts(QPainter &painter, const QRect &dirty)
{
    painter.setFont(Theme::captionFont());
    m_labels.setFont(Theme::captionFont());
    const auto first = static_cast<std::size_t>(std::max(0, dirty.top() / rowHeight()));
    for (std::size_t depth = first; depth < m_data->graph.depth(); ++depth) {
        if (static_cast<int>(depth) * rowHeight() > dirty.bottom())
            break;
        paintRow(painter, depth, dirty);
    }
    if (m_selected >= 0)
        if (const QRect rect = partRect(m_selected); !rect.isEmpty()) {
            painter.setPen(Theme::current().text);
            painter.drawRect(rect.adjusted(0, 0, -1, -2));
        }
}

} // namespace lamella::ui
