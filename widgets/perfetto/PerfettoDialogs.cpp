// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/perfetto/PerfettoDialogs.h"

#include "core/base/Format.h"
#include "widgets/common/UiText.h"
#include "widgets/theme/Theme.h"

#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QSpinBox>
#include <QVBoxLayout>

namespace lamella::ui {

namespace {

constexpr int kIndent = 22; // below the text of a radio button
constexpr int kTextWidth = 440;

QLabel *paragraph(const QString &text, QWidget *parent)
{
    auto *label = new QLabel(text, parent);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setMinimumWidth(kTextWidth);
    return label;
}

} // namespace

PerfettoWayDialog::PerfettoWayDialog(quint64 rawBytes, const QString &processorCommand, QWidget *parent)
    : QDialog(parent)
{
    setWindowTitle(tr("Show a large trace in Perfetto"));
    setAttribute(Qt::WA_DeleteOnClose);
    auto *layout = new QVBoxLayout(this);
    layout->setSpacing(8);
    layout->addWidget(paragraph(tr("This trace has %1 of text. A browser may run out of memory with it. What shall Perfetto get?")
                                    .arg(qtext(core::formatBytes(static_cast<std::int64_t>(rawBytes)))),
        this));
    layout->addSpacing(4);
    m_piece = addChoice(tr("Only the &pass around the selection"),
        tr("A smaller file with the same zero: times and links stay valid. It is deleted when the trace is closed."));
    m_whole = addChoice(tr("The &whole file"), tr("As it is; the browser loads all of it."));
    m_processor = addChoice(tr("The whole file through local &trace_processor"),
        processorCommand.isEmpty() ? tr("trace_processor is not on the PATH.") : tr("Starts: %1").arg(processorCommand));
    m_processor->setEnabled(!processorCommand.isEmpty());
    m_piece->setChecked(true);
    layout->addSpacing(8);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    QPushButton *show = buttons->addButton(tr("&Show"), QDialogButtonBox::AcceptRole);
    show->setProperty("primary", true);
    show->setDefault(true);
    layout->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(buttons, &QDialogButtonBox::accepted, this, [this] {
        const PerfettoWay way = m_piece->isChecked() ? PerfettoWay::Piece
            : m_whole->isChecked()                   ? PerfettoWay::Whole
                                                     : PerfettoWay::Processor;
        accept();
        emit chosen(way);
    });
}

QRadioButton *PerfettoWayDialog::addChoice(const QString &text, const QString &detail)
{
    auto *button = new QRadioButton(text, this);
    button->setAccessibleDescription(detail);
    auto *explanation = paragraph(detail, this);
    explanation->setIndent(kIndent);
    QPalette palette = explanation->palette();
    palette.setColor(QPalette::WindowText, Theme::current().text2);
    explanation->setPalette(palette);
    layout()->addWidget(button);
    layout()->addWidget(explanation);
    return button;
}

PerfettoSettingsDialog::PerfettoSettingsDialog(const PerfettoSettings &settings, QWidget *parent)
    : QDialog(parent)
{
    setWindowTitle(tr("Perfetto settings"));
    auto *layout = new QVBoxLayout(this);
    auto *form = new QFormLayout;
    m_origin = new QLineEdit(settings.origin, this);
    m_origin->setObjectName(QStringLiteral("perfettoOrigin"));
    m_origin->setMinimumWidth(kTextWidth - 120);
    m_origin->setToolTip(tr("Where Perfetto's page comes from; another one for a self-hosted copy"));
    form->addRow(tr("Perfetto's &address:"), m_origin);
    m_problem = paragraph({}, this);
    m_problem->setObjectName(QStringLiteral("perfettoOriginProblem"));
    QPalette palette = m_problem->palette();
    palette.setColor(QPalette::WindowText, Theme::current().error);
    m_problem->setPalette(palette);
    form->addRow(QString(), m_problem);
    m_hugeMebibytes = new QSpinBox(this);
    m_hugeMebibytes->setRange(1, 1 << 20);
    m_hugeMebibytes->setSuffix(tr(" MiB"));
    m_hugeMebibytes->setValue(static_cast<int>(settings.hugeBytes >> 20));
    m_hugeMebibytes->setToolTip(tr("Of text, after inflating"));
    form->addRow(tr("Ask about traces &larger than:"), m_hugeMebibytes);
    layout->addLayout(form);
    layout->addSpacing(8);
    m_once = new QRadioButton(tr("A &new tab each time"), this);
    m_live = new QRadioButton(tr("One tab that &follows the selection, through a page of Lamella"), this);
    (settings.live ? m_live : m_once)->setChecked(true);
    layout->addWidget(m_once);
    layout->addWidget(m_live);
    layout->addSpacing(8);
    layout->addWidget(
        paragraph(tr("Lamella offers the trace at 127.0.0.1 only, under an address that cannot be guessed, when you "
                     "ask for it and until it is closed. Perfetto's page itself comes from the address above."),
            this));
    m_buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
    QPushButton *reset = m_buttons->addButton(QDialogButtonBox::RestoreDefaults);
    connect(reset, &QPushButton::clicked, this, [this] {
        const PerfettoSettings usual;
        m_origin->setText(usual.origin);
        m_hugeMebibytes->setValue(static_cast<int>(usual.hugeBytes >> 20));
        m_once->setChecked(true);
    });
    layout->addWidget(m_buttons);
    connect(m_buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(m_buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_origin, &QLineEdit::textChanged, this, &PerfettoSettingsDialog::check);
    check();
}

void PerfettoSettingsDialog::check()
{
    const bool good = originFromText(m_origin->text()).has_value();
    m_problem->setVisible(!good);
    m_problem->setText(good ? QString() : tr("An address like https://ui.perfetto.dev, without a path"));
    m_buttons->button(QDialogButtonBox::Ok)->setEnabled(good);
}

PerfettoSettings PerfettoSettingsDialog::settings() const
{
    PerfettoSettings settings;
    settings.origin = originFromText(m_origin->text()).value_or(settings.origin);
    settings.live = m_live->isChecked();
    settings.hugeBytes = qint64{m_hugeMebibytes->value()} << 20;
    return settings;
}

} // namespace lamella::ui
