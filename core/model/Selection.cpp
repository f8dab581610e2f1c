// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/Selection.h"

#include <algorithm>

namespace lamella::core {

std::optional<SelectedPart> partOf(const Selection &selection)
{
    if (const auto *pass = std::get_if<PassSelection>(&selection))
        return *pass;
    if (const auto *layer = std::get_if<LayerSelection>(&selection))
        return *layer;
    if (const auto *kernel = std::get_if<KernelSelection>(&selection))
        return *kernel;
    if (const auto *name = std::get_if<NameSelection>(&selection))
        return *name;
    return std::nullopt;
}

Selection selectionOf(const SelectedPart &part)
{
    return std::visit([](const auto &one) { return Selection(one); }, part);
}

std::span<const SelectedPart> partsOf(const Selection &selection)
{
    const auto *several = std::get_if<SeveralSelection>(&selection);
    return several != nullptr ? std::span<const SelectedPart>(several->parts) : std::span<const SelectedPart>();
}

bool isSelected(const Selection &selection, const Selection &subject)
{
    if (sameSubject(selection, subject))
        return true;
    const auto parts = partsOf(selection);
    return std::any_of(
        parts.begin(), parts.end(), [&subject](const SelectedPart &part) { return sameSubject(selectionOf(part), subject); });
}

Selection withToggled(const Selection &selection, const Selection &subject)
{
    const auto added = partOf(subject);
    if (!added)
        return subject;
    std::vector<SelectedPart> parts(partsOf(selection).begin(), partsOf(selection).end());
    if (const auto one = partOf(selection))
        parts.push_back(*one);
    const auto there = std::find_if(
        parts.begin(), parts.end(), [&subject](const SelectedPart &part) { return sameSubject(selectionOf(part), subject); });
    if (there != parts.end()) {
        if (parts.size() == 1)
            return selection; // the only one stays
        parts.erase(there);
    } else if (parts.size() < SeveralSelection::kMaxParts) {
        parts.push_back(*added);
    }
    return parts.size() == 1 ? selectionOf(parts.front()) : Selection(SeveralSelection{std::move(parts)});
}

Selection severalOf(std::span<const Selection> subjects)
{
    Selection all;
    for (const Selection &subject : subjects)
        if (partOf(subject) && !isSelected(all, subject))
            all = withToggled(all, subject);
    return all;
}

} // namespace lamella::core
