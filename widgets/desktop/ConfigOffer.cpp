// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/desktop/ConfigOffer.h"

#include "core/profile/ConfigBeside.h"
#include "widgets/common/MessageStrip.h"
#include "widgets/session/JobSlot.h"
#include "widgets/window/LayerEditing.h"
#include "widgets/window/MainWindow.h"

#include <QDir>
#include <QFile>

namespace lamella::ui {

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
    m_job->start<std::string>([path = document->source.path](
                                  const core::JobControl &) -> core::Result<std::string> { return core::configBeside(path); },
        [this](const core::Result<std::string> &config) {
            if (config && !config->empty())
                offer(QFile::decodeName(config->c_str()));
        });
}

void ConfigOffer::offer(const QString &config)
{
    const auto session = m_window.controller().session();
    if (!session || !session->options().configPath.empty() || m_window.message().isVisible())
        return;
    m_window.message().show(MessageStrip::Kind::Info,
        tr("A model config lies beside the trace: %1").arg(QDir::toNativeSeparators(config)), tr("Use it"), [this, config] {
            m_window.message().hide();
            if (!m_window.controller().session())
                return;
            core::SessionOptions choices = m_window.layerEditing().choices().choices();
            choices.configPath = QFile::encodeName(config).toStdString();
            m_window.layerEditing().choices().choose(choices, tr("Use model config"));
        });
}

} // namespace lamella::ui
