// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/layers/AnchorForm.h"

#include "widgets/commands/CommandRegistry.h"
#include "widgets/common/AppSettings.h"
#include "widgets/common/Icons.h"
#include "widgets/common/PlainText.h"
#include "widgets/common/UiText.h"
#include "widgets/theme/TextPx.h"

#include <QComboBox>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QStyle>
#include <QToolButton>

namespace lamella::ui {

namespace {

constexpr int kMaxBlocks = 16;
constexpr int kMaxLayers = 10'000;

QSpinBox *numberField(int max, QWidget *parent)
{
    auto *field = new QSpinBox(parent);
    field->setRange(0, max);
    field->setSpecialValueText(AnchorForm::tr("automatic"));
    field->setAccelerated(true);
    field->setMinimumWidth(110_px);
    return field;
}

std::optional<int> numberOf(const QSpinBox *field)
{
    return field->value() > 0 ? std::optional(field->value()) : std::nullopt;
}

QString fromFileName(const std::string &path)
{
    return QFile::decodeName(QByteArray::fromStdString(path));
}

std::string toFileName(const QString &path)
{
    return QFile::encodeName(path).toStdString();
}

// Compares everything except what applies to one segmentation only.
bool sameCut(const core::SessionOptions &a, const core::SessionOptions &b)
{
    return a.anchor == b.anchor && a.role == b.role && a.blocksPerLayer == b.blocksPerLayer && a.layers == b.layers
        && a.configPath == b.configPath && a.profile == b.profile;
}

} // namespace

AnchorForm::AnchorForm(QWidget *parent)
    : QWidget(parent)
{
    makeFields();
    layOut();
    connect(m_anchor, &QLineEdit::textChanged, this, &AnchorForm::changed);
    connect(m_role, &QComboBox::currentIndexChanged, this, &AnchorForm::changed);
    connect(m_blocks, &QSpinBox::valueChanged, this, &AnchorForm::changed);
    connect(m_layers, &QSpinBox::valueChanged, this, &AnchorForm::changed);
    connect(m_config, &QLineEdit::editingFinished, this, &AnchorForm::changed);
    connect(m_profile, &QComboBox::currentIndexChanged, this, &AnchorForm::changed);
}

void AnchorForm::makeFields()
{
    m_anchor = new QLineEdit(this);
    m_anchor->setObjectName(QStringLiteral("anchorText"));
    m_anchor->setPlaceholderText(tr("automatic"));
    m_anchor->setClearButtonEnabled(true);
    m_anchor->setToolTip(tr("Part of a kernel name, or a /regular expression/; case-insensitive"));
    m_role = new QComboBox(this);
    m_role->setObjectName(QStringLiteral("anchorRole"));
    m_role->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_role->addItem(tr("automatic"), -1);
    m_role->addItem(tr("begins its block"), static_cast<int>(core::AnchorRole::Begins));
    m_role->addItem(tr("ends its block"), static_cast<int>(core::AnchorRole::Ends));
    m_role->addItem(tr("is within its block"), static_cast<int>(core::AnchorRole::Within));
    m_blocks = numberField(kMaxBlocks, this);
    m_blocks->setObjectName(QStringLiteral("blocksPerLayer"));
    m_blocks->setToolTip(tr("How many blocks between boundary kernels make one layer"));
    m_layers = numberField(kMaxLayers, this);
    m_layers->setObjectName(QStringLiteral("layerCount"));
    m_layers->setToolTip(tr("Layers of a whole pass"));
    m_config = new QLineEdit(this);
    m_config->setObjectName(QStringLiteral("modelConfig"));
    m_config->setPlaceholderText(tr("none"));
    m_config->setClearButtonEnabled(true);
    m_profile = new QComboBox(this);
    m_profile->setObjectName(QStringLiteral("modelProfile"));
    m_profile->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_profile->setMinimumContentsLength(18);
    m_profile->addItem(tr("automatic"), QString());
}

void AnchorForm::layOut()
{
    auto *form = new QFormLayout(this);
    form->setContentsMargins(0, 0, 0, 0);
    form->setHorizontalSpacing(12);
    form->setVerticalSpacing(6);
    form->setFieldGrowthPolicy(QFormLayout::ExpandingFieldsGrow);
    auto *config = new QWidget(this);
    auto *configRow = new QHBoxLayout(config);
    configRow->setContentsMargins(0, 0, 0, 0);
    configRow->setSpacing(4);
    QToolButton *browse = browseButton(tr("Choose a model config"));
    configRow->addWidget(m_config, 1);
    configRow->addWidget(browse);
    auto *profile = new QWidget(this);
    auto *profileRow = new QHBoxLayout(profile);
    profileRow->setContentsMargins(0, 0, 0, 0);
    profileRow->setSpacing(4);
    QToolButton *browseProfile = browseButton(tr("Choose a profile file"));
    profileRow->addWidget(m_profile, 1);
    profileRow->addWidget(browseProfile);
    addRow(*form, tr("&Boundary kernel"), m_anchor, m_anchor);
    addRow(*form, tr("&Role"), m_role, m_role);
    addRow(*form, tr("Bl&ocks per layer"), m_blocks, m_blocks);
    addRow(*form, tr("&Layers"), m_layers, m_layers);
    addRow(*form, tr("Model &config"), config, m_config);
    addRow(*form, tr("Model &profile"), profile, m_profile);
    connect(browse, &QToolButton::clicked, this, &AnchorForm::chooseConfig);
    connect(browseProfile, &QToolButton::clicked, this, &AnchorForm::chooseProfile);
}

void AnchorForm::addRow(QFormLayout &form, const QString &label, QWidget *field, QWidget *buddy)
{
    auto *name = plainLabel(label, this);
    name->setBuddy(buddy);
    buddy->setAccessibleName(plainTitle(label));
    form.addRow(name, field);
}

QToolButton *AnchorForm::browseButton(const QString &text)
{
    auto *button = new QToolButton(this);
    button->setIcon(icon(QStringLiteral("open")));
    button->setToolTip(text);
    button->setAccessibleName(text);
    button->setAutoRaise(true);
    return button;
}

void AnchorForm::setProfiles(const core::ProfileSet &profiles)
{
    const QSignalBlocker blocker(m_profile);
    const QString current = m_profile->currentData().toString();
    m_profile->clear();
    m_profile->addItem(tr("automatic"), QString());
    for (const core::ModelProfile &profile : profiles.profiles) {
        if (profile.file.rfind(":/", 0) != 0)
            continue; // already listed by its path
        m_profile->addItem(qtext(profile.name), qtext(profile.name));
        m_profile->setItemData(m_profile->count() - 1, qtext(profile.title), Qt::ToolTipRole);
    }
    selectProfile(current);
}

void AnchorForm::selectProfile(const QString &profile)
{
    int row = m_profile->findData(profile);
    if (row < 0) {
        m_profile->addItem(QFileInfo(profile).fileName(), profile);
        row = m_profile->count() - 1;
        m_profile->setItemData(row, profile, Qt::ToolTipRole);
    }
    m_profile->setCurrentIndex(row);
}

void AnchorForm::setChoices(const core::SessionOptions &choices)
{
    const QSignalBlocker blockers[] = {QSignalBlocker(m_anchor), QSignalBlocker(m_role), QSignalBlocker(m_blocks),
        QSignalBlocker(m_layers), QSignalBlocker(m_config), QSignalBlocker(m_profile)};
    m_anchor->setText(qtext(choices.anchor.value_or("")));
    m_role->setCurrentIndex(m_role->findData(choices.role ? static_cast<int>(*choices.role) : -1));
    m_blocks->setValue(choices.blocksPerLayer.value_or(0));
    m_layers->setValue(choices.layers.value_or(0));
    m_config->setText(fromFileName(choices.configPath));
    selectProfile(fromFileName(choices.profile));
}

void AnchorForm::setCandidate(const core::AnchorCandidate &candidate)
{
    {
        const QSignalBlocker blockers[] = {QSignalBlocker(m_anchor), QSignalBlocker(m_role), QSignalBlocker(m_blocks)};
        m_anchor->setText(qtext(candidate.anchor));
        m_role->setCurrentIndex(m_role->findData(static_cast<int>(candidate.role)));
        m_blocks->setValue(candidate.blocksPerLayer);
    }
    emit changed();
}

core::SessionOptions AnchorForm::choices(const core::SessionOptions &base) const
{
    core::SessionOptions next = base;
    const QString anchor = m_anchor->text().trimmed();
    next.anchor = anchor.isEmpty() ? std::nullopt : std::optional(stdtext(anchor));
    const int role = m_role->currentData().toInt();
    next.role = role < 0 ? std::nullopt : std::optional(static_cast<core::AnchorRole>(role));
    next.blocksPerLayer = numberOf(m_blocks);
    next.layers = numberOf(m_layers);
    next.configPath = toFileName(m_config->text().trimmed());
    next.profile = toFileName(m_profile->currentData().toString());
    if (!sameCut(next, base)) {
        next.boundaries.clear();
        next.selectedPass.reset();
        next.steadyPasses.reset();
        // A different profile applies its own choices; the current one already has.
        next.useProfileChoices = next.profile != base.profile;
    }
    return next;
}

void AnchorForm::setAnchorInvalid(bool invalid)
{
    if (m_anchor->property("invalid").toBool() == invalid)
        return;
    m_anchor->setProperty("invalid", invalid);
    m_anchor->update();
}

void AnchorForm::chooseConfig()
{
    QSettings &settings = appSettings();
    const QString key = QStringLiteral("folders/config");
    const QString path = QFileDialog::getOpenFileName(
        this, tr("Choose a model config"), settings.value(key).toString(), tr("Model configs (*.json);;All files (*)"));
    if (path.isEmpty())
        return;
    settings.setValue(key, QFileInfo(path).absolutePath());
    m_config->setText(path);
    emit changed();
}

void AnchorForm::chooseProfile()
{
    QSettings &settings = appSettings();
    const QString key = QStringLiteral("folders/profile");
    const QString path = QFileDialog::getOpenFileName(
        this, tr("Choose a profile file"), settings.value(key).toString(), tr("Model profiles (*.json);;All files (*)"));
    if (path.isEmpty())
        return;
    settings.setValue(key, QFileInfo(path).absolutePath());
    selectProfile(path);
}

} // namespace lamella::ui
