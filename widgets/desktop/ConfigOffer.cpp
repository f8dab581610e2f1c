// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/desktop/ConfigOffer.h"

#include "core/analysis/roofline/DevicePeaks.h"
#include "core/profile/ConfigBeside.h"
#include "core/session/Fingerprint.h"
#include "widgets/common/MessageStrip.h"
#include "widgets/desktop/PlaceStore.h"
#include "widgets/session/JobSlot.h"
#include "widgets/settings/GeneralSettings.h"
#include "widgets/window/LayerEditing.h"
#include "widgets/window/MainWindow.h"

#include <QDir>
#include <QEvent>
#include <QFile>
#include <QFileInfo>

#include <utility>

namespace lamella::ui {

namespace {

struct Found {
    QString config; // empty: none
    bool wasUsed = false; // with this very trace, the last time
    core::RooflineInputs roofline; // likewise
};

// What was last used with a trace of the same content, wherever the files lie now; else a config beside the trace.
core::Result<Found> configFor(const core::TraceDocument &document, bool remember)
{
    Found found;
    const std::string &trace = document.source.path;
    if (remember) {
        const auto fingerprint = core::fileFingerprint(trace);
        const auto place = fingerprint ? readPlace(placeFolder(), *fingerprint) : std::nullopt;
        if (place)
            found.roofline = place->roofline;
        if (!core::devicePeaks(document, found.roofline.peaks)) // a file that is gone
            found.roofline.peaks.clear();
        found.wasUsed = place && !place->config.isEmpty() && QFileInfo(place->config).isFile();
        if (found.wasUsed)
            found.config = place->config;
    }
    if (!found.wasUsed)
        found.config = QFile::decodeName(core::configBeside(trace).c_str());
    return found;
}

QString textOf(const QString &config)
{
    return ConfigOffer::tr("There is a model config beside the trace: %1").arg(QDir::toNativeSeparators(config));
}

} // namespace

ConfigOffer::ConfigOffer(MainWindow &window)
    : QObject(&window)
    , m_window(window)
    , m_job(std::make_unique<JobSlot>(window.controller().pool()))
{
    connect(&window.controller(), &SessionController::sessionChanged, this, &ConfigOffer::look);
    window.message().installEventFilter(this);
}

ConfigOffer::~ConfigOffer() = default;

void ConfigOffer::look()
{
    const auto session = m_window.controller().session();
    const auto document = m_window.controller().document();
    if (!session || !document) {
        m_job->cancel();
        m_open.clear();
        return;
    }
    if (m_asked.lock() == document || document->kernels.size() == 0)
        return;
    m_asked = document;
    m_open.clear();
    m_job->start<Found>([document, remember = GeneralSettings::load().rememberPlaces](
                            const core::JobControl &) { return configFor(*document, remember); },
        [this](const core::Result<Found> &found) {
            if (!found)
                return;
            if (found->wasUsed || found->roofline != core::RooflineInputs{})
                use(found->wasUsed ? found->config : QString(), found->roofline);
            if (!found->wasUsed && !found->config.isEmpty())
                offer(found->config);
        });
}

void ConfigOffer::offer(const QString &config)
{
    const auto session = m_window.controller().session();
    const bool isWanted = session && session->options().configPath.empty();
    m_open = isWanted ? config : QString();
    if (!isWanted || m_window.message().isVisible())
        return;
    m_window.message().show(MessageStrip::Kind::Info, textOf(config), tr("Use it"), [this, config] {
        m_window.message().hide();
        use(config, {});
    });
}

// Another message may have taken its place: it comes again when that goes.
bool ConfigOffer::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::Hide && m_window.message().isHidden() && !m_open.isEmpty()) {
        const QString open = std::exchange(m_open, {});
        if (m_window.message().text() != textOf(open))
            QMetaObject::invokeMethod(
                this,
                [this, open, asked = m_asked.lock()] {
                    if (asked && asked == m_window.controller().document())
                        offer(open);
                },
                Qt::QueuedConnection);
    }
    return QObject::eventFilter(watched, event);
}

// Leaves alone what was chosen already.
void ConfigOffer::use(const QString &config, const core::RooflineInputs &roofline)
{
    if (!m_window.controller().session())
        return;
    core::SessionOptions choices = m_window.layerEditing().choices().choices();
    const bool takesConfig = choices.configPath.empty() && !config.isEmpty();
    if (takesConfig)
        choices.configPath = QFile::encodeName(config).toStdString();
    if (choices.roofline == core::RooflineInputs{})
        choices.roofline = roofline;
    m_window.layerEditing().choices().choose(choices, takesConfig ? tr("Use model config") : tr("Use peaks, tokens and context"));
}

} // namespace lamella::ui
