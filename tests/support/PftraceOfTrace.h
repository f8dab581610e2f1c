// SPDX-License-Identifier: GPL-3.0-or-later
// Writes a Chrome trace as the Perfetto trace that PyTorch's CUPTI profiler would write of the same run, independently of the
// product's reader and writer: GPU work as render stages with interned kernels, host work as slices, arguments as annotations.
#pragma once

#include <QByteArray>

namespace lamella::test {

enum class PftraceOrder {
    EndsLast, // all begins, then all ends: written when the recording ends, as PyTorch does
    ByTime, // written while the program runs, as Perfetto's own library does
};

// Complete events ("X") and the names of processes and threads; the rest of the trace is left out. Times below 2^53 ns.
[[nodiscard]] QByteArray pftraceOf(const QByteArray &chromeTrace, PftraceOrder order = PftraceOrder::EndsLast);
// The same events as a Chrome trace, in the same order.
[[nodiscard]] QByteArray chromeOf(const QByteArray &chromeTrace);

// The parts of the format, for tests that build traces by hand.
namespace pb {
[[nodiscard]] QByteArray varint(quint64 value);
[[nodiscard]] QByteArray number(int field, quint64 value);
[[nodiscard]] QByteArray bytes(int field, const QByteArray &value);
} // namespace pb

} // namespace lamella::test
