// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/overview/LayersPopoverParts.h"

#include "core/base/Format.h"
#include "widgets/common/Counts.h"
#include "widgets/common/LinkButton.h"
#include "widgets/common/PlainText.h"
#include "widgets/common/Sentence.h"
#include "widgets/common/Translated.h"
#include "widgets/common/UiText.h"
#include "widgets/theme/Theme.h"

#include <QKeyEvent>
#include <QLabel>
#include <QMouseEvent>
#include <QPainter>
#include <QVBoxLayout>

namespace lamella::ui {

namespace {

constexpr int kMaxAlternatives = 3;
constexpr int kBarPx = 3;

QString iconOf(core::Severity severity)
{
    if (severity == core::Severity::Error)
        return QStringLiteral("error");
    return severity == core::Severity::Info ? QStringLiteral("info") : QStringLiteral("warning");
}

IconRow::Tone toneOf(core::Severity severity)
{
    if (severity == core::Severity::Error)
        return IconRow::Tone::Error;
    return severity == core::Severity::Info ? IconRow::Tone::Info : IconRow::Tone::Warning;
}

QString titleOf(const core::Diagnostic &diagnostic)
{
    return diagnosticTitle(diagnostic.kind->id);
}

} // namespace

DiagnosticRow::DiagnosticRow(core::Diagnostic diagnostic, QWidget *parent)
    : IconRow(iconOf(diagnostic.kind->severity), toneOf(diagnostic.kind->severity), titleOf(diagnostic),
        qtext(core::formatCount(static_cast<std::int64_t>(diagnostic.count))), parent)
    , m_diagnostic(std::move(diagnostic))
{
    QString help = translated(m_diagnostic.kind->meaning);
    if (m_diagnostic.firstOffset >= 0)
        help += tr("\nFirst at byte %1; a click goes there").arg(qtext(core::formatCount(m_diagnostic.firstOffset)));
    else
        help += tr("\nA click shows the table");
    if (!m_diagnostic.sample.empty())
        help += QStringLiteral("\n") + qtext(m_diagnostic.sample);
    setToolTip(help);
    setAccessibleDescription(translatedTerm(core::severityName(m_diagnostic.kind->severity)) + QStringLiteral(": ") + help);
    setFocusPolicy(Qt::TabFocus);
    setCursor(Qt::PointingHandCursor);
    setAttribute(Qt::WA_Hover);
}

void DiagnosticRow::mouseReleaseEvent(QMouseEvent *event)
{
    if (event->button() == Qt::LeftButton && rect().contains(event->position().toPoint()))
        emit activated(m_diagnostic);
}

void DiagnosticRow::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter || event->key() == Qt::Key_Space)
        emit activated(m_diagnostic);
    else
        IconRow::keyPressEvent(event);
}

void DiagnosticRow::paintEvent(QPaintEvent *event)
{
    const Theme &theme = Theme::current();
    QPainter painter(this);
    if (underMouse())
        painter.fillRect(rect(), theme.hover);
    if (hasFocus()) {
        painter.setPen(theme.accent);
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
    painter.end();
    IconRow::paintEvent(event);
}

DoubtBox::DoubtBox(QWidget *parent)
    : QWidget(parent)
    , m_column(new QVBoxLayout(this))
{
    setObjectName(QStringLiteral("doubtBox"));
    m_column->setContentsMargins(kBarPx + 8, 6, 8, 6);
    m_column->setSpacing(4);
    hide();
}

void DoubtBox::setSegmentation(const core::Segmentation &segmentation)
{
    while (QLayoutItem *item = m_column->takeAt(0)) {
        if (item->widget() != nullptr)
            item->widget()->deleteLater();
        delete item;
    }
    const bool none = !segmentation.whyNone.empty();
    setVisible(none || segmentation.confidence < kSureConfidence);
    if (!none && segmentation.confidence >= kSureConfidence)
        return;
    const auto sentence = [this](const QString &text, const QFont &font) {
        auto *label = plainLabel(text, this);
        label->setFont(font);
        label->setWordWrap(true);
        m_column->addWidget(label);
    };
    sentence(none ? tr("No layers were found") : tr("These layers are doubtful"), Theme::strongFont());
    QString why = translated(segmentation.whyNone);
    for (const core::SegmentationCheck &check : segmentation.checks) {
        if (why.isEmpty() && !check.ok)
            why = translated(check.sentence);
    }
    if (!why.isEmpty())
        sentence(asSentence(why), Theme::bodyFont());
    setAccessibleName(none ? tr("No layers were found") : tr("These layers are doubtful"));
    setAccessibleDescription(why);
    int shown = 0;
    for (const core::AnchorCandidate &candidate : segmentation.anchors) {
        if (candidate.chosen || shown == kMaxAlternatives)
            continue;
        if (shown++ == 0)
            sentence(tr("Look at another kernel that could mark them:"), Theme::bodyFont());
        const QString size = candidate.layers > 0 // else what it would give is seen in the dialog
            ? tr("%1 × %2").arg(grouped(candidate.layers), grouped(candidate.passes))
            : tr("%1 times", nullptr, pluralCount(candidate.count)).arg(qtext(core::formatCount(candidate.count)));
        auto *link = new LinkButton(QStringLiteral("%1 · %2").arg(size, qtext(candidate.anchor)), this);
        link->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
        link->setToolTip(
            tr("%1 × %2, confidence %3\n%4\n%5")
                .arg(layerCount(candidate.layers), passCount(candidate.passes), qtext(core::formatShare(candidate.confidence)),
                    qtext(candidate.anchor), translated(candidate.why)));
        connect(link, &QToolButton::clicked, this, [this, candidate] { emit candidateRequested(candidate); });
        m_column->addWidget(link);
    }
    auto *choose = new LinkButton(tr("Choose the layers…"), this);
    choose->setObjectName(QStringLiteral("chooseLayers"));
    connect(choose, &QToolButton::clicked, this, &DoubtBox::layersRequested);
    m_column->addWidget(choose, 0, Qt::AlignLeft);
}

void DoubtBox::paintEvent(QPaintEvent *)
{
    const Theme &theme = Theme::current();
    QPainter painter(this);
    painter.fillRect(rect(), theme.header);
    painter.fillRect(0, 0, kBarPx, height(), theme.warning);
}

} // namespace lamella::ui
