// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/session/PreparedSegmentation.h"

namespace lamella::ui {

core::Result<PreparedSegmentation> prepareSegmentation(
    core::AnalysisSession &from, const core::SessionOptions &options, const core::JobControl &control)
{
    auto session = from.withOptions(options);
    if (!session)
        return session.error();
    auto segmentation = (*session)->segmentation(control);
    if (!segmentation)
        return segmentation.error();
    auto names = (*session)->kernelNames();
    return PreparedSegmentation{std::move(*session), std::move(*segmentation), std::move(names)};
}

} // namespace lamella::ui
