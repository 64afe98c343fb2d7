// SPDX-License-Identifier: GPL-3.0-or-later
// Opens a measured trace, chooses the chip and the step of it, and shows them above the picture that compares them.
#pragma once

#include "core/io/error.h"
#include "ui/session/snapshot.h"

#include <QWidget>

#include <tl/expected.hpp>

#include <atomic>
#include <memory>
#include <thread>

class QComboBox;
class QLabel;
class QProgressBar;
class QPushButton;

namespace ui
{

class FieldControl;
class Session;

class TracePage : public QWidget
{
    Q_OBJECT
public:
    /// Takes the picture in its card.
    TracePage(Session&, QWidget* picture, QWidget* parent = nullptr);
    ~TracePage() override;

    void present(const Snapshot&);
    /// Reads a file beside the window's thread; what was shown stays until it is read.
    void readTrace(const QString& path);

private:
    QLayout* makeHead();
    void openTrace();
    void stopReading();
    void showProgress(int percent);
    void tell(const std::string&);
    void take(const tl::expected<std::shared_ptr<const core::Trace>, core::Error>&);
    void fillSteps(const std::string& process, std::size_t chosen);
    void fillStreams(const std::string& process, const std::string& chosen);
    void choose();
    void tellOfPatterns(const Snapshot&);

    Session& m_session;
    QPushButton* m_open;
    QPushButton* m_remove;
    QPushButton* m_cancel;
    QProgressBar* m_progress;
    QComboBox* m_process;
    QComboBox* m_step;
    QComboBox* m_stream;      // the first: all
    FieldControl* m_patterns; // which kernels do what
    QLabel* m_note;           // why a file was not read, or what of it does not count
    ShownTrace m_shown;
    std::string m_patternsShown;
    std::uint64_t m_document = 0;                // that they are of
    std::shared_ptr<std::atomic_bool> m_stopped; // of the reading under way
    std::thread m_reader;
};

} // namespace ui
