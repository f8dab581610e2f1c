// SPDX-License-Identifier: GPL-3.0-or-later
// Cells with the origin of work: operator, shapes, module, source line, and the basis of that origin. Their texts live as long as
// this, which a table keeps alive.
#pragma once

#include "core/analysis/source/CallTree.h"
#include "core/report/tables/Columns.h"

#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace lamella::core {

class OriginCells {
public:
    OriginCells(std::shared_ptr<const Origins> origins, std::shared_ptr<const CallTree> tree);

    [[nodiscard]] OrMissing<KeptText> op(KernelId kernel) const;
    [[nodiscard]] OrMissing<KeptText> module(KernelId kernel) const;
    [[nodiscard]] OrMissing<KeptText> inputDims(KernelId kernel) const;
    [[nodiscard]] OrMissing<KeptText> inputTypes(KernelId kernel) const;
    [[nodiscard]] OrMissing<KeptText> sourceLine(KernelId kernel) const; // "models/qwen3.py:263 forward"
    [[nodiscard]] OrMissing<KeptText> kind(KernelId kernel) const;
    [[nodiscard]] const Origins &origins() const { return *m_origins; }

private:
    [[nodiscard]] OrMissing<KeptText> json(std::string_view recorded, KernelId kernel, std::string_view missing) const;

    std::shared_ptr<const Origins> m_origins;
    std::shared_ptr<const CallTree> m_tree;
    mutable std::unordered_map<std::string_view, std::string> m_texts; // JSON on one line, each distinct one once
    mutable std::vector<std::string> m_lines; // by label
};

// "models/qwen3.py:263"; without the line if it is unknown.
[[nodiscard]] std::string placeText(const FrameLabel &label);

} // namespace lamella::core
