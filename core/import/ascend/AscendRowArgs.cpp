// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/ascend/AscendRowArgs.h"

#include "core/import/JsonText.h"
#include "core/import/OpenByteSource.h"
#include "core/import/ascend/CsvRows.h"
#include "core/import/ascend/TrimmedCell.h"

#include <algorithm>
#include <cstring>

namespace lamella::core {

namespace {

// Text as a byte source.
class TextSource : public ByteSource {
public:
    explicit TextSource(std::string_view text)
        : m_text(text)
    {
    }
    [[nodiscard]] Result<std::size_t> read(char *to, std::size_t bytes) override
    {
        const std::size_t length = std::min(bytes, m_text.size());
        std::memcpy(to, m_text.data(), length);
        m_text.remove_prefix(length);
        return length;
    }
    [[nodiscard]] bool compressed() const override { return false; }

private:
    std::string_view m_text;
};

bool isNumber(std::string_view text)
{
    if (text.starts_with('-'))
        text.remove_prefix(1);
    const auto digits = [&text] {
        std::size_t count = 0;
        while (count < text.size() && text[count] >= '0' && text[count] <= '9')
            ++count;
        text.remove_prefix(count);
        return count;
    };
    const bool leadingZero = text.size() > 1 && text[0] == '0' && text[1] != '.';
    if (leadingZero || digits() == 0)
        return false;
    if (text.empty())
        return true;
    if (text.front() != '.')
        return false;
    text.remove_prefix(1);
    return digits() > 0 && text.empty();
}

} // namespace

std::string cellAsJson(std::string_view cell)
{
    const std::string_view text = trimmedCell(cell);
    if (isNumber(text))
        return std::string(text);
    return quotedJson(text);
}

Result<std::vector<std::pair<std::string, std::string>>> ascendRowArgs(const TraceDocument &document, std::string_view row)
{
    const ImportLimits limits;
    const Result<std::unique_ptr<ByteSource>> file = openByteSource(document.source.path, limits);
    if (!file)
        return file.error();
    CsvRows header(**file, limits.maxEventBytes);
    TextSource text(row);
    CsvRows cells(text, limits.maxEventBytes);
    if (!header.next() || !cells.next())
        return Error{ErrorCode::Io, "the file has changed since it was read; reload it", document.source.path, -1};
    std::vector<std::pair<std::string, std::string>> args;
    for (std::size_t i = 0; i < std::min(header.cells().size(), cells.cells().size()); ++i) {
        const std::string_view value = trimmedCell(cells.cells()[i]);
        if (!value.empty() && value != "N/A")
            args.emplace_back(cleanSample(trimmedCell(header.cells()[i])), cellAsJson(value));
    }
    return args;
}

} // namespace lamella::core
