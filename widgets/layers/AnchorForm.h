// SPDX-License-Identifier: GPL-3.0-or-later
// Fields that determine where layers begin: anchor, role, blocks per layer, layer count, model config, profile. An empty field
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

    void setProfiles(const core::ProfileSet &profiles); // entries of the combo box; a file chosen besides them stays
    void setChoices(const core::SessionOptions &choices); // emits no signal
    void setCandidate(const core::AnchorCandidate &candidate); // as if typed by the user
    // `base` with the values of the fields. Boundaries set for another segmentation are dropped.
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
