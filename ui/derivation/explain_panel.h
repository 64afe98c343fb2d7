// SPDX-License-Identifier: GPL-3.0-or-later
// The explain dock: why the chosen number has its value, kept up to date with every change.
#pragma once

#include "core/numbers/own_order_numbers.h"
#include "ui/session/snapshot.h"
#include "ui/theme/theme.h"

#include <QWidget>

#include <functional>
#include <optional>

class QLabel;
class QTextBrowser;
class QUrl;

namespace ui
{

class IconButton;

class ExplainPanel : public QWidget
{
    Q_OBJECT
public:
    explicit ExplainPanel(QWidget* parent = nullptr);

    void present(const Snapshot&);
    /// Where numbers come from that no scenario leads to; see core/numbers/own_order_numbers.h.
    using OwnNumber = std::function<tl::expected<core::OwnOrderNumber, std::string>(const QString& id)>;
    void setOwnNumber(OwnNumber number) { m_ownNumber = std::move(number); }
    /// They have changed.
    void refreshOwn();
    /// Chooses the number; shows it from its first line.
    void explain(const QString& metricId);
    QString metricId() const { return m_metric; }
    /// The collective in sight stands after so many steps; a number of the step before gives way to that of this one.
    void goTo(int step);
    void setTheme(const Theme&);

signals:
    void closeAsked();
    void fieldAsked(const QString& fieldId);

protected:
    void paintEvent(QPaintEvent*) override;
    void showEvent(QShowEvent*) override;
    void keyPressEvent(QKeyEvent*) override;

private:
    /// What stands at the head.
    struct Head {
        QString title;
        QString value;
        QString problem;                                 // why there is no derivation
        std::optional<core::Derivation> derivation = {}; // where it comes with the number
    };
    Head head() const;
    bool isOwn() const;
    bool isThere(const QString& placedId) const;
    /// Number and derivation at once; nothing for those that core::derive leads to.
    using Handed = tl::expected<core::DerivedNumber, std::string>;
    std::optional<Handed> handedNumber() const;
    core::Derivation derivationOf(const Head&) const;
    void render();
    void follow(const QUrl&);
    void copyMenu();

    QString m_metric = QStringLiteral("bound.verdict");
    Snapshot m_snapshot;
    const Theme* m_theme = &Theme::light();
    QLabel* m_title;
    QLabel* m_value;
    QTextBrowser* m_text;
    IconButton* m_copy;
    QString m_shown;        // HTML on screen
    int m_step = 0;         // that is in sight
    bool m_follows = false; // the number is one of that step
    OwnNumber m_ownNumber;
};

} // namespace ui
