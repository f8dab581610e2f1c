// SPDX-License-Identifier: GPL-3.0-or-later
// What builders of tables are given, and what they share. Column ids and their order are a contract with scripts: append, never
// reorder.
#pragma once

#include "core/analysis/KernelFilter.h"
#include "core/analysis/KernelScope.h"
#include "core/analysis/LaunchJoin.h"
#include "core/analysis/LayerParts.h"
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

struct GapList;
struct OpSum;
struct ProgramModel;
struct TableInput;

// What of a session only some tables need: computed when first asked for, and shared. Errors: Cancelled. Any thread may call.
class TableParts {
public:
    virtual ~TableParts() = default;
    virtual Result<std::shared_ptr<const LaunchJoin>> launches(const JobControl &control) = 0;
    // Operations of the program model, added up over these devices. For tables that need it.
    virtual Result<std::shared_ptr<const std::vector<OpSum>>> opSums(
        const std::vector<DeviceId> &devices, const TableInput &input) = 0;
    virtual Result<std::shared_ptr<const GapList>> gaps(const TableInput &input) = 0; // of its scope
};

struct TableInput {
    std::shared_ptr<const TraceDocument> document;
    std::shared_ptr<const KernelNames> names;
    std::shared_ptr<const Segmentation> segmentation;
    std::shared_ptr<const KernelIndex> index;
    const ModelConfig *config = nullptr;
    KernelScope scope;
    Message profileWhy; // why the profile in use was chosen; empty = not said
    JobControl control = {};
    KernelFilter work = {}; // tables of kernels: only work that this holds for counts; empty = all
    TableRequest request = {};
    TableParts *parts = nullptr; // there for builders of TableSpec
    std::shared_ptr<const ProgramModel> program = {}; // there for TableSpec::program

    // Whether to give up: builders then return what they have, which nobody looks at.
    [[nodiscard]] bool stopped() const { return control.stopRequested(); }
    [[nodiscard]] AnalysisInput analysis() const { return {*document, *names, *segmentation, *index}; }
    [[nodiscard]] std::vector<KernelId> kernels() const; // of the scope, and of `work`, in start order
    [[nodiscard]] std::vector<KernelId> chosen(
        std::span<const KernelId> from) const; // in scope by layer and stream, in start order
    [[nodiscard]] std::int64_t zero() const { return document->zero(); }
    [[nodiscard]] std::int64_t deviceNumber(DeviceId device) const { return document->devices[device.value].number; }
};

// Why passes were chosen for the user; says nothing where they were asked for.
void noteScope(ReportTable &table, const TableInput &input);
// That there are no passes, and why.
void noteNoPasses(ReportTable &table, const TableInput &input);
// Type of a layer of the model or of head and tail, which have none.
[[nodiscard]] OrMissing<std::string_view> layerTypeText(const TableInput &input, DeviceId device, int layer, int type);
[[nodiscard]] OrMissing<KeptText> layerPartText(int layer, LayerPart part);

// A column `device` at the end where there are several.
template <class Row, class Get> void addDevice(std::vector<Column<Row>> &all, const TableInput *input, Get get)
{
    if (input && input->scope.severalDevices())
        all.push_back(columns::column(
            columns::device(), [input, get](const Row &row) { return input->deviceNumber(std::invoke(get, row)); }));
}

[[nodiscard]] std::vector<ReportColumn> kernelsColumns();
[[nodiscard]] std::vector<ReportColumn> eachKernelColumns();
// kernels --each
[[nodiscard]] ReportTable eachKernelTable(const TableInput &input, std::shared_ptr<const LaunchJoin> launches);

} // namespace lamella::core
