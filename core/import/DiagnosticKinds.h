// SPDX-License-Identifier: GPL-3.0-or-later
// Every diagnostic an import can report. The ids are stable: documents, tests and users refer to them.
#pragma once

#include "core/model/ImportDiagnostics.h"

#include <string_view>

namespace lamella::core::diagnostics {

// Whole file
extern const DiagnosticKind kByteOrderMark;
extern const DiagnosticKind kTruncatedGzip;
extern const DiagnosticKind kDamagedGzip;
extern const DiagnosticKind kTrailingBytesAfterGzip;
extern const DiagnosticKind kWrongChecksum;
extern const DiagnosticKind kTruncatedArray;
extern const DiagnosticKind kStoppedReading;
extern const DiagnosticKind kArrayNotClosed;
extern const DiagnosticKind kTruncatedObject;
extern const DiagnosticKind kTraceInList;
extern const DiagnosticKind kSecondDocument;
extern const DiagnosticKind kTrailingGarbage;
extern const DiagnosticKind kSecondEventArray;
extern const DiagnosticKind kLargeTopLevelValue;
extern const DiagnosticKind kBadTopLevel;
extern const DiagnosticKind kExportCap;

// The text of single events
extern const DiagnosticKind kTruncatedEvent;
extern const DiagnosticKind kDamagedEvent;
extern const DiagnosticKind kEventTooLarge;
extern const DiagnosticKind kNotAnObject;
extern const DiagnosticKind kStrayBracket;
extern const DiagnosticKind kTrailingComma;
extern const DiagnosticKind kExtraComma;
extern const DiagnosticKind kMissingComma;
extern const DiagnosticKind kControlCharacter;
extern const DiagnosticKind kInvalidUtf8;
extern const DiagnosticKind kBadEscape;

// The values of single events
extern const DiagnosticKind kMissingPhase;
extern const DiagnosticKind kMissingTimestamp;
extern const DiagnosticKind kBadTimestamp;
extern const DiagnosticKind kBadDuration;
extern const DiagnosticKind kTimesLostDigits;
extern const DiagnosticKind kContradictoryTimes;
extern const DiagnosticKind kNegativeDuration;
extern const DiagnosticKind kMissingDuration;
extern const DiagnosticKind kUnknownPhase;

// Events against each other
extern const DiagnosticKind kUnmatchedEnd;
extern const DiagnosticKind kUnclosedBegin;
extern const DiagnosticKind kUnclosedWork;
extern const DiagnosticKind kUnusedNames;
extern const DiagnosticKind kUnmatchedAsyncEnd;
extern const DiagnosticKind kUnclosedAsyncBegin;
extern const DiagnosticKind kDuplicatedKernel;
extern const DiagnosticKind kOverlappingKernel;
extern const DiagnosticKind kOutOfOrderKernel;
extern const DiagnosticKind kRenumberedDevice;
extern const DiagnosticKind kRepeatedWork;
extern const DiagnosticKind kContainerOperation;
extern const DiagnosticKind kDeviceWait;
extern const DiagnosticKind kCollectivePart;

// Databases and tables
extern const DiagnosticKind kDamagedTable;
extern const DiagnosticKind kDamagedJson;
extern const DiagnosticKind kEmptyTable;
extern const DiagnosticKind kComputedColumn;
extern const DiagnosticKind kViewNotRead;
extern const DiagnosticKind kTableNotShown;
extern const DiagnosticKind kDamagedMessage;
extern const DiagnosticKind kDamagedPack;
extern const DiagnosticKind kDamagedPackText;
extern const DiagnosticKind kLostPackPart;
extern const DiagnosticKind kDamagedAttachment;
extern const DiagnosticKind kDamagedPacket;
extern const DiagnosticKind kLostPackets;
extern const DiagnosticKind kIncompletePacket;
extern const DiagnosticKind kUnknownClock;
extern const DiagnosticKind kOtherPackets;
extern const DiagnosticKind kOtherPhases;
extern const DiagnosticKind kGpuCounters;
extern const DiagnosticKind kEndArguments;
extern const DiagnosticKind kCutArguments;
extern const DiagnosticKind kDamagedRow;
extern const DiagnosticKind kTruncatedTable;
extern const DiagnosticKind kStrayQuote;
extern const DiagnosticKind kDuplicatedCollective;
extern const DiagnosticKind kTimelineJoined;
extern const DiagnosticKind kSummaryOnly;
extern const DiagnosticKind kReportSkipped;
extern const DiagnosticKind kTimelineNotRead;

// Memory
extern const DiagnosticKind kTruncatedPickle;
extern const DiagnosticKind kMemoryRecord;
extern const DiagnosticKind kLostMemoryEvents;

} // namespace lamella::core::diagnostics

namespace lamella::core {

// The kind with that id; null if there is none.
[[nodiscard]] const DiagnosticKind *findDiagnosticKind(std::string_view id);

} // namespace lamella::core
