// SPDX-License-Identifier: GPL-3.0-or-later
// Field numbers of Perfetto's trace format, from protos/perfetto/trace of Perfetto v58 (trace_packet.proto, track_event.proto,
// track_descriptor.proto, debug_annotation.proto, interned_data.proto, gpu_render_stage_event.proto, clock_snapshot.proto).
// Reader and writer share them.
#pragma once

#include <protozero/types.hpp>

namespace lamella::core::pftrace {

using Tag = protozero::pbf_tag_type;

inline constexpr Tag kTracePacket = 1; // Trace

// TracePacket
inline constexpr Tag kClockSnapshot = 6;
inline constexpr Tag kTimestamp = 8;
inline constexpr Tag kSequenceId = 10;
inline constexpr Tag kTrackEvent = 11; // also in TracePacketDefaults
inline constexpr Tag kInternedData = 12;
inline constexpr Tag kSequenceFlags = 13;
inline constexpr Tag kSynchronizationMarker = 36;
inline constexpr Tag kStateCleared = 41; // before kSequenceFlags
inline constexpr Tag kPacketsDropped = 42;
inline constexpr Tag kProcessDescriptor = 43; // of the whole sequence, before there were tracks
inline constexpr Tag kThreadDescriptor = 44; // likewise
inline constexpr Tag kCompressedPackets = 50;
inline constexpr Tag kGpuCounterEvent = 52;
inline constexpr Tag kGpuRenderStage = 53;
inline constexpr Tag kTimestampClock = 58; // also in TracePacketDefaults
inline constexpr Tag kPacketDefaults = 59;
inline constexpr Tag kTrackDescriptor = 60;
inline constexpr Tag kFirstPacket = 87;
inline constexpr Tag kZstdPackets = 133;
inline constexpr unsigned kFlagStateCleared = 1; // bits of kSequenceFlags
inline constexpr unsigned kFlagNeedsState = 2;

// ClockSnapshot and its Clock
inline constexpr Tag kClocks = 1;
inline constexpr Tag kPrimaryClock = 2;
inline constexpr Tag kClockId = 1;
inline constexpr Tag kClockTimestamp = 2;
inline constexpr Tag kClockIncremental = 3;
inline constexpr Tag kClockUnit = 4;
inline constexpr unsigned kMonotonic = 3;
inline constexpr unsigned kBootTime = 6;

// TrackDescriptor, ProcessDescriptor, ThreadDescriptor
inline constexpr Tag kTrackUuid = 1;
inline constexpr Tag kTrackName = 2;
inline constexpr Tag kTrackProcess = 3;
inline constexpr Tag kTrackThread = 4;
inline constexpr Tag kTrackParent = 5;
inline constexpr Tag kTrackCounter = 8;
inline constexpr Tag kTrackStaticName = 10;
inline constexpr Tag kUnitMultiplier = 4; // of a counter
inline constexpr Tag kIsIncremental = 5;
inline constexpr Tag kPid = 1;
inline constexpr Tag kTid = 2;
inline constexpr Tag kThreadName = 5;
inline constexpr Tag kReferenceTime = 6; // µs
inline constexpr Tag kProcessName = 6;

// TrackEvent
inline constexpr Tag kTimeDelta = 1; // µs, before packets had times; as kTimeAbsolute
inline constexpr Tag kTimeAbsolute = 16;
inline constexpr Tag kCategoryIids = 3;
inline constexpr Tag kAnnotations = 4;
inline constexpr Tag kLegacyEvent = 6;
inline constexpr Tag kEventType = 9;
inline constexpr Tag kNameIid = 10;
inline constexpr Tag kEventTrack = 11;
inline constexpr Tag kExtraCounts = 12;
inline constexpr Tag kCategories = 22;
inline constexpr Tag kName = 23;
inline constexpr Tag kCounterValue = 30;
inline constexpr Tag kExtraTracks = 31; // of kExtraCounts; also in TrackEventDefaults, as kEventTrack and kExtraRealTracks
inline constexpr Tag kOldFlows = 36;
inline constexpr Tag kOldEndingFlows = 42;
inline constexpr Tag kCounterDouble = 44;
inline constexpr Tag kExtraRealTracks = 45;
inline constexpr Tag kExtraReals = 46;
inline constexpr Tag kFlows = 47;
inline constexpr Tag kEndingFlows = 48;
inline constexpr Tag kCorrelationId = 52;
inline constexpr Tag kGpuCorrelation = 3000; // GpuTrackEvent: ids of the render stages that this event submits
inline constexpr Tag kSubmittedStages = 1;
enum EventType { kSliceBegin = 1, kSliceEnd = 2, kInstant = 3, kCounter = 4 };

// TrackEvent.LegacyEvent
inline constexpr Tag kLegacyName = 1;
inline constexpr Tag kLegacyPhase = 2;
inline constexpr Tag kLegacyDuration = 3; // µs
inline constexpr Tag kLegacyPid = 18; // of another thread than the sequence's; as kLegacyTid
inline constexpr Tag kLegacyTid = 19;

// DebugAnnotation
inline constexpr Tag kAnnotationNameIid = 1;
inline constexpr Tag kAnnotationBool = 2;
inline constexpr Tag kAnnotationUint = 3;
inline constexpr Tag kAnnotationInt = 4;
inline constexpr Tag kAnnotationDouble = 5;
inline constexpr Tag kAnnotationString = 6;
inline constexpr Tag kAnnotationPointer = 7;
inline constexpr Tag kAnnotationNested = 8;
inline constexpr Tag kAnnotationJson = 9;
inline constexpr Tag kAnnotationName = 10;
inline constexpr Tag kAnnotationDict = 11;
inline constexpr Tag kAnnotationArray = 12;
inline constexpr Tag kAnnotationStringIid = 17;

// DebugAnnotation.NestedValue
inline constexpr Tag kNestedType = 1; // 1 a dictionary, 2 an array
inline constexpr Tag kNestedKeys = 2;
inline constexpr Tag kNestedValues = 3;
inline constexpr Tag kNestedItems = 4;
inline constexpr Tag kNestedInt = 5;
inline constexpr Tag kNestedDouble = 6;
inline constexpr Tag kNestedBool = 7;
inline constexpr Tag kNestedString = 8;

// InternedData. Each entry has an id (1), and a text at 2.
inline constexpr Tag kInternedCategories = 1;
inline constexpr Tag kInternedNames = 2;
inline constexpr Tag kInternedAnnotationNames = 3;
inline constexpr Tag kInternedGpuSpecs = 24;
inline constexpr Tag kInternedStrings = 29;
inline constexpr Tag kInternedKernels = 1000; // GpuInternedData
inline constexpr Tag kInternedArgNames = 1001;
inline constexpr Tag kEntryId = 1;
inline constexpr Tag kEntryText = 2;
inline constexpr Tag kKernelDemangled = 3;
inline constexpr Tag kSpecCategory = 4;

// GpuRenderStageEvent
inline constexpr Tag kStageEventId = 1;
inline constexpr Tag kStageDuration = 2;
inline constexpr Tag kStageQueue = 3;
inline constexpr Tag kStageStage = 4;
inline constexpr Tag kStageExtra = 6; // name (1), value (2)
inline constexpr Tag kStageSpecs = 7; // lists of queues (2) and stages (3), each with a name (1)
inline constexpr Tag kStageGpu = 11;
inline constexpr Tag kStageQueueIid = 13;
inline constexpr Tag kStageStageIid = 14;
inline constexpr Tag kStageName = 17;
inline constexpr Tag kStageKernelIid = 19;
inline constexpr Tag kStageNameIid = 20;
inline constexpr Tag kStageLaunch = 21;
inline constexpr Tag kSpecsQueues = 2;
inline constexpr Tag kSpecsStages = 3;
inline constexpr Tag kExtraName = 1;
inline constexpr Tag kExtraValue = 2;
inline constexpr Tag kLaunchGrid = 1;
inline constexpr Tag kLaunchBlock = 2;
inline constexpr Tag kLaunchArgs = 3;
inline constexpr Tag kArgNameIid = 1;
inline constexpr Tag kArgName = 2;
inline constexpr Tag kArgInt = 3;
inline constexpr Tag kArgUint = 4;
inline constexpr Tag kArgDouble = 5;
inline constexpr Tag kArgString = 6;
inline constexpr Tag kArgStringIid = 7;

} // namespace lamella::core::pftrace
