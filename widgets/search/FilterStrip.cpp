// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/search/FilterStrip.h"

#include "core/base/Format.h"
#include "widgets/common/Elide.h"
#include "widgets/common/ElidedLabel.h"
#include "widgets/common/FlowRow.h"
#include "widgets/common/IconButton.h"
#include "widgets/common/Icons.h"
#include "widgets/common/LinkButton.h"
#include "widgets/common/PlainText.h"
#include "widgets/common/UiText.h"
#include "widgets/search/FilterControl.h"
#include "widgets/session/NavigationBus.h"
#include "widgets/theme/TextSize.h"
#include "widgets/theme/Theme.h"

#include <QAction>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QToolButton>

#include <algorithm>

namespace lamella::ui {

namespace {

constexpr TextPx kMaxChipPx{260};

QString count(qsizetype number)
{
    return qtext(core::formatCount(static_cast<std::int64_t>(number)));
}

// A kept filter: shows its text; a click removes it.
class Chip : public QToolButton {
public:
    Chip(const QString &text, QWidget *parent)
        : QToolButton(parent)
        , m_text(text)
    {
        setCursor(Qt::PointingHandCursor);
        setAttribute(Qt::WA_Hover);
        setToolTip(FilterStrip::tr("%1\nPress to remove this filter").arg(text));
        setAccessibleName(FilterStrip::tr("Filter %1, press to remove it").arg(text));
        setObjectName(QStringLiteral("filterChip"));
    }
    [[nodiscard]] QSize sizeHint() const override
    {
        return {std::min<int>(kMaxChipPx, fontMetrics().horizontalAdvance(m_text) + kClose + 22_px),
            std::max(20, fontMetrics().height() + 4)};
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        const Theme &theme = Theme::current();
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing, true);
        painter.setPen(hasFocus() ? theme.accent : theme.separatorStrong);
        painter.setBrush(underMouse() || isDown() ? theme.hover : theme.selection);
        painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 2, 2);
        painter.setPen(theme.text);
        const int room = width() - kClose - 16_px;
        painter.drawText(QRect(7_px, 0, room, height()), Qt::AlignVCenter | Qt::AlignLeft,
            elided(fontMetrics(), m_text, Qt::ElideMiddle, room));
        painter.drawPixmap(width() - kClose - 5, (height() - kClose) / 2,
            iconPixmap(QStringLiteral("close"), underMouse() ? theme.text : theme.text2, kClose, devicePixelRatioF()));
    }

private:
    static constexpr TextPx kClose{12};
    QString m_text;
};

} // namespace

FilterStrip::FilterStrip(FilterControl &filter, NavigationBus &bus, QWidget *parent)
    : QWidget(parent)
    , m_filter(filter)
{
    setObjectName(QStringLiteral("filterStrip"));
    setAccessibleName(tr("Filter"));
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    m_row = new FlowRow(this);
    m_row->setContentsMargins(8, 3, 6, 4);
    m_row->setSpacing(6);
    m_row->setLineHeight(std::max(22, fontMetrics().height() + 6));
    auto *title = plainLabel(tr("Filter"), this);
    setTextFont(*title, &Theme::strongFont);
    m_row->addWidget(title);
    m_chips = new QWidget(this);
    auto *chips = new QHBoxLayout(m_chips);
    chips->setContentsMargins(0, 0, 0, 0);
    chips->setSpacing(4);
    m_row->addWidget(m_chips);
    m_error = new ElidedLabel(QString(), ElidedLabel::Rank::Warning, this);
    m_error->setElideMode(Qt::ElideRight);
    m_error->setObjectName(QStringLiteral("filterError"));
    m_row->addWidget(m_error, 50);
    m_row->addStretch();
    m_count = plainLabel({}, this);
    m_count->setObjectName(QStringLiteral("matchCount"));
    m_row->addWidget(m_count);
    m_previous = addButton(QStringLiteral("chevron-up"), tr("Previous match"), QStringLiteral("Shift+F3"));
    m_next = addButton(QStringLiteral("chevron-down"), tr("Next match"), QStringLiteral("F3"));
    const auto addLink = [this](const QString &text, const QString &tip) {
        auto *link = new LinkButton(text, this);
        link->setToolTip(tip);
        link->setFocusPolicy(Qt::TabFocus);
        m_row->addWidget(link);
        return link;
    };
    m_list = addLink(tr("List"), tr("All kernels that match, as a table"));
    m_args = addLink(tr("In args…"), tr("Look for this text in the args of all events (Ctrl+Shift+F)"));
    m_keep =
        addLink(tr("Keep"), tr("Keep this filter and type another one that must match too (Alt+Return). Back removes it again."));
    QToolButton *clear = addLink(tr("Clear"), tr("No filter"));
    connect(m_previous, &QToolButton::clicked, &filter, [&filter] { filter.step(-1); });
    connect(m_next, &QToolButton::clicked, &filter, [&filter] { filter.step(1); });
    connect(m_keep, &QToolButton::clicked, &filter, [&filter] { filter.keep(); });
    connect(m_list, &QToolButton::clicked, this, &FilterStrip::listRequested);
    connect(m_args, &QToolButton::clicked, this, &FilterStrip::argsRequested);
    connect(clear, &QToolButton::clicked, &filter, &FilterControl::clear);
    connect(&filter, &FilterControl::filterChanged, this, &FilterStrip::present);
    connect(&filter, &FilterControl::matchesChanged, this, &FilterStrip::showCount);
    connect(&bus, &NavigationBus::selectionChanged, this, &FilterStrip::showCount);
    present();
}

QToolButton *FilterStrip::addButton(const QString &iconName, const QString &text, const QString &keys)
{
    QToolButton *button = iconButton(iconName, text, keys, this);
    m_row->addWidget(button);
    return button;
}

void FilterStrip::fillChips()
{
    if (m_shown == m_filter.kept())
        return;
    m_shown = m_filter.kept();
    qDeleteAll(m_chips->findChildren<QToolButton *>(QStringLiteral("filterChip"), Qt::FindDirectChildrenOnly));
    for (int i = 0; i < m_shown.size(); ++i) {
        auto *chip = new Chip(m_shown[i], m_chips);
        m_chips->layout()->addWidget(chip);
        // Queued: the chip must not be deleted during its own signal.
        connect(
            chip, &QToolButton::clicked, this, [this, i] { m_filter.remove(i); }, Qt::QueuedConnection);
    }
    m_chips->updateGeometry();
}

void FilterStrip::present()
{
    fillChips();
    m_chips->setVisible(!m_shown.isEmpty());
    m_error->setText(m_filter.error());
    m_error->setVisible(!m_filter.error().isEmpty());
    m_args->setVisible(!m_filter.text().trimmed().isEmpty());
    m_keep->setVisible(!m_filter.text().trimmed().isEmpty() && m_filter.error().isEmpty());
    setVisible(m_applies && (!m_filter.isEmpty() || !m_filter.error().isEmpty() || !m_shown.isEmpty()));
    showCount();
    m_row->invalidate();
    updateGeometry();
}

void FilterStrip::setApplies(bool applies)
{
    m_applies = applies;
    present();
}

QString FilterStrip::countText() const
{
    return m_count->text();
}

void FilterStrip::showCount()
{
    const auto found = m_filter.error().isEmpty() ? m_filter.matches() : nullptr; // not those of the filter typed before
    const auto all = found ? static_cast<qsizetype>(found->kernels.size()) : 0;
    const bool searching = !found && !m_filter.isEmpty() && m_filter.error().isEmpty();
    const qsizetype at = m_filter.position();
    m_count->setText(searching ? tr("Searching…")
            : !found           ? QString()
            : all == 0         ? tr("No kernel matches")
            : at >= 0          ? tr("%1 of %2").arg(count(at + 1), count(all))
                               : tr("%1 matches · %2", "kernels, their sum", static_cast<int>(std::min<qsizetype>(all, INT_MAX)))
                            .arg(count(all), durationText(found->sumNs)));
    m_count->setAccessibleName(m_count->text());
    m_count->setToolTip(all > 0 ? tr("Kernels that match, together %1").arg(durationText(found->sumNs)) : QString());
    for (QToolButton *button : {m_previous, m_next, m_list})
        button->setEnabled(all > 0);
}

void FilterStrip::paintEvent(QPaintEvent *)
{
    const Theme &theme = Theme::current();
    QPainter painter(this);
    painter.fillRect(rect(), theme.base);
    painter.fillRect(0, height() - 1, width(), 1, theme.separator);
}

} // namespace lamella::ui
