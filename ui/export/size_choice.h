// SPDX-License-Identifier: GPL-3.0-or-later
// Width, height and resolution of a picture, by name or by number; rows of a form.
#pragma once

#include <QObject>
#include <QSize>
#include <QString>

#include <vector>

class QComboBox;
class QFormLayout;
class QSpinBox;

namespace ui
{

struct SizePreset {
    QString name;
    QSize pixels;
    int dpi = 96;
};

class SizeChoice : public QObject
{
    Q_OBJECT
public:
    /// Starts with the first preset.
    SizeChoice(std::vector<SizePreset>, QFormLayout&, QObject* parent);

    QSize pixels() const;
    double dpi() const;
    void setEnabled(bool);

signals:
    void changed();

private:
    void take(int preset);

    std::vector<SizePreset> m_presets;
    QComboBox* m_preset;
    QSpinBox* m_width;
    QSpinBox* m_height;
    QSpinBox* m_dpi;
};

} // namespace ui
