// SPDX-License-Identifier: GPL-3.0-or-later
// Places the sections and answers for their parts; InspectorPainting.cpp draws them.
#include "widgets/inspector/InspectorBody.h"

#include "core/base/Format.h"
#include "widgets/common/Elide.h"
#include "widgets/common/Icons.h"
#include "widgets/common/LineText.h"
#include "widgets/common/UiText.h"
#include "widgets/inspector/GapPicture.h"
#include "widgets/theme/TextPx.h"
#include "widgets/theme/Theme.h"

#include <QAbstractButton>
#include <QFontMetrics>
#include <QKeyEvent>
#include <QMenu>
#include <QPainter>
#include <QResizeEvent>
#include <QScrollArea>
#include <QStringList>

#include <algorithm>

namespace lamella::ui {

namespace {

constexpr TextPx kMarginPx{12};
constexpr TextPx kSectionGapPx{10};
constexpr TextPx kRowPx{18};
constexpr TextPx kTitlePx{18};
constexpr TextPx kAsideGapPx{8}; // at least, between a title and what stands beside it
constexpr TextPx kSwitchPx{22};
constexpr TextPx kDotsPx{34};
constexpr TextPx kLanePx{14}; // between the dots of A and of B
constexpr TextPx kBarsPx{46};
constexpr TextPx kBinsPx{44};
constexpr TextPx kStackPx{14};
constexpr TextPx kSharePx{10};

bool isDots(const InspectorSection &section)
{
    return section.picture == InspectorSection::Picture::Dots || section.picture == InspectorSection::Picture::Pair;
}

int pictureHeight(const InspectorSection &section)
{
    switch (section.picture) {
    case InspectorSection::Picture::None:
        return 0;
    case InspectorSection::Picture::Dots:
        return section.marks.empty() ? 0 : int(kDotsPx);
    case InspectorSection::Picture::Pair:
        return section.marks.empty() ? 0 : kDotsPx + kLanePx;
    case InspectorSection::Picture::Bars:
    case InspectorSection::Picture::Bands:
        return section.marks.empty() ? 0 : int(kBarsPx);
    case InspectorSection::Picture::Bins:
        return section.marks.empty() ? 0 : int(kBinsPx);
    case InspectorSection::Picture::Stack:
        return kStackPx;
    case InspectorSection::Picture::Gap:
        return gapPictureHeight();
    case InspectorSection::Picture::Share:
        break;
    }
    return kSharePx;
}

} // namespace

QFont InspectorBody::titleFont(const InspectorSection &section)
{
    return section.id == QStringLiteral("passes") ? Theme::captionFont() : Theme::strongFont();
}

InspectorBody::InspectorBody(QWidget *parent)
    : Chart(tr("Inspector"), parent)
{
    setObjectName(QStringLiteral("inspectorBody"));
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
}

void InspectorBody::setContent(InspectorContent content, core::Against against)
{
    m_content = std::move(content);
    for (InspectorSection &section : m_content.sections) {
        QStringList labels;
        for (const InspectorRow &row : section.rows)
            labels << row.label;
        const std::vector<qsizetype> shared = sharedBeginnings(labels);
        for (std::size_t i = 0; i < shared.size(); ++i) {
            InspectorRow &row = section.rows[i];
            row.shared = static_cast<int>(shared[i]);
            row.wraps = row.wraps || (!row.bar && row.value.startsWith(QStringLiteral("n/a"))); // reasons are not cut
        }
    }
    m_against = against;
    m_current = -1;
    partsChanged();
}

QSize InspectorBody::sizeHint() const
{
    return {296_px, m_height};
}

int InspectorBody::rowHeight(const InspectorRow &row, int width) const
{
    if (row.wraps) {
        const QRect rect(0, 0, width, kRowPx);
        const int bottom = std::max(wrappedLabel(row, rect).bottom(), wrappedReason(row, rect).bottom()) + 1;
        return std::max<int>(kRowPx, bottom + (kRowPx - QFontMetrics(Theme::captionFont()).height() + 1) / 2);
    }
    if (!row.sentence)
        return kRowPx;
    const QFontMetrics metrics(Theme::captionFont());
    return std::max<int>(16_px,
        metrics.boundingRect(QRect(0, 0, width, 10000), Qt::TextWordWrap, wrappable(Theme::captionFont(), row.label, width))
                .height()
            + 2);
}

QRect InspectorBody::segmentRect(const QRect &control, int segment) const
{
    const QFont font = Theme::captionFont();
    const int first = std::min(control.width() / 2, lineWidth(font, tr("layers of its type")) + 16_px);
    const int second = std::min(control.width() - first, lineWidth(font, tr("steady passes")) + 16_px);
    return segment == 0 ? QRect(control.left(), control.top(), first, control.height())
                        : QRect(control.left() + first, control.top(), second, control.height());
}

// Where the dots, bars or bins stand.
std::vector<QRect> InspectorBody::markRects(const InspectorSection &section, const QRect &picture)
{
    const auto &marks = section.marks;
    const auto count = static_cast<int>(marks.size());
    std::vector<QRect> rects;
    rects.reserve(marks.size());
    if (!isDots(section)) {
        for (int mark = 0; mark < count; ++mark) {
            const int left = picture.left() + mark * picture.width() / count;
            const int right = picture.left() + (mark + 1) * picture.width() / count;
            rects.emplace_back(left, picture.top(), std::max(1, right - left), picture.height());
        }
        return rects;
    }
    const auto [low, high] = std::minmax_element(
        marks.begin(), marks.end(), [](const InspectorMark &a, const InspectorMark &b) { return a.ns < b.ns; });
    const double span = marks.empty() ? 0 : static_cast<double>(high->ns - low->ns);
    const int radius = 4_px;
    for (const InspectorMark &mark : marks) {
        const double share = span > 0 ? static_cast<double>(mark.ns - low->ns) / span : 0.5;
        const int x = picture.left() + radius + static_cast<int>(share * (picture.width() - 2 * radius));
        rects.emplace_back(x - radius, picture.top() + 2 + mark.lane * kLanePx, 2 * radius, 2 * radius + 4);
    }
    return rects;
}

void InspectorBody::addMarkParts(int index, const QRect &picture)
{
    const InspectorSection &section = m_content.sections[static_cast<std::size_t>(index)];
    if (section.picture == InspectorSection::Picture::Stack) {
        std::int64_t total = 0;
        for (const InspectorMark &mark : section.marks)
            total += std::max<std::int64_t>(0, mark.ns);
        std::int64_t before = 0;
        for (std::size_t m = 0; m < section.marks.size() && total > 0; ++m) {
            const auto at = [&](std::int64_t ns) {
                return picture.left() + static_cast<int>(static_cast<double>(ns) / static_cast<double>(total) * picture.width());
            };
            const std::int64_t after = before + std::max<std::int64_t>(0, section.marks[m].ns);
            m_parts.push_back({QRect(at(before), picture.top(), std::max(1, at(after) - at(before)), picture.height()), index,
                static_cast<int>(m), -1, -1});
            before = after;
        }
        return;
    }
    if (section.picture == InspectorSection::Picture::Gap) {
        const std::vector<QRect> rects = gapMarkRects(section, picture);
        for (std::size_t m = 0; m < rects.size(); ++m)
            m_parts.push_back({rects[m], index, static_cast<int>(m), -1, -1});
    } else if (section.picture != InspectorSection::Picture::Share) {
        const std::vector<QRect> rects = markRects(section, picture);
        for (std::size_t m = 0; m < rects.size(); ++m)
            m_parts.push_back({rects[m], index, static_cast<int>(m), -1, -1});
    }
}

void InspectorBody::placePicture(int index, Placed &placed, int &y)
{
    InspectorSection &section = m_content.sections[static_cast<std::size_t>(index)];
    const int inner = std::max(40, width() - 2 * kMarginPx);
    if (section.referenceSwitch) {
        placed.control = QRect(kMarginPx, y + 2, inner, kSwitchPx);
        for (int segment = 0; segment < 2; ++segment)
            m_parts.push_back({segmentRect(placed.control, segment), index, -1, -1, segment});
        y = placed.control.bottom() + 5;
    }
    if (const int height = pictureHeight(section); height > 0) {
        placed.picture = QRect(kMarginPx, y + 3, inner, height);
        addMarkParts(index, placed.picture);
        y = placed.picture.bottom() + 4;
    }
}

void InspectorBody::placeSection(int index, int &y)
{
    Placed placed;
    const InspectorSection &section = m_content.sections[static_cast<std::size_t>(index)];
    const int inner = std::max(40, width() - 2 * kMarginPx);
    // The passes of a layer belong to what it is compared with, and the like.
    placed.top = y;
    y += section.id == QStringLiteral("passes") ? 2 : int(kSectionGapPx);
    placed.title = QRect(kMarginPx, y, inner, kTitlePx);
    y = placed.title.bottom() + 1;
    const QFontMetrics aside(Theme::captionFont());
    const int needed =
        lineWidth(titleFont(section), section.title) + kAsideGapPx + lineWidth(Theme::captionFont(), section.aside);
    if (!section.aside.isEmpty() && needed > inner) { // figures are not elided
        placed.aside = QRect(kMarginPx, y - 1, inner,
            aside.boundingRect(QRect(0, 0, inner, 10000), Qt::TextWordWrap, wrappable(Theme::captionFont(), section.aside, inner))
                    .height()
                + 2);
        y = placed.aside.bottom() + 1;
    }
    placePicture(index, placed, y);
    for (std::size_t r = 0; r < section.rows.size(); ++r) {
        const InspectorRow &row = section.rows[r];
        placed.rows.emplace_back(kMarginPx, y + (row.total ? 3 : 0), inner, rowHeight(row, inner));
        y = placed.rows.back().bottom() + 1;
        if (!row.sentence)
            m_parts.push_back({placed.rows.back(), index, -1, static_cast<int>(r), -1});
    }
    const bool joined = static_cast<std::size_t>(index) + 1 < m_content.sections.size()
        && m_content.sections[static_cast<std::size_t>(index) + 1].id == QStringLiteral("passes");
    y += joined ? 0 : int(kSectionGapPx);
    placed.bottom = y;
    m_placed.push_back(std::move(placed));
}

// The height is what the layout gave it.
void InspectorBody::resizeEvent(QResizeEvent *event)
{
    if (event->size().width() == event->oldSize().width())
        QWidget::resizeEvent(event);
    else
        Chart::resizeEvent(event);
}

void InspectorBody::layOut()
{
    m_placed.clear();
    m_parts.clear();
    int y = 0;
    for (int index = 0; index < static_cast<int>(m_content.sections.size()); ++index)
        placeSection(index, y);
    m_height = std::max<int>(y + 4, 120_px);
    if (minimumHeight() != m_height || maximumHeight() != m_height)
        setFixedHeight(m_height);
    if (m_current >= partCount())
        m_current = -1;
}

int InspectorBody::hitAt(QPoint position) const
{
    // The dot of the selection lies over the others; of dots the nearest counts.
    int nearest = -1;
    int distance = 1 << 20;
    for (int part = 0; part < partCount(); ++part) {
        const Part &one = m_parts[static_cast<std::size_t>(part)];
        if (!one.rect.contains(position))
            continue;
        const bool dot = one.mark >= 0 && isDots(m_content.sections[static_cast<std::size_t>(one.section)]);
        const int away = dot ? std::abs(one.rect.center().x() - position.x()) : 0;
        if (away < distance) {
            distance = away;
            nearest = part;
        }
    }
    return nearest;
}

core::Selection InspectorBody::targetOf(int hit) const
{
    if (hit < 0 || hit >= partCount())
        return {};
    const Part &part = m_parts[static_cast<std::size_t>(hit)];
    const InspectorSection &section = m_content.sections[static_cast<std::size_t>(part.section)];
    if (part.mark >= 0)
        return section.marks[static_cast<std::size_t>(part.mark)].target;
    return part.row >= 0 ? section.rows[static_cast<std::size_t>(part.row)].target : core::Selection{};
}

const InspectorRow *InspectorBody::rowOf(const Part &part) const
{
    return part.row < 0 ? nullptr
                        : &m_content.sections[static_cast<std::size_t>(part.section)].rows[static_cast<std::size_t>(part.row)];
}

void InspectorBody::pressPart(int hit)
{
    if (hit < 0 || hit >= partCount())
        return;
    m_current = hit;
    // Copies, because what a press leads to may replace the content while others still read what was pressed.
    const Part part = m_parts[static_cast<std::size_t>(hit)];
    const InspectorRow *placed = rowOf(part);
    const InspectorRow row = placed != nullptr ? *placed : InspectorRow();
    if (part.segment >= 0)
        emit againstChosen(part.segment == 0 ? core::Against::Type : core::Against::Steady);
    else if (!row.file.isEmpty())
        emit sourceRequested(row.file, row.line);
    else if (!row.view.isEmpty())
        emit viewRequested(row.view);
    else if (row.otherThan)
        emit passWanted(*row.otherThan, part.rect);
    else if (!std::holds_alternative<std::monostate>(row.other))
        emit levelChosen(row.passes, row.target, row.other);
    else if (!row.passes.isEmpty())
        emit passesChosen(row.passes);
    else if (part.mark >= 0
        && m_content.sections[static_cast<std::size_t>(part.section)].picture == InspectorSection::Picture::Pair)
        emit dotChosen(part.mark);
    else
        Chart::pressPart(hit);
}

// The arrows only move the focus: to select with each step would replace what is inspected. Return and Space press.
std::optional<int> InspectorBody::partAfterKey(int) const
{
    return std::nullopt;
}

void InspectorBody::keyPressEvent(QKeyEvent *event)
{
    const int key = event->key();
    const bool back = key == Qt::Key_Up || key == Qt::Key_Left;
    if (partCount() > 0 && (back || key == Qt::Key_Down || key == Qt::Key_Right || key == Qt::Key_Home || key == Qt::Key_End)) {
        m_current = key == Qt::Key_Home ? 0
            : key == Qt::Key_End        ? partCount() - 1
            : m_current < 0             ? 0
                                        : std::clamp(m_current + (back ? -1 : 1), 0, partCount() - 1);
        describe();
        emit revealed(partRect(m_current));
        return;
    }
    if (m_current >= 0 && (key == Qt::Key_Return || key == Qt::Key_Enter || key == Qt::Key_Space)) {
        pressPart(m_current);
        return;
    }
    Chart::keyPressEvent(event);
}

TipText InspectorBody::tipOf(int hit) const
{
    TipText tip;
    if (hit < 0 || hit >= partCount())
        return tip;
    const Part &part = m_parts[static_cast<std::size_t>(hit)];
    const InspectorSection &section = m_content.sections[static_cast<std::size_t>(part.section)];
    if (part.segment >= 0)
        return sentenceTip(part.segment == 0 ? tr("Compare with the median layer of its type in this pass")
                                             : tr("Compare with the same place in the steady passes"));
    if (part.mark >= 0) {
        const InspectorMark &mark = section.marks[static_cast<std::size_t>(part.mark)];
        tip.name = mark.label.isEmpty() ? section.title : mark.label;
        if (section.picture == InspectorSection::Picture::Bins)
            tip.figures = {{tr("from"), durationText(mark.ns)}, {tr("count"), qtext(core::formatCount(mark.count))}};
        else if (section.picture == InspectorSection::Picture::Bands && !mark.self)
            tip.figures = {{tr("median"), durationText(mark.ns)}, {tr("P10"), durationText(mark.lowNs)},
                {tr("P90"), durationText(mark.highNs)}, {tr("passes"), qtext(core::formatCount(mark.count))}};
        else if (isCallOfGap(section, part.mark))
            tip.figures = {{mark.ns < 0 ? tr("before the gap") : tr("after the gap began"), durationText(std::abs(mark.ns))}};
        else
            tip.figures = {
                {mark.value.isEmpty() ? tr("time") : section.title, mark.value.isEmpty() ? durationText(mark.ns) : mark.value}};
        if (section.medianNs && section.picture != InspectorSection::Picture::Bins)
            tip.figures.emplace_back(section.medianWord, durationText(*section.medianNs));
        if (!mark.counted && section.picture == InspectorSection::Picture::Bars)
            tip.hint = tr("not steady: does not count for the median");
        return tip;
    }
    const InspectorRow &row = section.rows[static_cast<std::size_t>(part.row)];
    tip.name = row.label;
    tip.where = row.note;
    tip.figures = {{section.title, row.value}};
    tip.hint = row.tip;
    return tip;
}

QScrollArea *scrollAreaOf(InspectorBody *body, QWidget *parent)
{
    auto *area = new QScrollArea(parent);
    area->setFrameShape(QFrame::NoFrame);
    area->setWidgetResizable(true);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area->setFocusPolicy(Qt::NoFocus);
    area->viewport()->setBackgroundRole(QPalette::Base);
    area->setWidget(body);
    QObject::connect(body, &InspectorBody::revealed, area,
        [area](const QRect &rect) { area->ensureVisible(rect.center().x(), rect.center().y(), 0, rect.height()); });
    return area;
}

void popUpInspectorMenu(QWidget &inspector, QPoint globalPosition, const std::function<void()> &copyText,
    const std::vector<QAbstractButton *> &buttons)
{
    auto *menu = new QMenu(&inspector);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->setToolTipsVisible(true);
    menu->addAction(icon(QStringLiteral("copy")), InspectorText::tr("Copy all of it as text (Ctrl+C)"), &inspector, copyText);
    menu->addSeparator();
    for (QAbstractButton *button : buttons) {
        if (button->isHidden())
            continue;
        const QString name = button->accessibleName();
        QAction *action =
            menu->addAction(button->icon(), name.isEmpty() ? button->text() : name, button, &QAbstractButton::click);
        action->setCheckable(button->isCheckable());
        action->setChecked(button->isChecked());
        action->setEnabled(button->isEnabled());
        action->setToolTip(button->toolTip()); // of one that is disabled: why
    }
    menu->popup(globalPosition);
}

} // namespace lamella::ui
