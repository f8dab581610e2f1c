// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/session/TableLoader.h"

#include "widgets/common/DeferUntilVisible.h"
#include "widgets/session/JobSlot.h"
#include "widgets/session/SessionController.h"

namespace lamella::ui {

TableLoader::TableLoader(SessionController &controller, QObject *parent)
    : QObject(parent)
    , m_controller(controller)
    , m_job(std::make_unique<JobSlot>(controller.pool()))
    , m_seen(new DeferUntilVisible(this))
{
    connect(&controller, &SessionController::sessionChanged, this, &TableLoader::cancel);
}

TableLoader::~TableLoader() = default;

void TableLoader::load(const core::TableRequest &request)
{
    m_job->cancel(); // the earlier request is obsolete
    m_seen->ask([this, request] { start(request); });
}

void TableLoader::start(const core::TableRequest &request)
{
    const auto session = m_controller.session();
    if (!session)
        return;
    using Table = std::shared_ptr<const core::ReportTable>;
    m_job->start<Table>([session, request](const core::JobControl &control) { return session->table(request, control); },
        [this](core::Result<Table> table) {
            if (table)
                emit loaded(std::move(*table));
            else
                emit failed(table.error());
        });
}

void TableLoader::cancel()
{
    m_seen->forget();
    m_job->cancel();
}

bool TableLoader::isBusy() const
{
    return m_job->running();
}

} // namespace lamella::ui
