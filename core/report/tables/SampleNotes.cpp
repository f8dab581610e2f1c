// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/tables/SampleNotes.h"

#include "core/base/Counted.h"
#include "core/base/Message.h"

namespace lamella::core {

void noteSamples(ReportTable &table, const HostSamples &samples)
{
    if (!samples.whyNone.empty())
        table.addNote(msg("CPU samples could not be read: %1", samples.whyNone));
    if (samples.unread > 0)
        table.addNote(msg("%1 of the file have no time and are left out.", counted(samples.unread, "%1 sample", "%1 samples")));
    if (samples.deep > 0)
        table.addNote(msg("%1 of the file are deeper than 4,096 functions; the outermost are left out.",
            counted(samples.deep, "%1 call chain", "%1 call chains")));
    if (samples.unplaced > 0)
        table.addNote(msg("%1 of call chains have no place in one and are left out.",
            counted(samples.unplaced, "%1 function", "%1 functions")));
    if (samples.lost > 0)
        table.addNote(
            msg("%1 have a call chain that is not in the file.", counted(samples.lost, "%1 call of the host", "%1 calls of the host")));
}

} // namespace lamella::core
