// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/desktop/CompanionOffer.h"

#include "core/session/Fingerprint.h"
#include "widgets/common/MessageStrip.h"
#include "widgets/common/Translated.h"
#include "widgets/desktop/PlaceStore.h"
#include "widgets/session/JobSlot.h"
#include "widgets/settings/GeneralSettings.h"
#include "widgets/window/LayerEditing.h"
#include "widgets/window/MainWindow.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

namespace lamella::ui {

namespace {

struct Found {
    core::CompanionPaths paths;
    bool wasUsed = false; // with this very trace, the last time
};

// What named the replays of a trace of the same content last, wherever both lie now; else what lies beside the trace.
core::Result<Found> companionsFor(const core::TraceDocument &document, bool remember, const core::JobControl &control)
{
    Found found;
    if (core::graphReplays(document, control).empty())
        return found;
    const std::string &trace = document.source.path;
    const auto fingerprint = remember ? core::fileFingerprint(trace) : core::Result<std::string>(std::string());
    if (const auto place = remember && fingerprint ? readPlace(placeFolder(), *fingerprint) : std::nullopt) {
        const auto still = [](const QString &path) {
            const QFileInfo info(path);
            return !path.isEmpty() && (info.isFile() || info.isDir()) ? QFile::encodeName(path).toStdString() : std::string();
        };
        found.paths.capture = still(place->capture);
        found.paths.annotations = still(place->annotations);
        found.wasUsed = found.paths.any();
    }
    if (!found.wasUsed)
        found.paths = core::companionsBeside(trace, document.metadata.rank);
    return found;
}

} // namespace

CompanionOffer::CompanionOffer(MainWindow &window)
    : QObject(&window)
    , m_window(window)
    , m_job(std::make_unique<JobSlot>(window.controller().pool()))
{
    connect(&window.controller(), &SessionController::sessionChanged, this, &CompanionOffer::look);
}

CompanionOffer::~CompanionOffer() = default;

bool CompanionOffer::isOpen() const
{
    const auto session = m_window.controller().session();
    return session && !session->options().companions.any();
}

void CompanionOffer::look()
{
    const auto document = m_window.controller().document();
    if (!document) {
        m_job->cancel();
        return;
    }
    if (m_asked.lock() == document || !isOpen() || document->kernels.size() == 0)
        return;
    m_asked = document;
    m_job->start<Found>([document, remember = GeneralSettings::load().rememberPlaces](
                             const core::JobControl &control) { return companionsFor(*document, remember, control); },
        [this](const core::Result<Found> &found) {
            if (!found || !found->paths.any())
                return;
            if (found->wasUsed)
                use(found->paths);
            else
                offer(found->paths);
        });
}

void CompanionOffer::offer(const core::CompanionPaths &paths)
{
    if (!isOpen() || m_window.message().isVisible())
        return;
    const QString path = QFile::decodeName((paths.capture.empty() ? paths.annotations : paths.capture).c_str());
    m_window.message().show(MessageStrip::Kind::Info,
        tr("Names for the kernels of graph replays are beside the trace: %1").arg(QDir::toNativeSeparators(path)), tr("Use them"),
        [this, paths] {
            m_window.message().hide();
            use(paths);
        });
}

// Joins first, so that files that do not fit change nothing.
void CompanionOffer::use(const core::CompanionPaths &paths)
{
    const auto session = m_window.controller().session();
    if (!session || !isOpen())
        return;
    m_job->start<bool>(
        [session, paths](const core::JobControl &control) -> core::Result<bool> {
            const auto launches = session->launches(control);
            if (!launches)
                return core::Error{core::ErrorCode::Cancelled, "stopped", {}, -1};
            const auto joined = core::originsWith(paths, session->sharedDocument(), launches, control);
            if (!joined)
                return joined.error();
            return true;
        },
        [this, paths](const core::Result<bool> &fits) {
            if (fits)
                apply(paths);
            else
                m_window.message().show(MessageStrip::Kind::Warning, errorText(fits.error()));
        });
}

void CompanionOffer::apply(const core::CompanionPaths &paths)
{
    if (!isOpen())
        return;
    core::SessionOptions choices = m_window.layerEditing().choices().choices();
    choices.companions = paths;
    m_window.layerEditing().choices().choose(choices, tr("Use names of graph replays"));
}

} // namespace lamella::ui
