// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/DocumentSource.h"

#include "core/import/DiagnosticKinds.h"

namespace lamella::core {

void noteSourceDamage(const ByteSource &source, std::uint64_t rawBytes, ImportDiagnostics &diagnostics)
{
    const auto offset = static_cast<std::int64_t>(rawBytes);
    switch (source.damage()) {
    case SourceDamage::None:
        break;
    case SourceDamage::TruncatedGzip:
        diagnostics.add(diagnostics::kTruncatedGzip, offset);
        break;
    case SourceDamage::DamagedGzip:
        diagnostics.add(diagnostics::kDamagedGzip, offset);
        break;
    case SourceDamage::WrongChecksum:
        diagnostics.add(diagnostics::kWrongChecksum, -1);
        break;
    case SourceDamage::TrailingBytes:
        diagnostics.add(diagnostics::kTrailingBytesAfterGzip, offset);
        break;
    }
    source.diagnose(diagnostics);
}

void describeSource(TraceDocument &document, const std::string &path, const ByteSource &source, std::uint64_t rawBytes)
{
    document.source.path = path;
    document.source.fileBytes = source.stamp().bytes;
    document.source.modifiedNs = source.stamp().modifiedNs;
    document.source.rawBytes = rawBytes;
    document.source.compressed = source.compressed();
}

} // namespace lamella::core
