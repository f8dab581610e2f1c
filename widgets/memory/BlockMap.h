// SPDX-License-Identifier: GPL-3.0-or-later
// The segments of a memory snapshot, each a row, with its blocks to scale: in use, waiting to be freed, free.
#pragma once

#include "core/model/TraceDocument.h"

#include <QWidget>

#include <memory>

namespace lamella::ui {

class BlockMap : public QWidget {
    Q_OBJECT
public:
    explicit BlockMap(QWidget *parent = nullptr);
    // Null, or a document without a snapshot: nothing is drawn.
    void setDocument(std::shared_ptr<const core::TraceDocument> document);
    [[nodiscard]] bool hasSegments() const;

protected:
    void paintEvent(QPaintEvent *event) override;
    bool event(QEvent *event) override;

private:
    [[nodiscard]] int rowHeight() const;
    std::shared_ptr<const core::TraceDocument> m_document;
};

} // namespace lamella::ui
