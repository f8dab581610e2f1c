// SPDX-License-Identifier: GPL-3.0-or-later
// DiffSession: from outcomes to ReportTables.
#include "core/base/Message.h"
#include "core/report/TableView.h"
#include "core/report/tables/CompareTable.h"
#include "core/report/tables/DiffTable.h"
#include "core/session/DiffNotes.h"
#include "core/session/DiffSession.h"

#include <algorithm>

namespace lamella::core {

namespace {

Error badRequest(Message sentence)
{
    return {ErrorCode::BadRequest, std::move(sentence), {}, -1};
}

Error withoutGpuWork(const TraceDocument &document)
{
    return {ErrorCode::NotATrace, "has no GPU work to compare: record with GPU activities switched on", document.source.path, -1};
}

std::string percent(double share)
{
    std::string text = std::to_string(share * 100);
    while (text.find('.') != std::string::npos && (text.back() == '0' || text.back() == '.')) {
        const bool point = text.back() == '.';
        text.pop_back();
        if (point)
            break;
    }
    return text + " %";
}

std::int64_t gpuTime(const AnalysisInput &input, DeviceId device)
{
    WorkSum work;
    for (const KernelId k : inStartOrder(input.index, device))
        work.add(input.document.kernels.start[k.value], input.document.kernels.end(k.value));
    return work.busyNs;
}

Message gateNote(bool failed, const GateRule &rule)
{
    const char *const pattern = failed && rule.allowMissing
        ? "Gate: failed; it fails when median, mean or P90 of a stage is slower by more than %1 of A and by more than the noise; "
          "what one side lacks is allowed."
        : failed
        ? "Gate: failed; it fails when median, mean or P90 of a stage is slower by more than %1 of A and by more than the noise, "
          "or when one side lacks what the other has."
        : rule.allowMissing
        ? "Gate: passed; it fails when median, mean or P90 of a stage is slower by more than %1 of A and by more than the noise; "
          "what one side lacks is allowed."
        : "Gate: passed; it fails when median, mean or P90 of a stage is slower by more than %1 of A and by more than the noise, "
          "or when one side lacks what the other has.";
    return msg(pattern, percent(*rule.failAbove));
}

// Of several devices.
Message slowerNote(const Comparison &compared)
{
    std::string slower;
    for (const DeviceComparison &device : compared.devices)
        if (isSlower(device))
            slower += (slower.empty() ? "" : ", ") + std::to_string(device.a);
    return slower.empty() ? msg("B is slower on none of the %1 devices.", compared.devices.size())
                          : msg("Of the %1 devices, B is slower on these of A: %2.", compared.devices.size(), slower);
}

void addRoles(DiffTableInput &sides, const DiffOutcome &outcome, std::shared_ptr<RolesByName> a, std::shared_ptr<RolesByName> b)
{
    a->add(outcome.kernelsA);
    b->add(outcome.kernelsB);
    for (const PassDiff &pass : outcome.passes)
        for (const KernelPair &pair : pass.pairs) {
            if (pair.a.valid())
                a->add(pair.a);
            if (pair.b.valid())
                b->add(pair.b);
        }
    sides.rolesA = std::move(a);
    sides.rolesB = std::move(b);
}

} // namespace

void DiffSession::addProvenance(ReportTable &table, const DiffRequest &request) const
{
    const auto add = [&table](const char *key, std::string value) {
        if (!value.empty())
            table.addProvenance(key, std::move(value));
    };
    add("tool", "lamella " LAMELLA_VERSION);
    add("file", m_a.document->source.path);
    add("with", m_b.document->source.path);
    add("format", m_a.document->metadata.format);
    if (!m_sameTrace)
        add("with_format", m_b.document->metadata.format);
    add("config", m_a.session->options().configPath);
    if (!m_sameTrace)
        add("with_config", m_b.session->options().configPath);
    add("profile", m_a.segmentation->profileName);
    if (!m_sameTrace)
        add("with_profile", m_b.segmentation->profileName);
    add("pass", request.pass);
    add("with_pass", request.withPass);
    add("layer", request.layer);
    add("with_layer", request.withLayer);
    add("device", request.device);
    add("with_device", request.withDevice);
    add("stream", request.stream);
    add("stage", request.stage);
    add("by", request.by);
    add("filter", request.filter);
    add("sort", request.sort);
    if (request.top > 0)
        add("top", std::to_string(request.top));
}

Result<std::shared_ptr<const ReportTable>> DiffSession::table(
    const DiffRequest &request, const DiffOutcome &outcome, const JobControl &control) const
{
    std::optional<DiffView> view = diffViewFromName(request.by);
    if (!view && request.by != "auto")
        return badRequest(msg("view %1 is not known; use sequence, kernel, layer, type, category or replaced", request.by));
    if (!view)
        view = outcome.oneLayerPair ? DiffView::Sequence : DiffView::Kernel;
    const DiffView asked = *view;
    view = viewFor(asked);
    const DiffSummary sums = summary(outcome, *view);
    const AnalysisInput a = m_a.input();
    const AnalysisInput b = m_b.input();
    DiffTableInput sides{a, b, m_sameTrace};
    const bool kernels = *view == DiffView::Sequence || *view == DiffView::Kernel || *view == DiffView::Replaced;
    for (const auto &[session, cells] : {std::pair(&m_a.session, &sides.originsA), std::pair(&m_b.session, &sides.originsB)}) {
        if (!kernels && !(*session)->options().companions.any()) // they are not shown; one that does not fit is refused still
            continue;
        const auto origins = (*session)->origins(control);
        if (!origins)
            return origins.error();
        const auto tree = (*session)->callTree(control);
        if (!tree)
            return tree.error();
        *cells = std::make_shared<const OriginCells>(*origins, *tree);
    }
    if (kernels) {
        const auto rolesA = m_a.session->roles(control);
        const auto rolesB = m_b.session->roles(control);
        if (!rolesA || !rolesB)
            return rolesA ? rolesB.error() : rolesA.error();
        addRoles(sides, outcome, std::make_shared<RolesByName>(m_a.document, *rolesA),
            std::make_shared<RolesByName>(m_b.document, *rolesB));
    }
    ReportTable table = diffTable(sides, sums);
    table.addNote("Δ = B − A: above zero where B takes longer.");
    for (const Message &note : outcome.notes)
        table.addNote(note);
    if (*view != asked && request.by != "auto")
        table.addNote("Shown by category: kernels of different processors cannot be paired.");
    if (sums.view != *view)
        table.addNote("There are no layers to compare, so these are the kernels.");
    addProvenance(table, request);
    if (request.filter.empty() && request.sort.empty() && request.top == 0)
        return std::make_shared<const ReportTable>(std::move(table));
    const auto rows = viewRows(table, {request.filter, request.sort, request.top});
    if (!rows)
        return rows.error();
    if (rows->size() < table.rowCount())
        table.addNote(msg("%1 of %2 rows.", rows->size(), table.rowCount()));
    return std::make_shared<const ReportTable>(table.withRows(*rows));
}

Result<std::shared_ptr<const ReportTable>> DiffSession::table(const DiffRequest &request, const JobControl &control) const
{
    const auto outcome = compare(request, control);
    if (!outcome)
        return outcome.error();
    return table(request, **outcome, control);
}

struct DiffSession::GateDevices {
    std::vector<std::pair<DeviceId, DeviceId>> pairs;
    std::vector<DeviceId> onlyA;
    std::vector<DeviceId> onlyB;
};

Result<DiffSession::GateDevices> DiffSession::devicesOf(const DiffRequest &request) const
{
    const auto scope = [](const AnalysisInput &side, const std::string &device, const std::string &stage) {
        return resolveScope(side.document, side.segmentation, {"all", "all", device, {}, stage, false, false});
    };
    const bool every = request.device.empty() && request.withDevice.empty();
    const std::string own = every ? "all" : request.device;
    const std::string other = request.withDevice.empty() ? own : request.withDevice;
    const auto a = scope(m_a.input(), own, {});
    if (!a)
        return a.error();
    if (a->devices.empty())
        return withoutGpuWork(*m_a.document);
    const auto b = scope(m_b.input(), other, {});
    if (!b)
        return aboutB(b.error());
    if (b->devices.empty())
        return withoutGpuWork(*m_b.document);
    // A stage missing on one side is a result of the gate; one missing on both is a wrong request.
    const auto ofStage = scope(m_a.input(), own, request.stage);
    if (!ofStage && !scope(m_b.input(), other, request.stage))
        return ofStage.error();
    GateDevices devices;
    const bool one = a->devices.size() == 1 && b->devices.size() == 1; // whatever their numbers
    std::vector<DeviceId> left = b->devices;
    for (const DeviceId device : a->devices) {
        const auto found = std::find_if(left.begin(), left.end(), [&](DeviceId of) {
            return one || m_b.document->devices[of.value].number == m_a.document->devices[device.value].number;
        });
        if (found == left.end()) {
            devices.onlyA.push_back(device);
            continue;
        }
        devices.pairs.emplace_back(device, *found);
        left.erase(found);
    }
    devices.onlyB = std::move(left);
    const std::size_t others = std::min(devices.onlyA.size(), devices.onlyB.size());
    for (std::size_t i = 0; i < others; ++i)
        devices.pairs.emplace_back(devices.onlyA[i], devices.onlyB[i]);
    devices.onlyA.erase(devices.onlyA.begin(), devices.onlyA.begin() + static_cast<std::ptrdiff_t>(others));
    devices.onlyB.erase(devices.onlyB.begin(), devices.onlyB.begin() + static_cast<std::ptrdiff_t>(others));
    std::sort(devices.pairs.begin(), devices.pairs.end());
    return devices;
}

DeviceComparison DiffSession::compareDevices(const DiffRequest &request, DeviceId ofA, DeviceId ofB) const
{
    const AnalysisInput a = m_a.input();
    const AnalysisInput b = m_b.input();
    const auto walls = [&request](const AnalysisInput &side, DeviceId device) {
        std::vector<StageWalls> all = stageWalls(side.segmentation, device);
        if (!request.stage.empty() && request.stage != "all")
            std::erase_if(all, [&request](const StageWalls &w) { return stageName(w.stage) != request.stage; });
        return all;
    };
    DeviceComparison compared{
        a.document.devices[ofA.value].number, b.document.devices[ofB.value].number, compareStages(walls(a, ofA), walls(b, ofB))};
    if (std::all_of(compared.stages.begin(), compared.stages.end(), [](const StageComparison &s) { return s.figures.empty(); }))
        compared.whole = compareSingle(gpuTime(a, ofA), gpuTime(b, ofB));
    return compared;
}

Result<DiffSession::Gate> DiffSession::gate(const DiffRequest &request, const GateRule &rule) const
{
    const auto devices = devicesOf(request);
    if (!devices)
        return devices.error();
    Gate gate;
    Comparison &compared = gate.comparison;
    for (const auto &[ofA, ofB] : devices->pairs) {
        compared.devices.push_back(compareDevices(request, ofA, ofB));
        if (m_sameTrace)
            continue;
        for (JobDifference &difference :
            jobDifferences({*m_a.document, m_a.session->config(), &m_a.segmentation->devices[ofA.value]},
                {*m_b.document, m_b.session->config(), &m_b.segmentation->devices[ofB.value]}))
            if (std::find(compared.job.begin(), compared.job.end(), difference) == compared.job.end())
                compared.job.push_back(std::move(difference));
    }
    gate.failed = gateFails(compared, rule);
    ReportTable table = compareTable(compared, rule);
    table.addNote("Δ = B − A: above zero where B is slower. A difference within the noise is called unchanged.");
    if (compared.devices.size() > 1)
        table.addNote(slowerNote(compared));
    for (const DeviceId device : devices->onlyA)
        table.addWarning(
            msg("Device %1 of A has no counterpart in B; it is not compared.", m_a.document->devices[device.value].number));
    for (const DeviceId device : devices->onlyB)
        table.addWarning(
            msg("Device %1 of B has no counterpart in A; it is not compared.", m_b.document->devices[device.value].number));
    if (std::any_of(
            compared.devices.begin(), compared.devices.end(), [](const DeviceComparison &d) { return d.whole.has_value(); }))
        table.addNote(
            "Where no stage has passes in both traces, the busy time of all GPU work of the device is compared; its noise "
            "cannot be estimated and is taken as 2 %.");
    if (rule.failAbove)
        table.addNote(gateNote(gate.failed, rule));
    std::vector<Message> notes;
    noteFit(notes);
    for (const Message &note : notes)
        table.addNote(note);
    addProvenance(table, request);
    if (rule.failAbove)
        table.addProvenance("fail_above", percent(*rule.failAbove));
    if (rule.allowMissing)
        table.addProvenance("allow_missing", "yes");
    gate.table = std::make_shared<const ReportTable>(std::move(table));
    return gate;
}

} // namespace lamella::core
