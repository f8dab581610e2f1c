// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/DiagnosticKinds.h"

#include <algorithm>
#include <array>

namespace lamella::core {

namespace {

using namespace diagnostics;

constexpr std::array kAll{&kByteOrderMark, &kTruncatedGzip, &kDamagedGzip, &kTrailingBytesAfterGzip, &kWrongChecksum,
    &kTruncatedArray, &kStoppedReading, &kArrayNotClosed, &kTruncatedObject, &kTraceInList, &kSecondDocument, &kTrailingGarbage,
    &kSecondEventArray, &kLargeTopLevelValue, &kBadTopLevel, &kExportCap, &kTruncatedEvent, &kDamagedEvent, &kEventTooLarge,
    &kNotAnObject, &kStrayBracket, &kTrailingComma, &kExtraComma, &kMissingComma, &kControlCharacter, &kInvalidUtf8, &kBadEscape,
    &kMissingPhase, &kMissingTimestamp, &kBadTimestamp, &kBadDuration, &kTimesLostDigits, &kContradictoryTimes,
    &kNegativeDuration, &kMissingDuration, &kUnknownPhase, &kUnmatchedEnd, &kUnclosedBegin, &kUnclosedWork, &kUnusedNames,
    &kUnmatchedAsyncEnd, &kUnclosedAsyncBegin, &kDuplicatedKernel, &kOverlappingKernel, &kOutOfOrderKernel, &kRenumberedDevice,
    &kRepeatedWork, &kContainerOperation, &kDeviceWait, &kCollectivePart, &kDamagedTable, &kDamagedJson, &kEmptyTable,
    &kTableNotShown, &kComputedColumn, &kViewNotRead, &kDamagedMessage, &kDamagedPack, &kDamagedPackText, &kLostPackPart,
    &kDamagedAttachment, &kDamagedPacket, &kLostPackets, &kIncompletePacket, &kUnknownClock, &kOtherPackets, &kOtherPhases,
    &kGpuCounters, &kEndArguments, &kCutArguments, &kDamagedRow, &kTruncatedTable, &kStrayQuote, &kDuplicatedCollective,
    &kTimelineJoined, &kSummaryOnly, &kReportSkipped, &kTimelineNotRead, &kTruncatedPickle, &kMemoryRecord, &kLostMemoryEvents};

} // namespace

const DiagnosticKind *findDiagnosticKind(std::string_view id)
{
    const auto found = std::find_if(kAll.begin(), kAll.end(), [id](const DiagnosticKind *kind) { return kind->id == id; });
    return found == kAll.end() ? nullptr : *found;
}

} // namespace lamella::core
