// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/RangesDialog.h"

#include "widgets/common/PlainText.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QSpinBox>
#include <QVBoxLayout>

#include <array>
#include <utility>

namespace lamella::ui {

namespace {

core::TableRequest rangesRequest()
{
    core::TableRequest request;
    request.table = "ranges";
    return request;
}

} // namespace

RangesDialog::RangesDialog(SessionController &controller, NavigationBus &bus, QWidget *parent)
    : TableDialog(controller, bus, rangesRequest(), parent)
    , m_attribution(new QComboBox(this))
    , m_skip(new QSpinBox(this))
{
    constexpr int kMaxSkipped = 1'000'000;
    m_attribution->setObjectName(QStringLiteral("rangesAttribution"));
    m_attribution->setAccessibleName(tr("How GPU work is assigned to a range"));
    m_attribution->view()->setAccessibleName(m_attribution->accessibleName());
    using core::Attribution;
    const std::array entries{std::pair(Attribution::SameThread, tr("launched inside it, on the same thread")),
        std::pair(Attribution::AnyThread, tr("launched inside it, on any thread")),
        std::pair(Attribution::Window, tr("runs while it is open"))};
    for (const auto &[attribution, text] : entries)
        m_attribution->addItem(text, static_cast<int>(attribution));
    m_attribution->setCurrentIndex(m_attribution->findData(static_cast<int>(request().attribution)));
    m_skip->setRange(0, kMaxSkipped);
    m_skip->setAccessibleName(tr("Instances left out as warm-up"));
    auto *row = new QHBoxLayout;
    const auto add = [&](const QString &text, QWidget *field) {
        auto *label = plainLabel(text, this);
        label->setBuddy(field);
        row->addWidget(label);
        row->addWidget(field);
    };
    add(tr("&Work counts that is"), m_attribution);
    row->addSpacing(16);
    add(tr("&Instances left out as warm-up"), m_skip);
    row->addStretch(1);
    column()->insertLayout(0, row);
    connect(m_attribution, &QComboBox::activated, this, &RangesDialog::ask);
    connect(m_skip, &QSpinBox::valueChanged, this, &RangesDialog::ask);
}

void RangesDialog::ask()
{
    core::TableRequest next = request();
    next.attribution = static_cast<core::Attribution>(m_attribution->currentData().toInt());
    next.skip = static_cast<std::size_t>(m_skip->value());
    setRequest(next);
}

} // namespace lamella::ui
