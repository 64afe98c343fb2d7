// SPDX-License-Identifier: GPL-3.0-or-later
// What the dialogs of exports share: view, theme and size beside a preview; a sentence and two buttons below them.
#pragma once

#include "ui/export/picture.h"
#include "ui/session/snapshot.h"

#include <QDialog>
#include <QLabel>

class QComboBox;
class QDialogButtonBox;
class QFormLayout;
class QPushButton;
class QSpinBox;

namespace ui
{

struct Theme;

/// The page that would be exported at its true shape, made smaller.
class Preview : public QLabel
{
    Q_OBJECT
public:
    explicit Preview(QWidget* parent = nullptr);

    /// Why it cannot be drawn; empty where it is.
    QString present(PictureRequest, const Snapshot&);
};

/// A size of a picture by name.
struct SizePreset {
    QString name;
    QSize pixels;
    int dpi = 96;
};

/// With which the smallest text of a slide has 24 of 1080 lines, as in a lecture; beside the text of a slide, on half
/// of its width, three quarters of that have to do.
int slideDpi(QSize pixels);

class PictureDialog : public QDialog
{
    Q_OBJECT
public:
    void setView(const QString& id);

signals:
    void exported(const QString& path);

protected:
    PictureDialog(const Snapshot&, QWidget* parent);

    /// Fills the combo box of themes, the one in sight marked.
    void addThemes(QFormLayout&, const Theme&);
    /// Rows of a form; the first preset is chosen.
    void addSizes(QFormLayout&, const std::vector<SizePreset>&);
    void setSizesEnabled(bool);
    /// Controls at the left, below them the sentence, what `below` is, and the buttons.
    void arrange(QWidget* controls, QWidget* below = nullptr);
    /// What all pictures are asked for with.
    PictureRequest picture() const;
    void say(const QString& sentence);
    QPushButton* button(bool save) const;
    /// After any choice.
    virtual void refresh() = 0;
    virtual void save() = 0;

    Snapshot m_snapshot;
    PlaybackState m_playback;
    QComboBox* m_view;
    QComboBox* m_theme;
    Preview* m_preview;

private:
    QLabel* m_sentence;
    QDialogButtonBox* m_buttons;
    QComboBox* m_size;
    QSpinBox* m_width;
    QSpinBox* m_height;
    QSpinBox* m_dpi;
};

} // namespace ui
