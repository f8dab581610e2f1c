// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/archive/NestedSource.h"

#include "core/import/DiagnosticKinds.h"
#include "core/import/UserLimits.h"
#include "core/import/archive/StreamInflater.h"
#include "core/import/pack/PackLayout.h"
#include "core/import/zstd/ZstdSource.h"

#include <algorithm>
#include <cstring>
#include <string_view>
#include <utility>

namespace lamella::core {

namespace {

constexpr std::size_t kMagicBytes = 4;
constexpr std::uint64_t kUsualRatio = 8; // of JSON

class NestedSource final : public ByteSource {
public:
    NestedSource(std::unique_ptr<ByteSource> source, std::string head, StreamInflater::Kind kind, std::string path,
        const ImportLimits &limits)
        : m_source(std::move(source))
        , m_head(std::move(head))
        , m_path(std::move(path))
        , m_limits(withUserLimits(limits))
        , m_inflater(kind)
        , m_stored(kind == StreamInflater::Kind::Stored)
    {
        m_stamp = m_source->stamp();
    }

    Result<std::size_t> read(char *to, std::size_t bytes) override
    {
        const auto fill = [this](char *buffer, std::size_t size) -> Result<std::size_t> {
            const std::size_t first = std::min(size, m_head.size() - m_headRead);
            std::memcpy(buffer, m_head.data() + m_headRead, first);
            m_headRead += first;
            const Result<std::size_t> rest = m_source->read(buffer + first, size - first);
            m_diskBytesRead.store(m_source->diskBytesRead(), std::memory_order_relaxed);
            if (!rest)
                return rest.error();
            keepTail({buffer, first + *rest});
            return first + *rest;
        };
        const Result<std::size_t> got = m_stored ? fill(to, bytes) : m_inflater.read(to, bytes, fill);
        if (!got)
            return got;
        m_produced += *got;
        if (m_limits.maxRawBytes != 0 && m_produced > m_limits.maxRawBytes)
            return rawLimitError(m_path, m_limits.maxRawBytes);
        // Against the file: two layers of compression have the ratio of both.
        if (!m_stored && exceedsRatio(m_produced, m_stamp.bytes, m_limits.maxRatio))
            return ratioLimitError(m_path, m_limits.maxRatio);
        return got;
    }
    [[nodiscard]] bool compressed() const override { return true; }
    [[nodiscard]] std::uint64_t sizeHint() const override { return m_source->sizeHint() * (m_stored ? 1 : kUsualRatio); }
    [[nodiscard]] SourceDamage damage() const override
    {
        return m_source->damage() != SourceDamage::None ? m_source->damage()
            : m_inflater.damaged()                      ? SourceDamage::DamagedGzip
            : m_inflater.truncated()                    ? SourceDamage::TruncatedGzip
                                                        : SourceDamage::None;
    }
    void diagnose(ImportDiagnostics &diagnostics) const override
    {
        m_source->diagnose(diagnostics);
        if (const PackFooterKind kind = packFooterKind(m_tail);
            kind.joined || kind.attached) // read as a stream, a pack is its text
            diagnostics.add(diagnostics::kLostPackPart, -1);
    }

private:
    void keepTail(std::string_view bytes)
    {
        m_tail.append(bytes.substr(bytes.size() - std::min(bytes.size(), kPackFooterBytes)));
        m_tail.erase(0, m_tail.size() - std::min(m_tail.size(), kPackFooterBytes));
    }

    std::unique_ptr<ByteSource> m_source;
    std::string m_head; // read before
    std::string m_tail; // of the stored bytes: where a pack says what it holds
    std::size_t m_headRead = 0;
    std::string m_path;
    ImportLimits m_limits;
    StreamInflater m_inflater;
    bool m_stored;
    std::uint64_t m_produced = 0;
};

} // namespace

Result<std::unique_ptr<ByteSource>> inflateNested(
    std::unique_ptr<ByteSource> source, const std::string &path, const ImportLimits &limits)
{
    std::string head(kMagicBytes, '\0');
    const Result<std::size_t> got = source->read(head.data(), head.size());
    if (!got)
        return got.error();
    head.resize(*got);
    const StreamInflater::Kind kind = head.starts_with("\x1F\x8B") ? StreamInflater::Kind::Gzip
        : head == kZstdMagic                                       ? StreamInflater::Kind::Zstd
                                                                   : StreamInflater::Kind::Stored;
    return std::unique_ptr<ByteSource>(std::make_unique<NestedSource>(std::move(source), std::move(head), kind, path, limits));
}

} // namespace lamella::core
