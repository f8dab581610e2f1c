// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/DiagnosticKinds.h"

namespace lamella::core::diagnostics {

const DiagnosticKind kByteOrderMark{"byte_order_mark", Severity::Info,
    "The file begins with a UTF-8 byte order mark, which was skipped; Perfetto refuses such a file."};
const DiagnosticKind kTruncatedGzip{"truncated_gzip", Severity::DataLoss,
    "The compressed file stops before its end; everything up to that point was read. Copy or record the file again."};
const DiagnosticKind kDamagedGzip{"damaged_gzip", Severity::DataLoss,
    "The compressed data is damaged; everything before the damage was read. Copy or record the file again."};
const DiagnosticKind kTrailingBytesAfterGzip{"trailing_bytes_after_gzip", Severity::Notice,
    "Bytes that are not compressed data follow the compressed data; they were ignored."};
const DiagnosticKind kWrongChecksum{"wrong_checksum", Severity::DataLoss,
    "The checksum that the archive states of this file is another one: bytes have changed since it was packed. Copy or pack it "
    "again."};
const DiagnosticKind kTruncatedArray{"truncated_array", Severity::DataLoss,
    "The file ends inside its list of events: what should follow is missing. All complete events were read. Copy or record the "
    "file "
    "again."};
const DiagnosticKind kStoppedReading{"stopped_reading", Severity::DataLoss,
    "Reading was stopped before the end of the file. Reload it to read the rest."};
const DiagnosticKind kArrayNotClosed{"array_not_closed", Severity::Notice,
    "The list of events has no closing bracket, as if the recorder was stopped while writing. All complete events were read."};
const DiagnosticKind kTruncatedObject{"truncated_object", Severity::DataLoss,
    "The file ends before its closing brace: keys that should follow the events are missing. Copy or record the file again."};
const DiagnosticKind kTraceInList{
    "trace_in_list", Severity::Info, "The whole trace is inside a list; it was read as if it were the whole file."};
const DiagnosticKind kSecondDocument{"second_document", Severity::DataLoss,
    "Another JSON document follows the trace in the same file and was not read. Split the file and open each part."};
const DiagnosticKind kTrailingGarbage{"trailing_garbage", Severity::Notice, "Text follows the end of the trace; it was ignored."};
const DiagnosticKind kSecondEventArray{"second_event_array", Severity::DataLoss,
    "The file has more than one traceEvents list; only the first one was read. The count is of the events in the others."};
const DiagnosticKind kLargeTopLevelValue{
    "large_top_level_value", Severity::Info, "A top-level value beside the events is too large to be kept and was skipped."};
const DiagnosticKind kBadTopLevel{
    "bad_top_level", Severity::Notice, "The text around the list of events is not valid JSON; the events themselves were read."};
const DiagnosticKind kExportCap{"export_cap", Severity::DataLoss,
    "The trace holds as many complete events as the exporter of XLA profiles writes at most: later ones are probably missing. "
    "Open "
    "the .xplane.pb of the capture, which has all of them, or record for a shorter time."};

const DiagnosticKind kTruncatedEvent{
    "truncated_event", Severity::DataLoss, "The file stops inside an event, which was left out."};
const DiagnosticKind kDamagedEvent{
    "damaged_event", Severity::DataLoss, "Text that is not a valid event was left out, up to the next event that can be read."};
const DiagnosticKind kEventTooLarge{"event_too_large", Severity::DataLoss,
    "An event is larger than the limit for one event and was left out. "
    "LAMELLA_MAX_EVENT_MEGABYTES in the environment raises the limit (0 = none)."};
const DiagnosticKind kNotAnObject{
    "not_an_object", Severity::DataLoss, "The list of events contains something that is not an object; it was skipped."};
const DiagnosticKind kStrayBracket{
    "stray_bracket", Severity::Notice, "There is a closing bracket between two events; it was ignored."};
const DiagnosticKind kTrailingComma{
    "trailing_comma", Severity::Notice, "There is a comma before a closing bracket or brace; it was ignored."};
const DiagnosticKind kExtraComma{"extra_comma", Severity::Notice, "There are two commas between events; one was ignored."};
const DiagnosticKind kMissingComma{"missing_comma", Severity::Notice, "A comma is missing between two events; both were read."};
const DiagnosticKind kControlCharacter{
    "control_character", Severity::Notice, "A text contains raw or escaped control characters, which are shown as spaces."};
const DiagnosticKind kInvalidUtf8{
    "invalid_utf8", Severity::Notice, "A text is not valid UTF-8; the bytes in question are shown as the replacement character."};
const DiagnosticKind kBadEscape{"bad_escape", Severity::Notice,
    "A text contains a malformed escape or half a surrogate pair, shown as the replacement character."};

const DiagnosticKind kMissingPhase{
    "missing_phase", Severity::Notice, "An event has no phase (ph); it is kept, but it is on no track and counts nowhere."};
const DiagnosticKind kMissingTimestamp{"missing_timestamp", Severity::DataLoss,
    "An event of a phase that needs a time has no ts; it is kept, but it cannot be placed."};
const DiagnosticKind kBadTimestamp{"bad_timestamp", Severity::DataLoss,
    "A start is not a number or lies further from zero than 2.3e18 ns (the year 2043); the event is kept, but it cannot be "
    "placed."};
const DiagnosticKind kBadDuration{"bad_duration", Severity::DataLoss,
    "A duration is not a number or ends further from zero than 2.3e18 ns (the year 2043); the event is treated as one without a "
    "duration."};
const DiagnosticKind kTimesLostDigits{"times_lost_digits", Severity::DataLoss,
    "A time is written with an exponent and too few digits for a microsecond (1.76425E+15), so its order and its distance from "
    "other "
    "times are lost. Export the table again; spreadsheet programs write such times."};
const DiagnosticKind kContradictoryTimes{"contradictory_times", Severity::DataLoss,
    "Most of the work of one stream begins at the same few moments and overlaps, though a stream runs one piece of work after "
    "the "
    "other: the starts have lost digits. Walls, gaps and layers cannot be trusted; record or export the times in full."};
const DiagnosticKind kNegativeDuration{"negative_duration", Severity::Notice, "A duration is negative; it was set to zero."};
const DiagnosticKind kMissingDuration{
    "missing_duration", Severity::Notice, "A complete event (X) has no duration; as in Perfetto it does not count."};
const DiagnosticKind kUnknownPhase{"unknown_phase", Severity::Info,
    "Events have a phase that is not shown (samples, object snapshots, old asynchronous steps); they are kept."};

const DiagnosticKind kUnmatchedEnd{
    "unmatched_end", Severity::Notice, "An end event (E) has no begin event of that name open on its thread; it was ignored."};
const DiagnosticKind kUnclosedBegin{
    "unclosed_begin", Severity::Notice, "A begin event (B) is never closed; it runs to the end of the trace."};
const DiagnosticKind kUnclosedWork{"unclosed_work", Severity::DataLoss,
    "A begin event of GPU work is never closed, so its duration is unknown: it is shown on its track, but does not count as a "
    "kernel."};
const DiagnosticKind kUnusedNames{"unused_names", Severity::Notice,
    "Metadata names processes or threads that have no events. 65536 of them are kept; the names of the others are not shown."};
const DiagnosticKind kUnmatchedAsyncEnd{"unmatched_async_end", Severity::Notice,
    "An asynchronous end event (e) has no open begin event of the same id; it was ignored."};
const DiagnosticKind kUnclosedAsyncBegin{"unclosed_async_begin", Severity::Notice,
    "An asynchronous begin event (b) is never closed; it runs to the end of the trace."};
const DiagnosticKind kDuplicatedKernel{"duplicated_kernel", Severity::Notice,
    "GPU work is in the file twice, with the same stream, name and times: it is counted twice in sums and counts, once in busy "
    "times. Use the files of one rank only, or record again."};
const DiagnosticKind kOverlappingKernel{"overlapping_kernel", Severity::Info,
    "Kernels of one stream overlap (the next one is launched before the end, or times are rounded): they are drawn in extra "
    "lanes and "
    "counted once in busy times."};
const DiagnosticKind kOutOfOrderKernel{
    "out_of_order_kernel", Severity::Info, "Kernels of a stream are not in time order in the file; they were sorted."};

const DiagnosticKind kRenumberedDevice{"renumbered_device", Severity::Notice,
    "Several processes recorded the same device number for devices of their own, as ranks do that see one GPU each. The first "
    "one keeps the number, the others have free ones here."};
const DiagnosticKind kRepeatedWork{"repeated_work", Severity::Info,
    "TensorFlow writes GPU work on the track of its stream and once more on that of all streams (stream:all) or of all copies "
    "(memcpy). It is counted once, on its stream."};
const DiagnosticKind kContainerOperation{"container_operation", Severity::Info,
    "Operations that contain others (loops, calls, conditionals) are not kernels; the operations inside them are. The tables of "
    "operations and regions count their exclusive time."};
const DiagnosticKind kDeviceWait{"device_wait", Severity::Info,
    "Tasks that wait for another stream, record an event or mark the profiler are shown on the timeline, but they are not work."};
const DiagnosticKind kCollectivePart{"collective_part", Severity::Info,
    "Transfers inside a collective belong to its span; they are shown on the timeline, but are not work of their own."};

const DiagnosticKind kDamagedTable{"damaged_table", Severity::DataLoss,
    "A table of the database is damaged; its rows before the damage were read. Export or copy the file again."};
const DiagnosticKind kDamagedJson{"damaged_json", Severity::DataLoss,
    "The JSON text is damaged or ends too early; the records before that were read. Export or copy the file again."};
const DiagnosticKind kEmptyTable{"empty_table", Severity::DataLoss,
    "The tables have headers but no rows: nothing was recorded, or the files were truncated. Record or copy them again."};
const DiagnosticKind kComputedColumn{"computed_column", Severity::DataLoss,
    "A column of the database is computed by an expression in the file, which is not run; it reads as empty."};
const DiagnosticKind kViewNotRead{"view_not_read", Severity::DataLoss,
    "The database has a view or virtual table. It is not read, because reading it would run an expression or code that the file "
    "names; export the report again."};
const DiagnosticKind kTableNotShown{"table_not_shown", Severity::Info,
    "The database has a table that is not shown here: samples, counters or states, not work or calls."};
const DiagnosticKind kDamagedMessage{"damaged_message", Severity::DataLoss,
    "A part of the protobuf file is damaged or truncated; everything before the damage was read. Copy or record the file again."};
const DiagnosticKind kDamagedPack{"damaged_pack", Severity::Notice,
    "A part of the pack behind its text is damaged; the trace was read from the text, which is complete. Copy or pack it again."};
const DiagnosticKind kDamagedPackText{"damaged_pack_text", Severity::DataLoss,
    "The recorded text in the pack, or its index, is damaged, so that args of events may be missing. All else was read from "
    "another part of the "
    "pack, which is complete. Copy or pack it again."};
const DiagnosticKind kLostPackPart{"lost_pack_part", Severity::DataLoss,
    "The pack holds what was recorded beside its table, such as operators and launches, in a part that is damaged, of another "
    "version of Lamella or inside an archive; the table alone was read. Unpack the archive, copy or pack it again, or open it "
    "with "
    "the version that packed it."};
const DiagnosticKind kDamagedAttachment{"damaged_attachment", Severity::DataLoss,
    "A companion file is damaged in the pack; tables that need it have less detail. Copy or pack it again."};
const DiagnosticKind kDamagedPacket{"damaged_packet", Severity::DataLoss,
    "A packet of the Perfetto trace is damaged; it was skipped. Copy or record the file again."};
const DiagnosticKind kLostPackets{"lost_packets", Severity::DataLoss,
    "The recorder dropped packets because its buffer was full: events are missing. Record with a larger buffer."};
const DiagnosticKind kIncompletePacket{"incomplete_packet", Severity::DataLoss,
    "An event refers to names in packets that the recorder dropped; it was skipped or has no name. Record with a larger buffer."};
const DiagnosticKind kUnknownClock{"unknown_clock", Severity::DataLoss,
    "An event has no time on the clock of the trace, because no clock snapshot relates the two; it was skipped."};
const DiagnosticKind kOtherPackets{"other_packets", Severity::Info,
    "The Perfetto trace holds data of other kinds, such as scheduling, logs or heap samples; they are not shown here."};
const DiagnosticKind kOtherPhases{"other_phases", Severity::Notice,
    "An event of the Perfetto trace is of a kind that only old versions of Chrome wrote; it was skipped."};
const DiagnosticKind kGpuCounters{"gpu_counters", Severity::Notice,
    "The Perfetto trace holds counters of GPUs, such as power, temperature and clocks; they are not shown here."};
const DiagnosticKind kEndArguments{"end_arguments", Severity::Notice,
    "Arguments that were recorded at the end of an event are not shown; those of its beginning are."};
const DiagnosticKind kCutArguments{"cut_arguments", Severity::Notice,
    "An event has more arguments, or longer texts in them, than are read; the others are not shown."};
const DiagnosticKind kDamagedRow{"damaged_row", Severity::DataLoss,
    "A row of the table is truncated, or its start or duration is not a time; it was skipped."};
const DiagnosticKind kTruncatedTable{"truncated_table", Severity::DataLoss,
    "The file ends inside a row of its table: the rows that should follow are missing. Copy or export the file again."};
const DiagnosticKind kStrayQuote{"stray_quote", Severity::Notice,
    "There is a quote where no cell can begin or end; the row ends with its line and the quote counts as a character."};
const DiagnosticKind kDuplicatedCollective{"duplicated_collective", Severity::Info,
    "A collective is in the table twice, on a stream and without one; the copy without a stream does not count as work."};
const DiagnosticKind kSummaryOnly{"summary_only", Severity::Notice,
    "The file has summary tables and no timeline: there are no passes, layers or gaps. Export the report with nsys export --type "
    "sqlite and open the result."};
const DiagnosticKind kReportSkipped{
    "report_skipped", Severity::Info, "nsys stats left out a report for which the recording has no data."};
const DiagnosticKind kTimelineJoined{"timeline_joined", Severity::Info,
    "The host and the launches were read from trace_view.json beside the table; its counters and derived lanes are not shown."};
const DiagnosticKind kTimelineNotRead{"timeline_not_read", Severity::DataLoss,
    "trace_view.json beside the table cannot be read: there are no launches and no host."};

const DiagnosticKind kTruncatedPickle{"truncated_pickle", Severity::DataLoss,
    "The file ends inside the pickle; all complete records before that point were read. Copy the file or dump the snapshot again."};
const DiagnosticKind kMemoryRecord{"memory_record", Severity::DataLoss,
    "A record of the allocator has no known action or no valid size, or is in no list of events; it counts nowhere."};
const DiagnosticKind kLostMemoryEvents{"lost_memory_events", Severity::DataLoss,
    "The history of the allocator was full (max_entries) or began anew: it does not hold the allocation of these blocks, which "
    "were recorded. "
    "The table memory says from when on it is whole."};

} // namespace lamella::core::diagnostics
