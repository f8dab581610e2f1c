// SPDX-License-Identifier: GPL-3.0-or-later
// Passes as a tree: pass, then head / layers / tail, then single layers. The parts of a pass are loaded when it is expanded.
#pragma once

#include "core/report/ReportTable.h"

#include <QAbstractItemModel>

#include <limits>
#include <memory>
#include <vector>

namespace lamella::ui {

class PassTreeModel : public QAbstractItemModel {
    Q_OBJECT
public:
    enum Column { kPass, kState, kWall, kKernels, kColumns };

    using QAbstractItemModel::QAbstractItemModel;

    void setPasses(const std::shared_ptr<const core::ReportTable> &passes); // table `passes`; null = empty
    // Tables `layers` of one pass: for its head, its layers and its tail.
    void setLayers(int passRow, const std::vector<std::shared_ptr<const core::ReportTable>> &tables);
    void setStateRule(const QString &rule) { m_stateRule = rule; } // how states were determined; for tooltips
    [[nodiscard]] bool hasLayers(int passRow) const;
    [[nodiscard]] int passCount() const { return static_cast<int>(m_passes.size()); }
    [[nodiscard]] bool severalDevices() const { return m_severalDevices; }
    [[nodiscard]] bool knowsStates() const { return m_knowsStates; } // true if any pass has a state or stage
    [[nodiscard]] core::PassSelection passAt(int passRow) const;
    [[nodiscard]] int passRowOf(core::DeviceId device, int pass) const; // -1 = none
    // Row that best represents the selection; invalid if its pass is not in the model.
    [[nodiscard]] QModelIndex indexOf(const core::Selection &selection) const;

    [[nodiscard]] QModelIndex index(int row, int column, const QModelIndex &parent = {}) const override;
    [[nodiscard]] QModelIndex parent(const QModelIndex &index) const override;
    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] bool hasChildren(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    struct Row {
        QString name;
        QString state;
        QString note;
        std::int64_t wallNs = 0;
        bool wallKnown = false;
        std::int64_t kernels = 0;
        core::Selection target;
    };
    struct Pass {
        Row row;
        core::PassSelection key;
        bool filled = false;
        std::vector<Row> parts; // head, all layers, tail
        int group = -1; // the part that contains the layers
        std::vector<Row> layers;
    };
    [[nodiscard]] const Row *rowAt(const QModelIndex &index) const;
    struct Parts {
        std::vector<Row> head;
        std::vector<Row> layers;
        std::vector<Row> tail;
        std::int64_t startNs = std::numeric_limits<std::int64_t>::max(); // of the layers
        std::int64_t endNs = std::numeric_limits<std::int64_t>::min();
    };
    static void collect(const core::ReportTable &table, Parts &parts);
    [[nodiscard]] static Row layersGroup(const core::PassSelection &pass, const Parts &parts);

    std::vector<Pass> m_passes;
    std::int64_t m_longestNs = 0;
    bool m_severalDevices = false;
    bool m_knowsStates = false;
    QString m_stateRule;
};

} // namespace lamella::ui
