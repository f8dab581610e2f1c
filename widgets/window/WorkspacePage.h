// SPDX-License-Identifier: GPL-3.0-or-later
// The panels of one workspace in columns, with splitters between them. GUI thread.
#pragma once

#include "widgets/window/WorkspaceSpec.h"

#include <QWidget>

class QSettings;
class QSplitter;

namespace lamella::ui {

class PanelSlot;

class WorkspacePage : public QWidget {
    Q_OBJECT
public:
    WorkspacePage(const WorkspaceSpec &spec, QWidget *parent); // with empty places
    // Makes the next one of its panels; false: it was the last one. To be called until then, before anything else.
    bool makeNext(const PanelContext &context);

    [[nodiscard]] const WorkspaceSpec &spec() const { return m_spec; }
    [[nodiscard]] bool show(const QString &panel); // in its place; false: not of this workspace
    [[nodiscard]] QWidget *panel(const QString &id) const; // null: not of this workspace
    [[nodiscard]] std::vector<QWidget *> panels() const;
    [[nodiscard]] std::vector<QWidget *> shownPanels() const; // in reading order
    void setWide(bool wide);
    // Moves a panel to a place outside of the page, and back to where it belongs.
    void lend(const QString &panel, PanelSlot &to);
    void takeBack(const QString &panel, PanelSlot &from);
    void reset(); // shares of the declaration, first panel of each place
    void save(QSettings &settings) const;
    void restore(const QSettings &settings);

private:
    struct Slot {
        const SlotSpec *spec;
        PanelSlot *widget;
        std::size_t made = 0; // panels of `spec`
    };
    void arrange();
    [[nodiscard]] QString key(const char *what) const;

    const WorkspaceSpec &m_spec;
    QSplitter *m_columns = nullptr;
    std::vector<QSplitter *> m_rows; // of each column
    std::vector<Slot> m_slots;
    std::vector<std::pair<QString, PanelSlot *>> m_homes; // of the panels that move in wide windows
    QString m_lentShown; // the panel that is lent, if it was shown in its place
    bool m_wide = false;
};

} // namespace lamella::ui
