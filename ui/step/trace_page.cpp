// SPDX-License-Identifier: GPL-3.0-or-later
// One reading at a time; what a stopped one still says is not heard.
#include "ui/step/trace_page.h"

#include "core/io/trace.h"
#include "core/scenario/fields.h"
#include "ui/controls/combo.h"
#include "ui/controls/field_control.h"
#include "ui/controls/word_flow.h"
#include "ui/session/session.h"
#include "ui/theme/theme.h"

#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QSignalBlocker>

#include <utility>

namespace ui
{

TracePage::TracePage(Session& session, QWidget* picture, QWidget* parent)
    : QWidget(parent), m_session(session), m_open(new QPushButton(tr("Open trace…"))),
      m_remove(new QPushButton(tr("Remove"))), m_cancel(new QPushButton(tr("Cancel"))), m_progress(new QProgressBar),
      m_process(new Combo), m_step(new Combo), m_stream(new Combo),
      m_patterns(makeControl(*core::findField("trace.patterns"), session, nullptr)), m_note(new QLabel)
{
    setObjectName(QStringLiteral("trace"));
    m_note->setObjectName(QStringLiteral("trace.note"));
    m_note->setTextFormat(Qt::PlainText); // it holds names of files
    m_note->setWordWrap(true);
    m_note->setContentsMargins(4, 0, 4, 0);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(6);
    column->addLayout(makeHead());
    m_patterns->setMaximumWidth(430);
    m_patterns->setContentsMargins(4, 0, 0, 0);
    if (auto* line = m_patterns->findChild<QLineEdit*>()) {
        line->setFixedWidth(300);
        line->setPlaceholderText(tr("my_gather=AllGather; …"));
    }
    column->addWidget(m_patterns);
    column->addWidget(m_note);
    column->addWidget(picture, 1);
    showProgress(-1);
    m_note->hide();
}

TracePage::~TracePage() { stopReading(); }

QLayout* TracePage::makeHead()
{
    m_open->setObjectName(QStringLiteral("trace.open"));
    m_open->setStatusTip(tr("Chrome trace JSON of PyTorch's profiler, XLA or Perfetto, also gzipped"));
    m_remove->setObjectName(QStringLiteral("trace.remove"));
    m_cancel->setObjectName(QStringLiteral("trace.cancel"));
    m_progress->setObjectName(QStringLiteral("trace.progress"));
    m_progress->setAccessibleName(tr("Reading the trace"));
    m_progress->setMaximumWidth(180);
    m_process->setObjectName(QStringLiteral("trace.process"));
    m_process->setAccessibleName(tr("Chip of the trace"));
    m_step->setObjectName(QStringLiteral("trace.step"));
    m_step->setAccessibleName(tr("Step of the trace"));
    m_stream->setObjectName(QStringLiteral("trace.stream"));
    m_stream->setAccessibleName(tr("Stream of the chip"));
    for (QComboBox* box : {m_process, m_step, m_stream}) {
        box->setSizeAdjustPolicy(QComboBox::AdjustToContents);
        box->setMaximumWidth(240);
    }
    auto* head = new WordFlow(6, 6);
    head->setContentsMargins(4, 0, 4, 0);
    for (QWidget* part :
         std::initializer_list<QWidget*>{m_open, m_progress, m_cancel, m_process, m_step, m_stream, m_remove}) {
        part->setFocusPolicy(Qt::StrongFocus); // the wheel changes only what has the focus
        head->addWidget(part);
    }
    connect(m_open, &QPushButton::clicked, this, &TracePage::openTrace);
    connect(m_cancel, &QPushButton::clicked, this, [this] {
        stopReading();
        showProgress(-1);
    });
    connect(m_remove, &QPushButton::clicked, this, [this] { m_session.setTrace({}); });
    connect(m_process, &QComboBox::activated, this, [this] {
        const std::string process = m_process->currentText().toStdString();
        tell(m_shown.trace->remark(process));
        fillSteps(process, m_shown.trace->middleStep(process));
        fillStreams(process, {});
        choose();
    });
    connect(m_step, &QComboBox::activated, this, &TracePage::choose);
    connect(m_stream, &QComboBox::activated, this, &TracePage::choose);
    return head;
}

/// In percent; below 0: nothing is read.
void TracePage::showProgress(int percent)
{
    m_progress->setVisible(percent >= 0);
    m_cancel->setVisible(percent >= 0);
    m_open->setVisible(percent < 0);
    m_progress->setValue(percent);
}

void TracePage::openTrace()
{
    const QString path =
        QFileDialog::getOpenFileName(this, tr("Open trace"), {}, tr("Traces (*.json *.json.gz *.gz);;All files (*)"));
    if (!path.isEmpty())
        readTrace(path);
}

void TracePage::readTrace(const QString& path)
{
    stopReading();
    m_note->hide();
    showProgress(0);
    auto stopped = std::make_shared<std::atomic_bool>(false);
    m_stopped = stopped;
    const auto tell = [this, stopped](auto&& what) { // in the thread of the window
        QMetaObject::invokeMethod(this, [stopped, what = std::forward<decltype(what)>(what)] {
            if (!*stopped)
                what();
        });
    };
    m_reader = std::thread([this, stopped, tell, file = QFile::encodeName(path).toStdString()] {
        int last = 0;
        auto read = core::readTrace(file, [&](std::uint64_t done, std::uint64_t size) {
            const int percent = static_cast<int>(done * 100 / std::max<std::uint64_t>(size, 1));
            if (std::exchange(last, percent) != percent)
                tell([this, percent] { showProgress(percent); });
            return !*stopped;
        });
        using Result = tl::expected<std::shared_ptr<const core::Trace>, core::Error>;
        tell([this, result = read ? Result(std::make_shared<const core::Trace>(std::move(*read)))
                                  : Result(tl::make_unexpected(read.error()))] { take(result); });
    });
}

void TracePage::stopReading()
{
    if (m_stopped)
        *m_stopped = true;
    if (m_reader.joinable())
        m_reader.join();
}

void TracePage::tell(const std::string& text)
{
    m_note->setText(QString::fromStdString(text));
    m_note->setVisible(!text.empty());
}

void TracePage::take(const tl::expected<std::shared_ptr<const core::Trace>, core::Error>& read)
{
    showProgress(-1);
    if (!read)
        return tell(read.error().text);
    const std::string process = (*read)->processes().front();
    tell((*read)->remark(process));
    m_session.setTrace({*read, process, (*read)->middleStep(process), {}});
}

void TracePage::fillSteps(const std::string& process, std::size_t chosen)
{
    m_step->clear();
    const auto steps = m_shown.trace->stepsOf(process);
    const auto held = m_shown.trace->stepsWithKernels(process);
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const QString name = QString::fromStdString(steps[i].name);
        m_step->addItem(held[i] ? name : tr("%1 (no kernel)").arg(name));
    }
    m_step->setCurrentIndex(static_cast<int>(chosen));
}

void TracePage::fillStreams(const std::string& process, const std::string& chosen)
{
    m_stream->clear();
    m_stream->addItem(tr("All streams"));
    for (const auto& stream : m_shown.trace->streams)
        if (stream.process == process)
            m_stream->addItem(QString::fromStdString(stream.name));
    m_stream->setCurrentIndex(std::max(0, m_stream->findText(QString::fromStdString(chosen), Qt::MatchExactly)));
}

void TracePage::choose()
{
    const bool all = m_stream->currentIndex() <= 0;
    m_session.setTrace({m_shown.trace, m_process->currentText().toStdString(),
                        static_cast<std::size_t>(std::max(0, m_step->currentIndex())),
                        all ? std::string() : m_stream->currentText().toStdString()});
}

/// The patterns are part of the scenario, the trace is not: it stays, to be laid beside another one.
void TracePage::tellOfPatterns(const Snapshot& snapshot)
{
    const auto& now = snapshot.scenario.trace.patterns;
    const auto before = std::exchange(m_patternsShown, now);
    if (std::exchange(m_document, snapshot.document) == snapshot.document || !snapshot.trace.trace)
        return;
    QString said = tr("The trace of %1 was read with the scenario before.")
                       .arg(QFileInfo(QString::fromStdString(snapshot.trace.trace->file)).fileName());
    if (!before.empty() && before != now)
        said += u' ' + tr("The patterns of kernels are those of the scenario that was opened. Those of the one before "
                          "were %1")
                           .arg(QString::fromStdString(before));
    m_note->setText(said);
    m_note->show();
}

void TracePage::present(const Snapshot& snapshot)
{
    for (QWidget* part : std::initializer_list<QWidget*>{m_process, m_step, m_stream, m_patterns, m_remove})
        part->setVisible(snapshot.trace.trace != nullptr);
    m_patterns->present(snapshot);
    tellOfPatterns(snapshot);
    if (std::exchange(m_shown, snapshot.trace) == snapshot.trace || !m_shown.trace)
        return;
    m_process->clear();
    for (const auto& process : m_shown.trace->processes())
        m_process->addItem(QString::fromStdString(process));
    m_process->setCurrentText(QString::fromStdString(m_shown.process));
    fillSteps(m_shown.process, m_shown.step);
    fillStreams(m_shown.process, m_shown.stream);
}

} // namespace ui
