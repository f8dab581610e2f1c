// SPDX-License-Identifier: GPL-3.0-or-later
// The fields that decide where layers begin: anchor, role, blocks per layer, layer count, model config, profile. An empty field
// leaves the decision to the analysis.
#pragma once

#include "core/analysis/Segmentation.h"
#include "core/session/AnalysisSession.h"

#include <QWidget>

class QComboBox;
class QFormLayout;
class QLineEdit;
class QSpinBox;
class QToolButton;

namespace lamella::ui {

class AnchorForm : public QWidget {
    Q_OBJECT
public:
    explicit AnchorForm(QWidget *parent = nullptr);

    void setProfiles(const core::ProfileSet &profiles); // what the combo box lists; a file beside them stays
    void setChoices(const core::SessionOptions &choices); // no signal
    void setCandidate(const core::AnchorCandidate &candidate); // as if the user had typed it
    // `base` with what the fields say in place of its own. Boundaries that were set for another cut are left out.
    [[nodiscard]] core::SessionOptions choices(const core::SessionOptions &base) const;
    void setAnchorInvalid(bool invalid);
    [[nodiscard]] QLineEdit *anchorField() const { return m_anchor; }

signals:
    void changed(); // by the user

private:
    void makeFields();
    void layOut();
    void addRow(QFormLayout &form, const QString &label, QWidget *field, QWidget *buddy);
    QToolButton *browseButton(const QString &text);
    void chooseConfig();
    void chooseProfile();
    void selectProfile(const QString &profile);

    QLineEdit *m_anchor = nullptr;
    QComboBox *m_role = nullptr;
    QSpinBox *m_blocks = nullptr;
    QSpinBox *m_layers = nullptr;
    QLineEdit *m_config = nullptr;
    QComboBox *m_profile = nullptr;
};

} // namespace lamella::ui
