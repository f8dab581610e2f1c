// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/TrustPanel.h"

#include "core/analysis/Coverage.h"
#include "core/base/Format.h"
#include "widgets/common/FactGrid.h"
#include "widgets/common/IconRow.h"
#include "widgets/common/UiText.h"
#include "widgets/session/JobSlot.h"
#include "widgets/session/SessionController.h"
#include "widgets/theme/Theme.h"

#include <QPainter>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>

namespace lamella::ui {

namespace {

constexpr int kLabelWidth = 84;
constexpr double kSureConfidence = 0.8; // below: warning colour
constexpr double kEnoughInPasses = 0.9;
constexpr double kEnoughNamed = 0.95;
constexpr double kEnoughLaunches = 0.5;

class ConfidenceBar : public QWidget {
public:
    explicit ConfidenceBar(QWidget *parent)
        : QWidget(parent)
    {
        setFixedHeight(20);
    }
    void setConfidence(double confidence)
    {
        m_confidence = confidence;
        setAccessibleName(TrustPanel::tr("Confidence %1").arg(qtext(core::formatShare(confidence))));
        update();
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        const Theme &theme = Theme::current();
        QPainter painter(this);
        painter.setPen(theme.text2);
        painter.drawText(rect(), Qt::AlignLeft | Qt::AlignVCenter, TrustPanel::tr("Confidence"));
        const QRect groove(kLabelWidth + 8, height() / 2 - 3, 96, 6);
        painter.fillRect(groove, theme.track);
        const int width = static_cast<int>(groove.width() * std::clamp(m_confidence, 0.0, 1.0));
        painter.fillRect(
            QRect(groove.topLeft(), QSize(width, groove.height())), m_confidence < kSureConfidence ? theme.warning : theme.ok);
        painter.setFont(Theme::strongFont());
        painter.setPen(theme.text);
        painter.drawText(rect().adjusted(groove.right() + 10, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
            QStringLiteral("%1\u00A0%").arg(static_cast<int>(m_confidence * 100 + 0.5)));
    }

private:
    double m_confidence = 0;
};

void clearLayout(QWidget *widget)
{
    while (QLayoutItem *item = widget->layout()->takeAt(0)) {
        if (item->widget() != nullptr)
            item->widget()->deleteLater();
        delete item;
    }
}

QWidget *listBox(QWidget *parent)
{
    auto *box = new QWidget(parent);
    auto *layout = new QVBoxLayout(box);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    return box;
}

IconRow *diagnosticRow(const core::Diagnostic &diagnostic, QWidget *parent)
{
    const core::Severity severity = diagnostic.kind->severity;
    const bool notice = severity == core::Severity::Notice || severity == core::Severity::DataLoss;
    const QString iconName = severity == core::Severity::Error ? QStringLiteral("error")
        : notice                                               ? QStringLiteral("warning")
                                                               : QStringLiteral("info");
    const IconRow::Tone tone = severity == core::Severity::Error ? IconRow::Tone::Error
        : notice                                                 ? IconRow::Tone::Warning
                                                                 : IconRow::Tone::Info;
    QString title = qtext(diagnostic.kind->id).replace(u'_', u' ');
    title[0] = title[0].toUpper();
    auto *row = new IconRow(iconName, tone, title, qtext(core::formatCount(static_cast<std::int64_t>(diagnostic.count))), parent);
    QString help = qtext(diagnostic.kind->meaning);
    if (diagnostic.firstOffset >= 0)
        help += TrustPanel::tr("\nFirst at byte %1").arg(qtext(core::formatCount(diagnostic.firstOffset)));
    if (!diagnostic.sample.empty())
        help += QStringLiteral("\n") + qtext(diagnostic.sample);
    row->setToolTip(help);
    row->setAccessibleDescription(wordText(core::severityName(severity)) + QStringLiteral(": ") + help);
    return row;
}

} // namespace

TrustPanel::TrustPanel(SessionController &controller, QWidget *parent)
    : QWidget(parent)
    , m_controller(controller)
    , m_job(std::make_unique<JobSlot>(controller.pool()))
{
    auto *scroll = new QScrollArea(this);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setAccessibleName(tr("Trust: evidence, coverage, diagnostics"));
    m_content = new QWidget(scroll);
    m_content->setBackgroundRole(QPalette::Base);
    m_content->setAutoFillBackground(true);
    auto *column = new QVBoxLayout(m_content);
    column->setContentsMargins(8, 10, 8, 10);
    column->setSpacing(6);
    m_bar = new ConfidenceBar(m_content);
    m_evidence = new FactGrid(kLabelWidth, m_content);
    m_checks = listBox(m_content);
    m_coverage = new FactGrid(0, m_content);
    m_diagnostics = listBox(m_content);
    column->addWidget(m_bar);
    column->addWidget(m_evidence);
    column->addWidget(m_checks);
    column->addSpacing(6);
    column->addWidget(sectionTitle(tr("Coverage"), m_content));
    column->addWidget(m_coverage);
    column->addSpacing(6);
    column->addWidget(sectionTitle(tr("Diagnostics"), m_content));
    column->addWidget(m_diagnostics);
    column->addStretch(1);
    scroll->setWidget(m_content);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(scroll);
    connect(&controller, &SessionController::sessionChanged, this, &TrustPanel::refresh);
    refresh();
}

TrustPanel::~TrustPanel() = default;

void TrustPanel::refresh()
{
    m_job->cancel();
    m_evidence->clear();
    m_coverage->clear();
    clearLayout(m_checks);
    clearLayout(m_diagnostics);
    m_content->setVisible(m_controller.document() != nullptr);
    if (!m_controller.document())
        return;
    showEvidence();
    startCoverage();
    showDiagnostics();
}

void TrustPanel::showEvidence()
{
    const auto cut = m_controller.segmentation();
    static_cast<ConfidenceBar *>(m_bar)->setConfidence(cut->confidence);
    FactOptions full;
    full.tooltip = qtext(cut->anchorText);
    m_evidence->add(tr("Evidence"), wordText(core::evidenceName(cut->evidence)));
    m_evidence->add(tr("Profile"), qtext(cut->profileName));
    if (!cut->anchorText.empty())
        m_evidence->add(tr("Anchor"), qtext(cut->anchorText), full);
    if (!cut->whyNone.empty())
        m_evidence->add(tr("No passes"), qtext(cut->whyNone));
    for (const core::SegmentationCheck &check : cut->checks) {
        auto *row = new IconRow(check.ok ? QStringLiteral("check") : QStringLiteral("warning"),
            check.ok ? IconRow::Tone::Ok : IconRow::Tone::Warning, qtext(check.sentence), {}, m_checks);
        row->setToolTip(qtext(check.sentence));
        m_checks->layout()->addWidget(row);
    }
}

void TrustPanel::startCoverage()
{
    m_job->start<core::Coverage>(
        [document = m_controller.document(), names = m_controller.names(), cut = m_controller.segmentation()](
            const core::JobControl &) -> core::Result<core::Coverage> { return core::coverage(*document, *names, *cut); },
        [this](const core::Result<core::Coverage> &result) {
            if (!result)
                return;
            const auto add = [this](const QString &label, double share, double enough, const QString &base) {
                FactOptions options;
                options.rank = share < enough ? ElidedLabel::Rank::Warning : ElidedLabel::Rank::Text;
                options.tooltip = base;
                m_coverage->add(label, qtext(core::formatShare(share)), options);
            };
            add(tr("GPU time inside passes"), result->inPassesShare(), kEnoughInPasses, tr("Of the summed time of all GPU work"));
            add(tr("Named by a category rule"), 1 - result->unnamedShare(), kEnoughNamed,
                tr("Of the summed time of all GPU work"));
            add(tr("Kernels with own launch"), result->launchShare(), kEnoughLaunches, tr("Of the number of GPU work items"));
        });
}

void TrustPanel::showDiagnostics()
{
    const std::vector<core::Diagnostic> diagnostics = m_controller.document()->diagnostics.sorted();
    for (const core::Diagnostic &diagnostic : diagnostics)
        m_diagnostics->layout()->addWidget(diagnosticRow(diagnostic, m_diagnostics));
    if (diagnostics.empty())
        m_diagnostics->layout()->addWidget(
            new IconRow(QStringLiteral("check"), IconRow::Tone::Ok, tr("Nothing odd in the file"), {}, m_diagnostics));
}

} // namespace lamella::ui
