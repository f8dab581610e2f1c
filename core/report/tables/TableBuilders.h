// SPDX-License-Identifier: GPL-3.0-or-later
// The tables of the product, built from the analyses. Column ids and their order are a contract with scripts: append, never
// reorder.
#pragma once

#include "core/analysis/Coverage.h"
#include "core/analysis/KernelFilter.h"
#include "core/analysis/KernelScope.h"
#include "core/analysis/LaunchJoin.h"
#include "core/analysis/PassMetrics.h"
#include "core/base/Result.h"
#include "core/profile/ModelConfig.h"
#include "core/report/ReportTable.h"
#include "core/report/TableRequest.h"
#include "core/report/tables/TableSpec.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace lamella::core {

struct GapList;
struct OpSum;
struct ProgramModel;
struct TableInput;

// What of a session only some tables need: computed when first asked for, and shared. Errors: Cancelled.
class TableParts {
public:
    virtual ~TableParts() = default;
    virtual Result<std::shared_ptr<const LaunchJoin>> launches(const JobControl &control) = 0;
    virtual Result<std::shared_ptr<const ProgramModel>> program(const JobControl &control) = 0;
    // Operations of the program, added up over these devices.
    virtual Result<std::shared_ptr<const std::vector<OpSum>>> opSums(
        const std::vector<DeviceId> &devices, const JobControl &control) = 0;
    virtual Result<std::shared_ptr<const GapList>> gaps(const TableInput &input) = 0; // of its scope
};

struct TableInput {
    std::shared_ptr<const TraceDocument> document;
    std::shared_ptr<const KernelNames> names;
    std::shared_ptr<const Segmentation> segmentation;
    std::shared_ptr<const KernelIndex> index;
    const ModelConfig *config = nullptr;
    KernelScope scope;
    std::string profileWhy; // why the profile in use was chosen; empty = not said
    JobControl control = {};
    KernelFilter work = {}; // tables of kernels: only work that this holds for counts; empty = all
    TableRequest request = {};
    TableParts *parts = nullptr; // there for builders of TableSpec

    // Whether to give up: builders then return what they have, which nobody looks at.
    [[nodiscard]] bool stopped() const { return control.stopRequested(); }
    [[nodiscard]] AnalysisInput analysis() const { return {*document, *names, *segmentation, *index}; }
    [[nodiscard]] std::vector<KernelId> kernels() const; // of the scope, and of `work`, in start order
    [[nodiscard]] std::int64_t zero() const { return document->zero(); }
    [[nodiscard]] std::int64_t deviceNumber(DeviceId device) const { return document->devices[device.value].number; }
};

// Column definitions are in functions of their own so that help can print them without a trace.
[[nodiscard]] std::vector<ReportColumn> infoColumns();
[[nodiscard]] std::vector<ReportColumn> diagnosticsColumns();
[[nodiscard]] std::vector<ReportColumn> anchorsColumns();
[[nodiscard]] std::vector<ReportColumn> passesColumns();
[[nodiscard]] std::vector<ReportColumn> layersColumns();
[[nodiscard]] std::vector<ReportColumn> clustersColumns();
[[nodiscard]] std::vector<ReportColumn> heatmapColumns();
[[nodiscard]] std::vector<ReportColumn> kernelsColumns();
[[nodiscard]] std::vector<ReportColumn> unnamedColumns();
[[nodiscard]] std::vector<ReportColumn> eachKernelColumns();
[[nodiscard]] std::vector<ReportColumn> overlapColumns();
[[nodiscard]] std::vector<ReportColumn> perfettoColumns();

[[nodiscard]] ReportTable infoTable(const TableInput &input);
// Answers for any file; with `covered` also what the analysis could not account for.
[[nodiscard]] ReportTable diagnosticsTable(const TraceDocument &document, const Coverage *covered = nullptr);
[[nodiscard]] ReportTable anchorsTable(const TableInput &input);
[[nodiscard]] ReportTable passesTable(const TableInput &input);
[[nodiscard]] ReportTable layersTable(const TableInput &input);
[[nodiscard]] ReportTable clustersTable(const TableInput &input);
// metric: wall, busy, sum, idle or a category id. Errors: BadRequest for any other.
[[nodiscard]] Result<ReportTable> heatmapTable(const TableInput &input, std::string_view metric);
[[nodiscard]] ReportTable kernelsTable(const TableInput &input);
// kernels --group shape: by name, input shapes, grid and block.
[[nodiscard]] ReportTable shapeKernelsTable(const TableInput &input, const LaunchJoin &launches);
[[nodiscard]] ReportTable unnamedTable(const TableInput &input);
[[nodiscard]] ReportTable eachKernelTable(const TableInput &input, std::shared_ptr<const LaunchJoin> launches);
// by: pass (also empty) or layer. Errors: BadRequest for any other.
[[nodiscard]] Result<ReportTable> overlapTable(const TableInput &input, std::string_view by);
[[nodiscard]] ReportTable perfettoTable(const TableInput &input);

} // namespace lamella::core
