// SPDX-License-Identifier: GPL-3.0-or-later
// The tab of one layer: usual shardings to choose from, and the layer's picture, from which the other tabs open.
#pragma once

#include "core/layer/layer_arrays.h"
#include "core/layer/sharding_presets.h"
#include "ui/session/snapshot.h"

#include <QWidget>

#include <optional>
#include <vector>

class QLabel;
class QPushButton;
class QStackedWidget;

namespace ui
{

class ArrayEdit;
class FieldControl;
class Segmented;
class Session;

class LayerTab : public QWidget
{
    Q_OBJECT
public:
    /// Takes the charts in their cards.
    LayerTab(Session&, QWidget* picture, QWidget* attention, QWidget* network, QWidget* parent = nullptr);

    void present(const Snapshot&);
    /// Back from the product that was opened in Sharding: what was edited there becomes an edit of the layer's arrays.
    void takeProduct();

    /// The picture of the network, or of the layer.
    void showNetwork(bool shows);

signals:
    void pictureChanged();
    /// To be looked at in the tab of operations, of sharded products, of collectives.
    void operationsAsked(const std::vector<core::Operation>&);
    void productAsked(const core::Repair& opening);
    void collectiveAsked(const core::Repair& opening);

protected:
    void resizeEvent(QResizeEvent*) override;
    void hideEvent(QHideEvent*) override;

private:
    void choose(int page);
    void presentPlaces();
    QWidget* makeLayer();
    QWidget* makeNetwork(QWidget* picture);
    QWidget* makePresets();
    void open(const QString& place);
    void pick(const QString& chip);
    void openOperation(const QString& box);
    void openProduct(const QString& box);
    void takePreset(const core::ShardingPresetRow&);
    void openCollective(std::size_t at);
    void say(const QString&);
    void fit();

    Session& m_session;
    QWidget* m_picture;
    Segmented* m_which;
    QStackedWidget* m_pages;
    std::vector<FieldControl*> m_places; // bytes, and two chips of the network
    QLabel* m_noPath = nullptr;          // why those two have no path
    ArrayEdit* m_array;
    std::vector<QPushButton*> m_presets; // in the order of core::shardingPresets
    QLabel* m_intro = nullptr;
    QLabel* m_note; // why something did not open, until the next snapshot
    Snapshot m_snapshot;
    core::Mesh m_origin; // that the presets start from
    QString m_changed;   // by a preset: said with the next snapshot
    struct Opened {
        core::BoxArrays box;
        std::string expression;
        int step = 0; // undo step that opened it
    };
    std::optional<Opened> m_opened; // the latest product in Sharding
};

} // namespace ui
