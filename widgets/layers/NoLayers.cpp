// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/layers/NoLayers.h"

#include "core/analysis/Segmentation.h"
#include "widgets/commands/CommandReasons.h"
#include "widgets/common/EmptyView.h"
#include "widgets/common/Sentence.h"
#include "widgets/common/Translated.h"
#include "widgets/common/UiText.h"
#include "widgets/session/SessionController.h"

#include <QCoreApplication>

#include <algorithm>

namespace lamella::ui {

namespace {

struct NoLayersText {
    Q_DECLARE_TR_FUNCTIONS(NoLayersText)
};

bool otherPassesHaveLayers(const core::Segmentation &segmentation)
{
    return std::any_of(segmentation.devices.begin(), segmentation.devices.end(),
        [](const core::DeviceSegmentation &device) { return !device.layers.empty(); });
}

// Why the pass has none.
QString reasonOf(const core::Segmentation &segmentation)
{
    if (!segmentation.whyNone.empty())
        return asSentence(translated(segmentation.whyNone));
    if (otherPassesHaveLayers(segmentation))
        return NoLayersText::tr("Other passes have layers; in this one nothing begins one.");
    return NoLayersText::tr("No layers were found: nothing that begins one was recognised.");
}

} // namespace

NoLayersMessage noLayersMessage(const SessionController &controller, int pass, const QString &reason)
{
    const auto segmentation = controller.segmentation();
    if (!segmentation)
        return {NoLayersText::tr("Open a trace to see its layers."), {}, {}};
    const bool anyPass = std::any_of(segmentation->devices.begin(), segmentation->devices.end(),
        [](const core::DeviceSegmentation &device) { return !device.passes.empty(); });
    const bool boundary = whyNoBoundary(controller).isEmpty();
    return {pass != core::kNoPass ? NoLayersText::tr("%1 has no layers").arg(passText(pass))
            : anyPass             ? NoLayersText::tr("No layers found")
                                  : NoLayersText::tr("No passes found"),
        noLayersText(controller, reason), boundary ? NoLayersText::tr("Choose a boundary…") : QString()};
}

void sayNoLayers(EmptyView &view, const SessionController &controller, int pass, const QString &reason)
{
    const NoLayersMessage message = noLayersMessage(controller, pass, reason);
    view.setMessage(message.sentence, message.reason, message.link);
}

QString noLayersText(const SessionController &controller, const QString &reason)
{
    const auto segmentation = controller.segmentation();
    if (!reason.isEmpty() || !segmentation)
        return reason;
    const QString noBoundary = whyNoBoundary(controller);
    return noBoundary.isEmpty() ? reasonOf(*segmentation) : asSentence(noBoundary);
}

QString whyNoBoundary(const SessionController &controller)
{
    return controller.hasGpuWork() ? QString() : reasonOfCommand(QStringLiteral("analyze.layers"), controller.document().get());
}

} // namespace lamella::ui
