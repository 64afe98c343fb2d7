// SPDX-License-Identifier: GPL-3.0-or-later
// The page of the collective's fields and numbers.
#pragma once

#include "ui/playback/collective_page.h"

#include <vector>

namespace ui
{

class CollectiveNumbers;
class FieldControl;
class Session;

class CollectiveSetup : public CollectivePage
{
    Q_OBJECT
public:
    explicit CollectiveSetup(Session&, QWidget* parent = nullptr);

    void present(const Snapshot&) override;

signals:
    /// The slide's collective was chosen, whose numbers are worth a look.
    void slideLoaded();

protected:
    void resizeEvent(QResizeEvent*) override;

private:
    void loadSlide();

    Session& m_session;
    CollectiveNumbers* m_numbers;
    std::vector<FieldControl*> m_controls;
};

} // namespace ui
