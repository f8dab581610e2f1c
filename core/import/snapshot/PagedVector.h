// SPDX-License-Identifier: GPL-3.0-or-later
// A vector that grows page by page: its values are never copied, so that growing takes no more memory than the values. One thread
// at a time.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

namespace lamella::core {

template <class Value> class PagedVector {
public:
    [[nodiscard]] std::size_t size() const { return m_size; }
    [[nodiscard]] Value &operator[](std::size_t at) { return m_pages[at / kPage][at % kPage]; }
    [[nodiscard]] const Value &operator[](std::size_t at) const { return m_pages[at / kPage][at % kPage]; }
    void push_back(Value value)
    {
        if (m_size % kPage == 0)
            m_pages.push_back(std::make_unique_for_overwrite<Value[]>(kPage));
        m_pages.back()[m_size % kPage] = value;
        ++m_size;
    }
    [[nodiscard]] std::size_t memoryBytes() const { return m_pages.size() * (kPage * sizeof(Value) + sizeof(m_pages[0])); }
    void clear()
    {
        m_pages.clear();
        m_size = 0;
    }

private:
    static constexpr std::size_t kPage = std::size_t{1} << 14;
    std::vector<std::unique_ptr<Value[]>> m_pages;
    std::size_t m_size = 0;
};

} // namespace lamella::core
