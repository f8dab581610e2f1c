// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/settings/PerformancePage.h"

#include "core/base/Format.h"
#include "core/import/cache/TraceCache.h"
#include "widgets/common/MemoryText.h"
#include "widgets/common/PlainText.h"
#include "widgets/common/Translated.h"
#include "widgets/common/UiText.h"
#include "widgets/session/CacheSettingsStore.h"
#include "widgets/session/JobSlot.h"
#include "widgets/session/SessionController.h"
#include "widgets/settings/SettingsRow.h"
#include "widgets/theme/Theme.h"

#include <QCheckBox>
#include <QDir>
#include <QFile>
#include <QFormLayout>
#include <QLabel>
#include <QPushButton>
#include <QSpinBox>
#include <QThreadPool>

#include <algorithm>
#include <utility>

namespace lamella::ui {

namespace {

constexpr int kGibibyteShift = 30;
constexpr int kMaxGibibytes = 1024;
constexpr int kFactChars = 56;

// The form computes the height of a wrapping text for its preferred width and then makes it narrower.
void say(QLabel &label, const QString &text)
{
    label.setText(text);
    label.setMinimumHeight(label.heightForWidth(label.minimumWidth()));
}

struct Counted {
    quint64 bytes = 0;
    qsizetype copies = 0;
};

Counted countedIn(const core::TraceCache &cache)
{
    Counted counted;
    for (const core::CacheEntry &entry : cache.entries()) {
        counted.bytes += entry.bytes;
        counted.copies += entry.made ? 0 : 1;
    }
    return counted;
}

} // namespace

PerformancePage::PerformancePage(SessionController *controller, QWidget *parent)
    : QWidget(parent)
    , m_controller(controller)
    , m_job(std::make_unique<JobSlot>(*QThreadPool::globalInstance()))
{
    const core::CacheSettings now = cacheSettingsWhenOn();
    QFormLayout *form = settingsForm(this);
    addOpenTrace(*form);
    addHeading(*form, tr("Reopening large traces"), this);
    m_enabled = new QCheckBox(tr("&Keep large traces in the cache"), this);
    m_enabled->setObjectName(QStringLiteral("writeCache"));
    m_enabled->setChecked(cacheEnabled());
    form->addRow(m_enabled);
    form->addRow(settingsNote(tr("Traces with at least %1 of text are cached, so that opening the same file again takes no "
                                 "reading. A changed file is read again.")
                                  .arg(qtext(core::formatBytes(static_cast<std::int64_t>(now.minRawBytes)))),
        this));
    m_max = new QSpinBox(this);
    m_max->setObjectName(QStringLiteral("copiesMax"));
    m_max->setRange(1, kMaxGibibytes);
    m_max->setSuffix(tr(" GiB"));
    m_max->setKeyboardTracking(false);
    m_max->setValue(static_cast<int>(std::clamp<quint64>(now.maxBytes >> kGibibyteShift, 1, kMaxGibibytes)));
    m_max->setToolTip(tr("Of all cache entries; the least recently used ones are removed first"));
    m_max->setEnabled(m_enabled->isChecked());
    form->addRow(tr("&Maximum:"), m_max);
    auto *folder =
        plainLabel(now.folder.empty() ? tr("none: there is no home folder")
                                      : QDir::toNativeSeparators(QFile::decodeName(QByteArray::fromStdString(now.folder))),
            this);
    folder->setObjectName(QStringLiteral("copiesFolder"));
    folder->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    folder->setFocusPolicy(Qt::StrongFocus); // reachable by Tab as well as by click
    folder->setAccessibleName(tr("Folder of the cache"));
    form->addRow(tr("Folder:"), folder);
    m_used = plainLabel({}, this);
    m_used->setObjectName(QStringLiteral("copiesUsed"));
    form->addRow(tr("Used:"), m_used);
    m_clear = new QPushButton(tr("&Clear"), this);
    m_clear->setObjectName(QStringLiteral("clearCopies"));
    m_clear->setToolTip(tr("Removes all cache entries; the traces themselves stay"));
    m_clear->setEnabled(false);
    form->addRow(QString(), m_clear);
    m_problem = settingsNote({}, this);
    m_problem->setObjectName(QStringLiteral("copiesProblem"));
    QPalette red = m_problem->palette();
    red.setColor(QPalette::PlaceholderText, Theme::current().error);
    m_problem->setPalette(red);
    m_problem->hide();
    form->addRow(m_problem);
    connect(m_enabled, &QCheckBox::toggled, this, [this](bool on) {
        setCacheEnabled(on);
        m_max->setEnabled(on);
    });
    connect(m_max, &QSpinBox::valueChanged, this,
        [](int gibibytes) { setCacheMaxBytes(static_cast<std::uint64_t>(gibibytes) << kGibibyteShift); });
    connect(m_clear, &QPushButton::clicked, this, &PerformancePage::clear);
    count();
}

PerformancePage::~PerformancePage() = default;

void PerformancePage::addOpenTrace(QFormLayout &form)
{
    if (m_controller.isNull())
        return;
    addHeading(form, tr("The open trace"), this);
    const auto add = [&](const QString &label, const QString &name) {
        auto *value = plainLabel({}, this);
        value->setObjectName(name);
        value->setWordWrap(true);
        value->setMinimumWidth(value->fontMetrics().averageCharWidth() * kFactChars);
        form.addRow(label, value);
        return value;
    };
    m_memory = add(tr("Memory:"), QStringLiteral("traceMemory"));
    m_copy = add(tr("Cache:"), QStringLiteral("traceCopy"));
    connect(m_controller, &SessionController::sessionChanged, this, &PerformancePage::showOpenTrace);
    connect(m_controller, &SessionController::cacheUseChanged, this, &PerformancePage::showOpenTrace);
    showOpenTrace();
}

void PerformancePage::showOpenTrace()
{
    const auto document = m_controller->document();
    if (!document) {
        say(*m_memory, tr("no trace is open"));
        say(*m_copy, tr("no trace is open"));
        return;
    }
    const core::TraceMemory memory = core::traceMemory(*document);
    const QString bytes = qtext(core::formatBytes(static_cast<std::int64_t>(memory.bytes)));
    const QString each = memoryEachText(memory);
    say(*m_memory, each.isEmpty() ? bytes : bytes + QStringLiteral(" · ") + each);
    const QString copy = copyText(m_controller->cacheUse());
    say(*m_copy, copy.isEmpty() ? tr("unknown: more than one file was opened") : copy);
}

void PerformancePage::count()
{
    m_used->setText(tr("counting…"));
    m_job->start<Counted>(
        [settings = cacheSettingsWhenOn()](
            const core::JobControl &) -> core::Result<Counted> { return countedIn(core::TraceCache(settings)); },
        [this](const core::Result<Counted> &counted) {
            if (counted)
                showCounted(counted->bytes, counted->copies);
        });
}

void PerformancePage::clear()
{
    m_clear->setEnabled(false);
    m_used->setText(tr("removing…"));
    m_job->start<std::uint64_t>(
        [settings = cacheSettingsWhenOn()](const core::JobControl &) { return core::TraceCache(settings).clear(); },
        [this](const core::Result<std::uint64_t> &freed) {
            m_problem->setVisible(!freed);
            if (!freed)
                m_problem->setText(errorText(freed.error()));
            count();
        });
}

void PerformancePage::showCounted(quint64 bytes, qsizetype copies)
{
    m_clear->setEnabled(copies > 0);
    m_used->setText(copies == 0 ? tr("nothing")
                                : tr("%1 in %n entries", nullptr, static_cast<int>(copies))
                                      .arg(qtext(core::formatBytes(static_cast<std::int64_t>(bytes)))));
}

} // namespace lamella::ui
