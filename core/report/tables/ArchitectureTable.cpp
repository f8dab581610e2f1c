// SPDX-License-Identifier: GPL-3.0-or-later
// architecture: properties of the model, from its config and from the trace.
#include "core/analysis/ProductFormat.h"
#include "core/analysis/TensorShapes.h"
#include "core/base/Format.h"
#include "core/base/Message.h"
#include "core/base/Saturate.h"
#include "core/profile/NameText.h"
#include "core/report/tables/TableBuilders.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>

namespace lamella::core {

namespace {

struct FactRow {
    std::string_view key;
    OrMissing<std::string_view> value;
    Message source;
};

std::vector<Column<FactRow>> factColumns()
{
    using namespace columns;
    return {text("key", "Key", "Stable name; found.* is what the trace shows", &FactRow::key),
        text("value", "Value", "As stated, or as found", &FactRow::value),
        text("source", "Source", "Field of the model config, or where the trace shows it", &FactRow::source)};
}

// What one pass shows of the model, collected in one loop over its kernels.
struct PassFacts {
    struct Uses {
        std::map<int, int> perLayer; // layer -> kernels
        std::map<StringId, std::int64_t> names; // ns
        [[nodiscard]] std::size_t layers() const { return perLayer.size(); }
    };
    std::array<Uses, kCategories> uses;
    std::map<int, KernelId> firstNorm; // by layer
    std::vector<KernelId> tailProducts; // GEMMs after the last layer
    std::map<std::string_view, std::int64_t> numbers; // ns of GEMMs by number format
    std::int64_t productNs = 0;
};

constexpr std::string_view kNoFormat = "not told";

PassFacts factsOf(const TableInput &input, const LaunchJoin &launches, const PassRef &ref)
{
    PassFacts facts;
    ProductFormats formats(*input.document, *input.names, launches);
    const KernelTable &kernels = input.document->kernels;
    for (const KernelId kernel : input.index->ofPass(ref.device, ref.pass->number)) {
        const int layer = input.segmentation->layerOf[kernel.value];
        const KernelName &name = (*input.names)[kernels.name[kernel.value]];
        if (layer == kTailLayer && name.category == Category::Gemm)
            facts.tailProducts.push_back(kernel);
        if (layer < 0)
            continue;
        PassFacts::Uses &use = facts.uses[static_cast<std::size_t>(name.category)];
        ++use.perLayer[layer];
        std::int64_t &ofName = use.names[kernels.name[kernel.value]];
        ofName = addSaturated(ofName, kernels.duration[kernel.value]);
        if (name.category == Category::Norm)
            facts.firstNorm.try_emplace(layer, kernel);
        if (ProductFormats::isProduct(name.category)) {
            const std::string_view format = formats.of(kernel);
            std::int64_t &ns = facts.numbers[format.empty() ? kNoFormat : format];
            ns = addSaturated(ns, kernels.duration[kernel.value]);
            facts.productNs = addSaturated(facts.productNs, kernels.duration[kernel.value]);
        }
    }
    return facts;
}

class Rows {
public:
    Rows(RowTable<FactRow> &table, const TableInput &input, const LaunchJoin &launches, const PassRef &ref)
        : m_table(table)
        , m_input(input)
        , m_launches(launches)
        , m_ref(ref)
        , m_facts(factsOf(input, launches, ref))
    {
    }
    void layers();
    void kinds();
    void shapes();

private:
    void row(std::string_view key, const std::string &value, const Message &source)
    {
        m_table.append({key, value, source}, PassSelection{m_ref.device, m_ref.pass->number});
    }
    void missing(std::string_view key, const char *reason) { m_table.append({key, Missing{reason}, msg("trace: %1", reason)}); }
    [[nodiscard]] const PassFacts::Uses &uses(Category c) const { return m_facts.uses[static_cast<std::size_t>(c)]; }
    [[nodiscard]] Message inLayers(std::size_t count) const { return msg("%1 of %2 layers", count, m_ref.pass->layers); }
    [[nodiscard]] std::string longestName(Category c) const;
    void kind(std::string_view key, Category c, std::string_view what);
    [[nodiscard]] std::optional<TensorShapes> shapesOf(KernelId kernel) const;
    void hiddenSize();
    void vocabulary();

    RowTable<FactRow> &m_table;
    const TableInput &m_input;
    const LaunchJoin &m_launches;
    PassRef m_ref;
    PassFacts m_facts;
    std::int64_t m_hidden = 0;
};

void Rows::layers()
{
    const Pass &pass = *m_ref.pass;
    row("found.layers", std::to_string(pass.layers),
        msg("%1; %2",
            msg(pass.complete ? "trace: layers of pass %1, complete" : "trace: layers of pass %1, which the capture truncates",
                pass.number),
            msg("evidence %1", Message(evidenceName(pass.evidence)))));
    const DeviceSegmentation &device = m_input.segmentation->devices[m_ref.device.value];
    std::map<int, int> counts;
    for (std::uint32_t i = 0; i < static_cast<std::uint32_t>(pass.layers); ++i)
        ++counts[device.layers[pass.firstLayer + i].type];
    std::string types;
    for (const auto &[type, count] : counts)
        if (type >= 0 && static_cast<std::size_t>(type) < device.typeNames.size())
            types +=
                (types.empty() ? "" : ", ") + device.typeNames[static_cast<std::size_t>(type)] + ": " + std::to_string(count);
    if (types.empty())
        missing("found.layer_types", "neither config nor kernels distinguish types of layers");
    else
        row("found.layer_types", types, m_input.config ? "model config and kernels" : "trace: layers that run the same kernels");
}

std::string Rows::longestName(Category c) const
{
    const PassFacts::Uses &use = uses(c);
    const auto longest = std::max_element(use.names.begin(), use.names.end(), [this](const auto &a, const auto &b) {
        return a.second != b.second ? a.second < b.second : m_input.document->text(a.first) > m_input.document->text(b.first);
    });
    return longest == use.names.end() ? std::string() : (*m_input.names)[longest->first].shortName;
}

void Rows::kind(std::string_view key, Category c, std::string_view what)
{
    const PassFacts::Uses &use = uses(c);
    if (use.names.empty())
        return;
    const bool several = use.names.size() > 1;
    row(key, std::string(what) + "in " + inLayers(use.layers()).english(),
        msg(several ? "trace: kernels of category %1, longest %2" : "trace: kernels of category %1, %2", std::string(info(c).id),
            longestName(c)));
}

void Rows::kinds()
{
    if (uses(Category::Attention).names.empty())
        missing("found.attention", "no kernel of category attention in the layers");
    kind("found.attention", Category::Attention, "");
    kind("found.linear_attention", Category::LinearAttention, "");
    kind("found.indexer", Category::Indexer, "");
    const std::size_t experts = uses(Category::Moe).layers();
    if (experts > 0)
        kind("found.ffn", Category::Moe, "MoE ");
    else
        row("found.ffn", "no experts", "trace: no kernel of category moe in the layers");
    kind("found.residual", Category::HyperConnection, "hyper-connections ");
    const PassFacts::Uses &collectives = uses(Category::Communication);
    std::int64_t count = 0;
    for (const auto &[layer, n] : collectives.perLayer)
        count += n;
    if (count > 0)
        row("found.collectives", std::to_string(count) + ", in " + inLayers(collectives.layers()).english(),
            msg("trace: kernels of category communication, longest %1", longestName(Category::Communication)));
    else
        row("found.collectives", "none", "trace: no kernel of category communication in the layers");
    std::string formats;
    std::vector<std::pair<std::int64_t, std::string_view>> byTime;
    for (const auto &[format, ns] : m_facts.numbers)
        byTime.emplace_back(-ns, format);
    std::sort(byTime.begin(), byTime.end());
    for (const auto &[ns, format] : byTime)
        formats += (formats.empty() ? "" : ", ") + std::string(format) + " "
            + formatShare(static_cast<double>(-ns) / static_cast<double>(std::max<std::int64_t>(1, m_facts.productNs)));
    if (!formats.empty())
        row("found.number_formats", formats,
            "trace: names and recorded input types of GEMM and expert kernels, shares of their time in the layers");
}

std::optional<TensorShapes> Rows::shapesOf(KernelId kernel) const
{
    const StringId dims = kernel.value < m_launches.inputDims.size() ? m_launches.inputDims[kernel.value] : StringId();
    if (!dims.valid())
        return {};
    return tensorShapes(m_input.document->text(dims));
}

void Rows::hiddenSize()
{
    std::map<std::int64_t, std::size_t> widths;
    for (const auto &[layer, kernel] : m_facts.firstNorm)
        if (const auto shapes = shapesOf(kernel);
            shapes && !shapes->empty() && shapes->front().size() >= 2 && shapes->front().back() > 0)
            ++widths[shapes->front().back()];
    const auto usual =
        std::max_element(widths.begin(), widths.end(), [](const auto &a, const auto &b) { return a.second < b.second; });
    if (usual == widths.end()) {
        missing("found.hidden_size", m_facts.firstNorm.empty() ? "no norm in the layers" : "no input shapes recorded for norms");
        return;
    }
    m_hidden = usual->first;
    row("found.hidden_size", std::to_string(usual->first),
        msg("trace: last dimension of the input of the first norm in %1", inLayers(usual->second)));
}

// The GEMM after the last layer that turns hidden states into logits.
void Rows::vocabulary()
{
    std::int64_t width = 0;
    for (const KernelId kernel : m_facts.tailProducts) {
        const auto shapes = shapesOf(kernel);
        if (!shapes || m_hidden <= 0)
            continue;
        for (const std::vector<std::int64_t> &shape : *shapes)
            if (shape.size() == 2 && (shape[0] == m_hidden || shape[1] == m_hidden))
                width = std::max(width, shape[0] == m_hidden ? shape[1] : shape[0]);
    }
    if (width > m_hidden)
        row("found.vocab_size", std::to_string(width),
            "trace: weights of the GEMM after the last layer; this rank's part of the vocabulary");
    else
        missing("found.vocab_size",
            m_facts.tailProducts.empty() ? "no GEMM after the last layer" : "no input shapes recorded for it");
}

void Rows::shapes()
{
    hiddenSize();
    vocabulary();
}

Result<ReportTable> architectureTable(const TableInput &input)
{
    const auto launches = input.parts->launches(input.control);
    if (!launches)
        return launches.error();
    RowTable<FactRow> table("architecture", "Model architecture", factColumns());
    if (input.stopped())
        return table;
    if (input.config) {
        for (const auto &[key, value] : input.config->summary)
            table.append({key, value, msg("model config")});
    } else {
        table.addNote("No model config is given (--config): only what the trace shows.");
    }
    if (input.scope.passes.empty() || input.scope.passes.front().pass->layers == 0) {
        table.addNote(input.segmentation->whyNone.empty() ? Message("No layers were found.")
                                                          : msg("No layers were found: %1", input.segmentation->whyNone));
        return table;
    }
    Rows rows(table, input, **launches, input.scope.passes.front());
    rows.layers();
    rows.kinds();
    rows.shapes();
    if (!input.scope.why.empty())
        table.addNote(msg("Shown of the trace: %1", input.scope.why));
    return table;
}

} // namespace

extern const TableSpec kArchitectureTable{
    .name = "architecture",
    .help = "what the model is like, by its config and by the trace",
    .example = "trace.json.gz --config config.json",
    .columns = headings<factColumns>,
    .build = architectureTable,
    .streams = false,
};

} // namespace lamella::core
