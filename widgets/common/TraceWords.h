// SPDX-License-Identifier: GPL-3.0-or-later
// What the parts of a trace are called: steps and ops of a compiled program (JAX), else passes and kernels.
#pragma once

#include <QCoreApplication>
#include <QString>

#include <cstdint>

namespace lamella::core {
struct TraceDocument;
}

namespace lamella::ui {

class TraceWords {
    Q_DECLARE_TR_FUNCTIONS(TraceWords)
public:
    explicit TraceWords(bool compiled = false)
        : m_compiled(compiled)
    {
    }
    [[nodiscard]] static TraceWords of(const core::TraceDocument *document); // null: passes and kernels

    [[nodiscard]] QString passes() const; // as a title
    [[nodiscard]] QString allPasses() const;
    [[nodiscard]] QString passesByCategory() const; // as a title
    [[nodiscard]] QString passCount(std::int64_t count, std::int64_t devices = 1) const; // of all these devices
    [[nodiscard]] QString kernelCount(std::int64_t count) const;
    // "jit_f" of a step with the note "jit_f(1234)"; empty for other notes, and for passes.
    [[nodiscard]] QString programOf(const QString &note) const;

private:
    bool m_compiled;
};

} // namespace lamella::ui
