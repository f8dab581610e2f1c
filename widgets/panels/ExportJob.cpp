// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/ExportJob.h"

#include "widgets/common/PlainText.h"
#include "widgets/session/JobSlot.h"

#include <algorithm>
#include <utility>

namespace lamella::ui {

namespace {

constexpr int kTickMs = 50;
constexpr int kMomentMs = 500; // what is done sooner needs no dialog
constexpr int kParts = 1000; // of the bar
struct Nothing { };

} // namespace

ExportJob::ExportJob(QThreadPool &pool, QObject *parent)
    : QObject(parent)
    , m_job(std::make_unique<JobSlot>(pool))
{
    m_tick.setInterval(kTickMs);
    connect(&m_tick, &QTimer::timeout, this, [this] {
        if (!m_progress || m_told->total == 0)
            return;
        const double share = static_cast<double>(m_told->done) / static_cast<double>(m_told->total); // bytes are more than an int
        m_progress->setMaximum(kParts);
        m_progress->setValue(static_cast<int>(std::clamp(share, 0.0, 1.0) * kParts));
    });
}

ExportJob::~ExportJob() = default;

void ExportJob::start(const QString &title, QWidget *window, Work work, Done done)
{
    m_told = std::make_shared<Told>();
    showProgress(title, window);
    m_job->start<Nothing>(
        [work = std::move(work)](const core::JobControl &control) -> core::Result<Nothing> {
            const core::Result<void> written = work(control);
            return written ? core::Result<Nothing>(Nothing()) : written.error();
        },
        [this, done = std::move(done)](const core::Result<Nothing> &written) {
            hideProgress();
            done(written ? core::Result<void>() : written.error());
        },
        [told = m_told](std::uint64_t bytes, std::uint64_t total) {
            told->total = total;
            told->done = bytes;
        });
}

void ExportJob::showProgress(const QString &title, QWidget *window)
{
    hideProgress();
    m_progress = plainProgress(title, tr("Cancel"), window);
    m_progress->setObjectName(QStringLiteral("exportProgress"));
    m_progress->setWindowTitle(tr("Export"));
    m_progress->setMinimumDuration(kMomentMs);
    connect(m_progress, &QProgressDialog::canceled, this, [this] {
        m_job->cancel();
        hideProgress();
    });
    m_tick.start();
}

void ExportJob::hideProgress()
{
    m_tick.stop();
    if (m_progress) {
        m_progress->hide();
        m_progress->deleteLater(); // it may be the sender
    }
    m_progress.clear();
}

} // namespace lamella::ui
