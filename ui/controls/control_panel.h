// SPDX-License-Identifier: GPL-3.0-or-later
// The Design dock: all inputs in groups that fold, generated from the table of fields.
#pragma once

#include <QWidget>

#include <functional>
#include <vector>

class QScrollArea;
class QVBoxLayout;

namespace core
{
struct Field;
}

namespace ui
{

class FieldControl;
class MeshControl;
class Section;
class Session;
struct Snapshot;

class ControlPanel : public QWidget
{
    Q_OBJECT
public:
    explicit ControlPanel(Session&, QWidget* parent = nullptr);

    void present(const Snapshot&);
    /// Unfolds the field's group, scrolls to its control and gives it the focus; false where it has none here.
    bool focusField(const QString& fieldId);
    /// The same without the focus.
    bool bringIntoSight(const QString& fieldId);

protected:
    void paintEvent(QPaintEvent*) override;
    /// The part with the focus stays in sight where Explain takes half of the column.
    void resizeEvent(QResizeEvent*) override;

private:
    Section* addSection(QVBoxLayout&, const QString& title, const QString& id, bool open,
                        std::function<void(QVBoxLayout&)> fill);
    void addControl(QVBoxLayout&, const core::Field&);
    void addGroup(QVBoxLayout&, std::string_view group);
    /// The group's fields, those of its fold in a nested section behind the others.
    void addFolded(QVBoxLayout&, std::string_view group, const QString& title, const QString& id);
    void addHardware(QVBoxLayout&);
    QWidget* steadyPart() const;
    QWidget* shownControl(const QString& fieldId);
    void presentSummaries(const Snapshot&);

    Session& m_session;
    QScrollArea* m_scroll;
    std::vector<Section*> m_sections;
    std::vector<FieldControl*> m_controls;
    MeshControl* m_mesh = nullptr;
};

} // namespace ui
