// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/desktop/ConfigOffer.h"

#include "core/profile/ConfigBeside.h"
#include "core/session/Fingerprint.h"
#include "widgets/common/MessageStrip.h"
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
    QString config; // empty: none
    bool wasUsed = false; // with this very trace, the last time
};

// The config last used with a trace of the same content, wherever both lie now; else one beside the trace.
core::Result<Found> configFor(const std::string &trace, bool remember)
{
    if (remember) {
        const auto fingerprint = core::fileFingerprint(trace);
        const auto place = fingerprint ? readPlace(placeFolder(), *fingerprint) : std::nullopt;
        if (place && !place->config.isEmpty() && QFileInfo(place->config).isFile())
            return Found{place->config, true};
    }
    return Found{QFile::decodeName(core::configBeside(trace).c_str()), false};
}

} // namespace

ConfigOffer::ConfigOffer(MainWindow &window)
    : QObject(&window)
    , m_window(window)
    , m_job(std::make_unique<JobSlot>(window.controller().pool()))
{
    connect(&window.controller(), &SessionController::sessionChanged, this, &ConfigOffer::look);
}

ConfigOffer::~ConfigOffer() = default;

void ConfigOffer::look()
{
    const auto session = m_window.controller().session();
    const auto document = m_window.controller().document();
    if (!session || !document) {
        m_job->cancel();
        return;
    }
    if (m_asked.lock() == document || !session->options().configPath.empty() || document->kernels.size() == 0)
        return;
    m_asked = document;
    m_job->start<Found>([path = document->source.path, remember = GeneralSettings::load().rememberPlaces](
                             const core::JobControl &) { return configFor(path, remember); },
        [this](const core::Result<Found> &found) {
            if (!found || found->config.isEmpty())
                return;
            if (found->wasUsed)
                use(found->config);
            else
                offer(found->config);
        });
}

void ConfigOffer::offer(const QString &config)
{
    const auto session = m_window.controller().session();
    if (!session || !session->options().configPath.empty() || m_window.message().isVisible())
        return;
    m_window.message().show(MessageStrip::Kind::Info,
        tr("There is a model config beside the trace: %1").arg(QDir::toNativeSeparators(config)), tr("Use it"), [this, config] {
            m_window.message().hide();
            use(config);
        });
}

void ConfigOffer::use(const QString &config)
{
    const auto session = m_window.controller().session();
    if (!session || !session->options().configPath.empty())
        return;
    core::SessionOptions choices = m_window.layerEditing().choices().choices();
    choices.configPath = QFile::encodeName(config).toStdString();
    m_window.layerEditing().choices().choose(choices, tr("Use model config"));
}

} // namespace lamella::ui
