// SPDX-License-Identifier: GPL-3.0-or-later
// Input and shared helpers of table builders. Scripts rely on column ids and their order: append, never reorder.
#pragma once

#include "core/analysis/EventTimes.h"
#include "core/analysis/KernelFilter.h"
#include "core/analysis/KernelGroups.h"
#include "core/analysis/KernelScope.h"
#include "core/analysis/LaunchJoin.h"
#include "core/analysis/LayerParts.h"
#include "core/analysis/PassLevels.h"
#include "core/analysis/PassMetrics.h"
#include "core/base/Message.h"
#include "core/base/Result.h"
#include "core/profile/ModelConfig.h"
#include "core/report/ReportTable.h"
#include "core/report/TableRequest.h"
#include "core/report/tables/Columns.h"
#include "core/report/tables/TableSpec.h"

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lamella::core {

struct AdviceWithRules;
struct CallTree;
struct GapList;
struct HostSamples;
struct KernelRoles;
class HostCalls;
class KernelComparison;
struct MemoryData;
class OriginCells;
class Origins;
struct OpSum;
struct ProgramModel;
struct Roofline;
struct TableInput;

// Results that only some tables need, computed on first use and shared. Errors: Cancelled. Thread-safe.
class TableParts {
public:
    virtual ~TableParts() = default;
    virtual Result<std::shared_ptr<const LaunchJoin>> launches(const JobControl &control) = 0;
    virtual Result<std::shared_ptr<const KernelsByLaunch>> kernelsByLaunch(const JobControl &control) = 0;
    virtual Result<std::shared_ptr<const KernelsByName>> kernelsByName(const JobControl &control) = 0;
    virtual Result<std::shared_ptr<const EventTimes>> eventTimes(const JobControl &control) = 0;
    // Origin of work, also from companions. Errors also: those of companions that do not match.
    virtual Result<std::shared_ptr<const Origins>> origins(const JobControl &control) = 0;
    // host: where host time counts (CallTree.h); only the tree of the whole trace is stored.
    virtual Result<std::shared_ptr<const CallTree>> callTree(const JobControl &control, const TimeRange *host) = 0;
    // CPU samples and call chains; empty where none are recorded, or where the file cannot be read again (whyNone).
    virtual Result<std::shared_ptr<const HostSamples>> hostSamples(const JobControl &control) = 0;
    // Operations of the program model, summed over these devices.
    virtual Result<std::shared_ptr<const std::vector<OpSum>>> opSums(
        const std::vector<DeviceId> &devices, const TableInput &input) = 0;
    virtual Result<std::shared_ptr<const GapList>> gaps(const TableInput &input) = 0; // gaps of the input's scope
    // passLevels() of the input's segmentation.
    virtual Result<std::shared_ptr<const std::vector<PassLevel>>> levels(
        DeviceId device, Stage stage, const TableInput &input) = 0;
    virtual Result<std::shared_ptr<const HostCalls>> hostCalls(const JobControl &control) = 0;
    // Of the whole trace, by the request's peaks, tokens and context. Errors also: BadRequest for unknown peaks.
    virtual Result<std::shared_ptr<const Roofline>> roofline(const TableInput &input) = 0;
    virtual Result<std::shared_ptr<const KernelRoles>> roles(const TableInput &input) = 0; // of the whole trace
    // Findings about the passes of the input's scope. Errors also: those of roles and roofline.
    virtual Result<std::shared_ptr<const AdviceWithRules>> advice(const TableInput &input) = 0;
    // Of the whole trace, with places and lifetimes; never null. Errors also: Io, Decompress, Limit.
    virtual Result<std::shared_ptr<const MemoryData>> memory(const TableInput &input) = 0;
};

struct TableInput {
    std::shared_ptr<const TraceDocument> document;
    std::shared_ptr<const KernelNames> names;
    std::shared_ptr<const Segmentation> segmentation;
    std::shared_ptr<const KernelIndex> index;
    const ModelConfig *config = nullptr;
    KernelScope scope;
    Message profileWhy; // why the profile was chosen; may be empty
    JobControl control = {};
    KernelFilter work = {}; // tables of kernels count only work that this matches; empty = all
    TableRequest request = {};
    TableParts *parts = nullptr; // set for builders of TableSpec
    std::shared_ptr<const ProgramModel> program = {}; // set if TableSpec::program
    std::string yours = {}; // definition of the user's own code (SourceRule); empty = the built-in rule
    const ProfileSet *profiles = nullptr; // set for builders of TableSpec
    const ModelProfile *profile = nullptr; // in use; null: none fits
    std::shared_ptr<const ReportTable> summary = {}; // inspect: the table `kernels` of a file that has nothing but summary tables

    // Whether the caller has cancelled. Builders then return early; the result is discarded.
    [[nodiscard]] bool stopped() const { return control.stopRequested(); }
    [[nodiscard]] AnalysisInput analysis() const { return {*document, *names, *segmentation, *index}; }
    [[nodiscard]] std::vector<KernelId> kernels() const; // kernels of the scope that match `work`, in start order
    [[nodiscard]] std::vector<KernelId> chosen(
        std::span<const KernelId> from) const; // the part of `from` that is in the scope by layer and stream, in start order
    [[nodiscard]] std::int64_t zero() const { return document->zero(); }
    [[nodiscard]] std::int64_t deviceNumber(DeviceId device) const { return document->devices[device.value].number; }
};

// Of the trace and its companions. Errors: those of TableParts::origins.
[[nodiscard]] Result<std::shared_ptr<const OriginCells>> originCells(const TableInput &input);

// Adds a note with the reason why these passes were chosen; none if the user chose them.
void noteScope(ReportTable &table, const TableInput &input);
// Adds a note that there are no passes, and why.
void noteNoPasses(ReportTable &table, const TableInput &input);
// Type of a layer. Missing for head and tail, which have none.
[[nodiscard]] OrMissing<std::string_view> layerTypeText(const TableInput &input, DeviceId device, int layer, int type);
[[nodiscard]] OrMissing<KeptText> layerPartText(int layer, LayerPart part);

// Appends a column `device` if there are several devices.
template <class Row, class Get> void addDevice(std::vector<Column<Row>> &all, const TableInput *input, Get get)
{
    if (input && input->scope.severalDevices())
        all.push_back(columns::column(
            columns::device(), [input, get](const Row &row) { return input->deviceNumber(std::invoke(get, row)); }));
}

[[nodiscard]] std::vector<ReportColumn> kernelsColumns();
[[nodiscard]] std::vector<ReportColumn> eachKernelColumns();
[[nodiscard]] std::vector<ReportColumn> comparedKernelColumns(); // with --against
// kernels --each; with a comparison its columns follow
// Errors: those of kernelsByLaunch().
[[nodiscard]] Result<ReportTable> eachKernelTable(const TableInput &input, std::shared_ptr<const OriginCells> origins,
    std::shared_ptr<const KernelRoles> roles, KernelComparison *comparison = nullptr);

inline constexpr std::string_view kNoKernelRole = "no rule gives its role in the layer";

} // namespace lamella::core
