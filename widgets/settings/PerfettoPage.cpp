// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/settings/PerfettoPage.h"

#include "widgets/settings/SettingsRow.h"
#include "widgets/theme/TextPx.h"
#include "widgets/theme/Theme.h"

#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QSpinBox>

namespace lamella::ui {

PerfettoPage::PerfettoPage(const PerfettoSettings &settings, std::function<void(const PerfettoSettings &)> apply, QWidget *parent)
    : QWidget(parent)
    , m_apply(std::move(apply))
{
    QFormLayout *form = settingsForm(this);
    m_address = new QLineEdit(settings.address, this);
    m_address->setObjectName(QStringLiteral("perfettoAddress"));
    m_address->setMinimumWidth(300_px);
    m_address->setToolTip(tr("Where Perfetto's page comes from; another one for a self-hosted copy"));
    form->addRow(tr("Perfetto's &address:"), m_address);
    m_problem = settingsNote({}, this);
    m_problem->setObjectName(QStringLiteral("perfettoAddressProblem"));
    QPalette red = m_problem->palette();
    red.setColor(QPalette::PlaceholderText, Theme::current().error);
    m_problem->setPalette(red);
    form->addRow(QString(), m_problem);
    addPort(*form, settings.port);
    m_hugeMebibytes = new QSpinBox(this);
    m_hugeMebibytes->setObjectName(QStringLiteral("perfettoHuge"));
    m_hugeMebibytes->setRange(1, 1 << 20);
    m_hugeMebibytes->setSuffix(tr(" MiB"));
    m_hugeMebibytes->setValue(static_cast<int>(settings.hugeBytes >> 20));
    m_hugeMebibytes->setToolTip(tr("Of text, after inflating"));
    m_hugeMebibytes->setKeyboardTracking(false);
    form->addRow(tr("Ask about traces &larger than:"), m_hugeMebibytes);
    m_once = new QRadioButton(tr("A &new tab each time"), this);
    m_live = new QRadioButton(tr("One page of Lamella holds Perfetto and &follows the selection"), this);
    (settings.live ? m_live : m_once)->setChecked(true);
    form->addRow(m_live);
    form->addRow(m_once);
    auto *reset = new QPushButton(tr("Restore &defaults"), this);
    reset->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    form->addRow(reset);
    form->addRow(
        settingsNote(tr("The trace is offered at 127.0.0.1 only, under an address that cannot be guessed, when you ask for it "
                        "and until it is closed: to a page of Lamella, to Perfetto's page, or through "
                        "trace_processor when that is on the PATH. Perfetto's page itself comes from the address above."),
            this));
    connect(m_address, &QLineEdit::textChanged, this, &PerfettoPage::check);
    connect(m_address, &QLineEdit::editingFinished, this, &PerfettoPage::change);
    connect(m_port, &QSpinBox::valueChanged, this, &PerfettoPage::change);
    connect(m_hugeMebibytes, &QSpinBox::valueChanged, this, &PerfettoPage::change);
    connect(m_live, &QRadioButton::toggled, this, &PerfettoPage::change);
    connect(reset, &QPushButton::clicked, this, [this] {
        const PerfettoSettings usual;
        m_address->setText(usual.address);
        m_port->setValue(usual.port);
        m_hugeMebibytes->setValue(static_cast<int>(usual.hugeBytes >> 20));
        m_live->setChecked(true);
        change();
    });
    check();
}

void PerfettoPage::addPort(QFormLayout &form, quint16 port)
{
    m_port = new QSpinBox(this);
    m_port->setObjectName(QStringLiteral("perfettoPort"));
    m_port->setRange(1, 65535);
    m_port->setGroupSeparatorShown(false);
    m_port->setValue(port);
    m_port->setKeyboardTracking(false);
    m_port->setToolTip(
        tr("Perfetto's public page fetches from 9001 only, and Lamella's page then has any free port. Another one is "
           "for a copy of Perfetto that you host, for lamella-cli perfetto --serve, and for ssh."));
    form.addRow(tr("Po&rt at 127.0.0.1:"), m_port);
    m_ssh = settingsNote({}, this);
    m_ssh->setObjectName(QStringLiteral("perfettoSsh"));
    m_ssh->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_ssh->setFocusPolicy(Qt::StrongFocus); // else the tab key passes it by
    form.addRow(QString(), m_ssh);
}

void PerfettoPage::check()
{
    m_ssh->setText(tr("For a browser on another machine, type there: ssh -L %1:127.0.0.1:%1 USER@HOST").arg(m_port->value()));
    const bool good = addressFromText(m_address->text()).has_value();
    m_problem->setVisible(!good);
    m_problem->setText(good ? QString() : tr("An address like https://ui.perfetto.dev or https://intra.example/perfetto"));
}

void PerfettoPage::change()
{
    check();
    const auto address = addressFromText(m_address->text());
    if (!address)
        return;
    PerfettoSettings settings;
    settings.address = *address;
    settings.port = static_cast<quint16>(m_port->value());
    settings.live = m_live->isChecked();
    settings.hugeBytes = qint64{m_hugeMebibytes->value()} << 20;
    m_apply(settings);
}

} // namespace lamella::ui
