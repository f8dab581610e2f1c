// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/window/GoToDialog.h"

#include "core/base/Format.h"
#include "widgets/common/PlainText.h"
#include "widgets/common/UiText.h"
#include "widgets/session/NavigationBus.h"
#include "widgets/session/SessionController.h"
#include "widgets/theme/TextSize.h"
#include "widgets/theme/Theme.h"
#include "widgets/window/GoTo.h"

#include <QDialogButtonBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace lamella::ui {

namespace {

constexpr TextPx kWidthPx{380};

} // namespace

GoToDialog::GoToDialog(SessionController &controller, NavigationBus &bus, QWidget *parent)
    : QDialog(parent)
    , m_controller(controller)
    , m_bus(bus)
{
    setWindowTitle(tr("Go to"));
    setAttribute(Qt::WA_DeleteOnClose);
    auto *label = plainLabel(tr("&Pass, layer, time or kernel:"), this);
    m_text = new QLineEdit(this);
    m_text->setObjectName(QStringLiteral("goToText"));
    m_text->setMinimumWidth(kWidthPx);
    m_text->setPlaceholderText(QStringLiteral("p5 l12"));
    label->setBuddy(m_text);
    m_found = plainLabel({}, this);
    m_found->setObjectName(QStringLiteral("goToFound"));
    auto *examples =
        plainLabel(tr("“p5”, “l12”, “p5 l12”, “p5 head”, “465.3 ms” from zero, “#1204”: the kernel with that index"), this);
    examples->setWordWrap(true);
    setTextFont(*examples, &Theme::captionFont);
    QPalette palette = examples->palette();
    palette.setColor(QPalette::WindowText, Theme::current().text2);
    examples->setPalette(palette);
    m_buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    QPushButton *button = m_buttons->addButton(tr("&Go"), QDialogButtonBox::AcceptRole);
    button->setObjectName(QStringLiteral("goToButton"));
    button->setProperty("primary", true);
    button->setDefault(true);
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(label);
    layout->addWidget(m_text);
    layout->addWidget(m_found);
    layout->addWidget(examples);
    layout->addSpacing(8);
    layout->addWidget(m_buttons);
    connect(m_text, &QLineEdit::textChanged, this, &GoToDialog::look);
    connect(m_buttons, &QDialogButtonBox::accepted, this, &GoToDialog::go);
    connect(m_buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    // Places are only valid for this trace.
    connect(&controller, &SessionController::sessionChanged, this, &QDialog::reject);
    look();
}

void GoToDialog::look()
{
    const auto document = m_controller.document();
    const auto segmentation = m_controller.segmentation();
    m_place.reset();
    if (document && segmentation)
        m_place = placeFromText(m_text->text(), *document, *segmentation, m_bus.focus());
    m_buttons->findChild<QPushButton *>(QStringLiteral("goToButton"))->setEnabled(m_place.has_value());
    if (!m_place) {
        m_found->setText(m_text->text().trimmed().isEmpty() ? tr("Type a place") : tr("No such place in this trace"));
        return;
    }
    QString what = placeTitle(*m_place, *document, m_controller.names().get());
    const core::TimeRange range = m_bus.rangeOf(*m_place);
    if (range != core::TimeRange{})
        what += tr(" — at %1, %2 long")
                    .arg(qtext(core::formatTime(range.begin.value - document->zero())), durationText(range.length().value));
    m_found->setText(what);
}

void GoToDialog::go()
{
    if (!m_place)
        return;
    const core::Selection place = *m_place;
    accept();
    m_bus.select(place, this);
}

} // namespace lamella::ui
