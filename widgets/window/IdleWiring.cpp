// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/window/IdleWiring.h"

#include "core/analysis/ExposedRanges.h"
#include "widgets/charts/LayerBarsPanel.h"
#include "widgets/idle/OverlapPanel.h"
#include "widgets/idle/WhatIfPanel.h"
#include "widgets/session/JobSlot.h"
#include "widgets/session/SessionController.h"
#include "widgets/timeline/TimelinePanel.h"
#include "widgets/timeline/TimelineView.h"
#include "widgets/window/WorkspaceArea.h"

namespace lamella::ui {

namespace {

using Ranges = std::vector<core::TimeRange>;

// Highlights exposed communication of the main device in the timeline, while enabled.
class ExposedMarks : public QObject {
public:
    ExposedMarks(SessionController &controller, TimelineView &view, QObject *parent)
        : QObject(parent)
        , m_controller(controller)
        , m_view(view)
        , m_job(new JobSlot(controller.pool(), this))
    {
        connect(&controller, &SessionController::sessionChanged, this, [this] { update(); });
    }
    void setWanted(bool wanted)
    {
        m_wanted = wanted;
        update();
    }

private:
    void update()
    {
        m_job->cancel();
        const auto document = m_controller.document();
        const auto names = m_controller.names();
        const auto segmentation = m_controller.segmentation();
        if (!m_wanted || !document || !names || !segmentation || !segmentation->mainDevice.valid()) {
            m_view.setMarks({});
            return;
        }
        m_job->start<Ranges>(
            [document, names, device = segmentation->mainDevice](const core::JobControl &) -> core::Result<Ranges> {
                std::vector<core::KernelId> kernels;
                for (std::uint32_t k = 0; k < document->kernels.size(); ++k)
                    if (document->deviceOf(core::KernelId(k)) == device)
                        kernels.emplace_back(k);
                return core::exposedRanges(*document, *names, kernels, core::Category::Communication);
            },
            [this](core::Result<Ranges> ranges) {
                if (ranges)
                    m_view.setMarks(std::move(*ranges));
            });
    }

    SessionController &m_controller;
    TimelineView &m_view;
    JobSlot *m_job = nullptr;
    bool m_wanted = false;
};

} // namespace

void connectIdlePanels(WorkspaceArea &area, SessionController &controller, const TimelinePanel &timeline)
{
    area.forEach<OverlapPanel>(&area, [controller = &controller, view = timeline.view()](OverlapPanel &overlap) {
        auto *marks = new ExposedMarks(*controller, *view, &overlap);
        QObject::connect(&overlap, &OverlapPanel::highlightToggled, marks, [marks](bool on) { marks->setWanted(on); });
    });
    area.forEach<WhatIfPanel>(&area, [layers = area.find<LayerBarsPanel>()](WhatIfPanel &whatIf) {
        QObject::connect(&whatIf, &WhatIfPanel::wallsChanged, layers,
            [layers](const WhatIfWalls &walls) { layers->setOutline(walls.device, walls.pass, walls.streamNs); });
    });
}

} // namespace lamella::ui
