// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/MemoryText.h"

#include "widgets/common/UiText.h"

#include <QCoreApplication>

namespace lamella::ui {

namespace {

struct MemoryText {
    Q_DECLARE_TR_FUNCTIONS(MemoryText)
};

} // namespace

QString memoryEachText(const core::TraceMemory &memory)
{
    if (!memory.perEvent)
        return {};
    if (!memory.perKernel)
        return MemoryText::tr("%1 bytes an event").arg(qtext(*memory.perEvent));
    return MemoryText::tr("%1 bytes an event, %2 a kernel").arg(qtext(*memory.perEvent), qtext(*memory.perKernel));
}

} // namespace lamella::ui
