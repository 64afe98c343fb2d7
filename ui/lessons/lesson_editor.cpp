// SPDX-License-Identifier: GPL-3.0-or-later
// The text is the document, and its undo that of both pages: the form changes it, and follows it.
#include "ui/lessons/lesson_editor.h"

#include "core/io/json.h"
#include "ui/controls/icon_button.h"
#include "ui/controls/scrolled.h"
#include "ui/controls/segmented.h"
#include "ui/controls/word_flow.h"
#include "ui/lessons/lesson_fields.h"
#include "ui/lessons/lesson_form.h"
#include "ui/theme/painting.h"

#include <QFileInfo>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QScrollArea>
#include <QScrollBar>
#include <QStackedWidget>
#include <QTextBlock>
#include <QVBoxLayout>

namespace ui
{

namespace
{

constexpr int restTime = 300; // ms without a key
constexpr int pause = 1000;   // ms; keys before and after it are two steps of undo
constexpr int minWidth = 280;
constexpr int editorMargin = 12;

QFont evenFont()
{
    QFont font(QStringList{QStringLiteral("JetBrains Mono"), QStringLiteral("monospace")});
    font.setPixelSize(uiFont(12).pixelSize());
    return font;
}

/// The line that the sentence names, or what it quotes in the value at a path, or that key; 0 where there is none.
int lineOf(const QString& sentence, const std::string& path, const QString& text)
{
    static const QRegularExpression line(QStringLiteral(", line (\\d+)"));
    if (const auto named = line.match(sentence); named.hasMatch())
        return named.captured(1).toInt();
    const QStringList lines = text.split(u'\n');
    const int ofKey = core::lineOfKey(text.toStdString(), path);
    if (const QString quoted = quotedIn(sentence); ofKey > 0 && !quoted.isEmpty())
        for (int at = ofKey; at <= lines.size(); ++at)
            if (lines[at - 1].contains(quoted))
                return at;
    return ofKey;
}

} // namespace

LessonEditor::LessonEditor(QWidget* parent)
    : QWidget(parent), m_name(new QLabel), m_pages(new Segmented), m_stack(new QStackedWidget), m_form(new LessonForm),
      m_text(new QPlainTextEdit), m_problem(new QLabel), m_goTo(new QPushButton), m_question(makeQuestion())
{
    setObjectName(QStringLiteral("lesson.editor"));
    setAccessibleName(tr("Editor of the lesson"));
    setMinimumWidth(minWidth);
    m_text->setObjectName(QStringLiteral("lesson.edited"));
    m_text->setAccessibleName(tr("Text of the lesson; Ctrl+S saves it"));
    m_text->setStatusTip(tr("The preview follows while you type; Ctrl+S saves, Ctrl+Z takes back"));
    m_text->setTabChangesFocus(true);
    m_text->setFont(evenFont());
    m_stack->setMinimumHeight(3 * m_text->fontMetrics().height()); // of little room a mistake needs some, too
    m_text->installEventFilter(this);
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(editorMargin, 0, editorMargin, 8);
    rows->setSpacing(6);
    m_stack->addWidget(m_form);
    m_stack->addWidget(m_text);
    for (QWidget* part : {makeHead(), m_question, static_cast<QWidget*>(m_stack), makeFoot()})
        rows->addWidget(part, part == m_stack ? 1 : 0);
    m_rest.setSingleShot(true);
    m_rest.setInterval(restTime);
    connect(m_text, &QPlainTextEdit::textChanged, &m_rest, qOverload<>(&QTimer::start));
    connect(m_text, &QPlainTextEdit::textChanged, this, &LessonEditor::typed);
    connect(m_text, &QPlainTextEdit::textChanged, this, [this] {
        m_form->setHistory(m_text->document()->isUndoAvailable(), m_text->document()->isRedoAvailable());
        if (!m_taking && m_stack->currentWidget() == m_form)
            m_form->present(text());
    });
    connect(m_form, &LessonForm::edited, this, &LessonEditor::takeForm);
    connect(m_form, &LessonForm::saveAsked, this, &LessonEditor::saveAsked);
    connect(m_form, &LessonForm::undoAsked, this, [this] {
        m_typedPath.clear();
        m_text->undo();
    });
    connect(m_form, &LessonForm::redoAsked, m_text, &QPlainTextEdit::redo);
    connect(m_text, &QPlainTextEdit::modificationChanged, this, &LessonEditor::showState);
    connect(&m_rest, &QTimer::timeout, this, &LessonEditor::changed);
}

QWidget* LessonEditor::makeHead()
{
    auto* head = m_head = new QWidget;
    auto* rows = new QVBoxLayout(head);
    rows->setContentsMargins(0, 6, 0, 0);
    rows->setSpacing(4);
    auto* first = new QHBoxLayout;
    auto* buttons = new WordFlow(6, 6); // in several lines where texts are large
    rows->addLayout(first);
    rows->addLayout(buttons);
    m_name->setObjectName(QStringLiteral("lesson.file"));
    m_name->setTextFormat(Qt::PlainText);
    m_name->setFont(uiFont(13, QFont::DemiBold));
    m_name->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    first->addWidget(m_name, 1);
    m_pages->setChoices({tr("Form"), tr("Text")}, tr("Edited as"), QStringLiteral("lesson.page"));
    m_pages->choose(0);
    connect(m_pages, &Segmented::chosen, this, [this](int page) { showPage(static_cast<Page>(page)); });
    buttons->addWidget(m_pages);
    const auto add = [&](const QString& words, const char* name, auto asked) {
        auto* button = new QPushButton(words);
        button->setObjectName(QLatin1String(name));
        connect(button, &QPushButton::clicked, this, asked);
        buttons->addWidget(button);
        return button;
    };
    m_preview = add(tr("Preview"), "lesson.preview", &LessonEditor::previewAsked);
    m_preview->setToolTip(tr("Take the lesson as it stands here"));
    m_save = add(tr("Save"), "lesson.save", &LessonEditor::saveAsked);
    m_save->setToolTip(tr("Save the lesson (Ctrl+S in it)"));
    auto* close = new IconButton(QStringLiteral("close"), tr("Close the editor of the lesson"), head);
    close->setObjectName(QStringLiteral("lesson.editor.close"));
    connect(close, &IconButton::clicked, this, &LessonEditor::closeAsked);
    first->addWidget(close);
    return head;
}

QWidget* LessonEditor::makeQuestion()
{
    auto* question = new QWidget;
    auto* row = new QHBoxLayout(question);
    row->setContentsMargins(0, 0, 0, 0);
    auto* words = new QLabel(tr("Another program changed the file."));
    words->setWordWrap(true);
    row->addWidget(words, 1);
    for (const bool theirs : {true, false}) {
        auto* button = new QPushButton(theirs ? tr("Reload") : tr("Keep mine"));
        button->setObjectName(theirs ? QStringLiteral("lesson.reload") : QStringLiteral("lesson.keep"));
        connect(button, &QPushButton::clicked, this, [this, theirs] { emit reloadAsked(theirs); });
        row->addWidget(button);
    }
    question->hide();
    return question;
}

QWidget* LessonEditor::makeFoot()
{
    auto* foot = new QWidget;
    auto* row = new QHBoxLayout(foot);
    row->setContentsMargins(0, 0, 0, 0);
    m_problem->setObjectName(QStringLiteral("lesson.problem"));
    m_problem->setTextFormat(Qt::PlainText);
    m_problem->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_problem->setFocusPolicy(Qt::NoFocus);
    m_problem->setWordWrap(true);
    m_problem->setFont(uiFont(13));
    m_goTo->setObjectName(QStringLiteral("lesson.goto"));
    m_goTo->setAccessibleName(tr("Go to the mistake"));
    connect(m_goTo, &QPushButton::clicked, this, &LessonEditor::goToProblem);
    row->addWidget(m_problem, 1);
    row->addWidget(m_goTo, 0, Qt::AlignTop);
    return m_foot = scrolled(foot);
}

/// The head keeps its lines; a mistake has those of its sentence, up to a quarter of all.
void LessonEditor::fitHeights()
{
    const int room = width() - 2 * editorMargin;
    m_head->setMinimumHeight(m_head->heightForWidth(room));
    const QWidget& foot = *m_foot->widget();
    const int whole = foot.hasHeightForWidth() ? foot.heightForWidth(room) : foot.sizeHint().height();
    m_foot->setFixedHeight(std::min(whole, std::max(3 * m_problem->fontMetrics().height(), height() / 4)));
}

void LessonEditor::resizeEvent(QResizeEvent* event)
{
    fitHeights();
    QWidget::resizeEvent(event);
}

void LessonEditor::open(const QString& path, const QString& text)
{
    m_path = path;
    m_title.clear();
    m_text->setPlainText(text);
    setSaved(); // nothing was typed
    askReload(false);
    m_form->showProblem({}, {});
    showPage(m_stack->currentWidget() == m_form ? Page::form : Page::text);
    m_form->chooseStep(1);
}

void LessonEditor::showPage(Page page)
{
    if (page == Page::form)
        m_form->present(text());
    m_pages->choose(static_cast<int>(page));
    m_stack->setCurrentIndex(static_cast<int>(page));
    QWidget* first = page == Page::form ? m_form->findChild<QWidget*>(QStringLiteral("lesson.steps")) : m_text;
    first->setFocus(Qt::OtherFocusReason);
}

/// Keys in one field without a pause are one step of undo.
void LessonEditor::takeForm(const QString& text, const QString& path)
{
    showState();
    const QString before = this->text();
    qsizetype front = 0, back = 0;
    const qsizetype most = std::min(before.size(), text.size());
    while (front < most && before[front] == text[front])
        ++front;
    while (back < most - front && before[before.size() - 1 - back] == text[text.size() - 1 - back])
        ++back;
    if (front + back == before.size() && before.size() == text.size())
        return;
    const bool goesOn =
        !path.isEmpty() && path == m_typedPath && m_typedLast.isValid() && !m_typedLast.hasExpired(pause);
    m_typedPath = path;
    m_typedLast.start();
    QTextCursor changed(m_text->document());
    changed.setPosition(static_cast<int>(front));
    changed.setPosition(static_cast<int>(before.size() - back), QTextCursor::KeepAnchor);
    m_taking = true;
    goesOn ? changed.joinPreviousEditBlock() : changed.beginEditBlock();
    changed.insertText(text.mid(front, text.size() - front - back));
    changed.endEditBlock();
    m_taking = false;
}

void LessonEditor::replaceText(const QString& text)
{
    const int line = m_text->textCursor().blockNumber();
    QTextCursor all(m_text->document());
    all.select(QTextCursor::Document);
    all.insertText(text);
    m_text->setTextCursor(QTextCursor(m_text->document()->findBlockByNumber(line)));
    setSaved();
    askReload(false);
}

void LessonEditor::restoreText(const QString& text)
{
    replaceText(text);
    m_text->document()->setModified(true);
}

/// Its owner shows what is saved: what was typed last is not told once more, with another page in sight by then.
void LessonEditor::setSaved()
{
    m_rest.stop();
    m_text->document()->setModified(false);
    showState();
}

/// toPlainText() would make spaces of no-break spaces.
QString LessonEditor::text() const { return m_text->document()->toRawText().replace(QChar::ParagraphSeparator, u'\n'); }

bool LessonEditor::isChanged() const { return m_text->document()->isModified() || !m_form->refused().isEmpty(); }

bool LessonEditor::isWhole()
{
    const QString refused = m_form->refused();
    if (!refused.isEmpty())
        showProblem(tr("Not saved: %1").arg(refused));
    return refused.isEmpty();
}

bool LessonEditor::isTypedInto() const { return m_stack->isAncestorOf(window()->focusWidget()); }

void LessonEditor::setTitle(const QString& title)
{
    m_title = title;
    showState();
}

QString LessonEditor::title() const { return m_title.isEmpty() ? QFileInfo(m_path).fileName() : m_title; }

void LessonEditor::showState()
{
    m_name->setText(title() + (isChanged() ? QStringLiteral(" *") : QString()));
    m_name->setToolTip(m_path.toHtmlEscaped());
    m_save->setEnabled(isChanged());
}

void LessonEditor::showProblem(const QString& sentence, const std::string& path)
{
    const int line = lineOf(sentence, path, text());
    m_line = line;
    m_form->showProblem(sentence, path);
    m_problem->setText(sentence);
    m_goTo->setText(tr("Go there"));
    m_goTo->setVisible(line > 0 || !path.empty());
    m_foot->setVisible(!sentence.isEmpty());
    m_foot->verticalScrollBar()->setValue(0);
    fitHeights();
    QList<QTextEdit::ExtraSelection> marks;
    if (const QTextBlock block = m_text->document()->findBlockByNumber(line - 1); line > 0 && block.isValid()) {
        const Theme& theme = themeOf(this);
        QTextEdit::ExtraSelection mark;
        mark.cursor = QTextCursor(block);
        mark.format.setBackground(mixed(theme.panel, theme.error, 0.25));
        mark.format.setProperty(QTextFormat::FullWidthSelection, true);
        marks << mark;
    }
    m_text->setExtraSelections(marks);
}

void LessonEditor::goToProblem()
{
    if (m_stack->currentWidget() == m_form && m_form->goToProblem())
        return;
    const QTextBlock block = m_text->document()->findBlockByNumber(m_line - 1);
    if (m_line == 0 || !block.isValid())
        return;
    showPage(Page::text);
    m_text->setTextCursor(QTextCursor(block));
}

void LessonEditor::setPreviewed(bool previewed) { m_preview->setEnabled(!previewed); }

void LessonEditor::askReload(bool asks) { m_question->setVisible(asks); }

bool LessonEditor::asksReload() const { return !m_question->isHidden(); }

/// Elsewhere the key saves the scenario.
bool LessonEditor::eventFilter(QObject* watched, QEvent* event)
{
    return takesKey(*event, {{QKeySequence::Save, [this] { emit saveAsked(); }}}) ||
           QWidget::eventFilter(watched, event);
}

/// It is what is open: the page beside it stays.
void LessonEditor::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape)
        emit closeAsked();
    else
        QWidget::keyPressEvent(event);
}

void LessonEditor::paintEvent(QPaintEvent*)
{
    const Theme& theme = themeOf(this);
    QPainter painter(this);
    painter.fillRect(rect(), theme.panel);
    painter.fillRect(QRect(0, 0, 1, height()), theme.outline);
}

} // namespace ui
