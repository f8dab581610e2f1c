// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/perfetto/PerfettoDialogs.h"

#include "core/base/Format.h"
#include "widgets/common/PlainText.h"
#include "widgets/common/UiText.h"
#include "widgets/theme/TextPx.h"
#include "widgets/theme/Theme.h"

#include <QDialogButtonBox>
#include <QLabel>
#include <QPushButton>
#include <QRadioButton>
#include <QVBoxLayout>

namespace lamella::ui {

namespace {

constexpr int kIndent = 22; // aligned with the text of a radio button
constexpr TextPx kTextWidth{440};

QLabel *paragraph(const QString &text, QWidget *parent)
{
    auto *label = plainLabel(text, parent);
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
    layout->addWidget(
        paragraph(tr("This trace has %1 of text. A browser may run out of memory with it. What should Perfetto get?")
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

} // namespace lamella::ui
