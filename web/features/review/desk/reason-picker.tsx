import { type ReactNode, useEffect, useRef, useState } from 'react'
import { REASON_TEXT_MAX } from '#contract/verification/case-limits.ts'
import type { ReasonCode } from '#contract/verification/cases.ts'
import { applicantReason, FINAL_TEXT, reasonLabel } from '#domain/cases/decision-reasons.ts'
import { finalReasons, retryReasons } from '#web/shared/cases/reason-labels.ts'
import { useShortcuts } from '#web/shared/shell/use-shortcuts.ts'
import { Button } from '#web/ui/button.tsx'
import { DigitRow } from '#web/ui/digit-row.tsx'
import { ErrorText } from '#web/ui/field.tsx'
import { Kbd } from '#web/ui/kbd.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { decided, type VerdictDraft, verdictProblem } from '../verdict-drafts.ts'
import type { DeskLine } from './desk-lines.ts'

const OWN_TEXT = 'desk-own-text'
const NOTE = 'desk-internal-note'
/** The id of its heading, which has the focus at first. */
export const REASON_HEADING = 'desk-picker'

type Props = {
  line: DeskLine
  decision: 'retry' | 'final'
  /** The unsaved choices and text of lines, by line and decision; they outlive this form. */
  typed: Map<string, VerdictDraft>
  /** Selected at first, if nothing else is and it fits: what the page itself has noticed. */
  suggested: ReasonCode | null
  /** Whether no more marks are possible: a colleague has the case, or has decided it. */
  isClosed: boolean
  onChoose: (draft: VerdictDraft) => void
  onCancel: () => void
  /** Shown above the reasons. */
  children: ReactNode
}

/** Why a line is returned, or ends the case: reasons by digit, and the text the person will read. */
export function ReasonPicker(props: Props) {
  const { line, decision, typed, suggested, isClosed, onChoose, onCancel, children } = props
  const { item, draft } = line
  const isRetry = decision === 'retry'
  const codes: readonly ReasonCode[] = isRetry
    ? retryReasons(item.possibleReasons)
    : finalReasons(item.possibleReasons)
  const place = `${line.key} ${decision}`
  const [said, setSaid] = useState<VerdictDraft>(
    () =>
      typed.get(place) ?? {
        ...decided(draft, decision),
        ...(draft.decision !== decision &&
          suggested &&
          codes.includes(suggested) && { reasons: [suggested] }),
      },
  )
  const { reasons, applicantText: text, internalNote: note } = said
  const [isEditing, setEditing] = useState(text !== '')
  const [isNoteOpen, setNoteOpen] = useState(false)
  const [isTyping, setTyping] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const say = (part: Partial<VerdictDraft>) => {
    const next = { ...said, ...part }
    typed.set(place, next)
    setSaid(next)
  }
  const toggle = (code: ReasonCode) => {
    setProblem(null)
    say({
      reasons: reasons.includes(code) ? reasons.filter((each) => each !== code) : [...reasons, code],
    })
  }
  /** Opens the text that this decision takes: that for the applicant, or, where they read none, the note. */
  const edit = () => {
    if (isRetry) setEditing(true)
    else setNoteOpen(true)
    requestAnimationFrame(() => document.getElementById(isRetry ? OWN_TEXT : NOTE)?.focus())
  }
  // On the line's button, Space would select the line again and close this.
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  const choose = () => {
    if (isClosed) return
    const next: VerdictDraft = { decision, reasons, applicantText: isRetry ? text : '', internalNote: note }
    const found = verdictProblem(next)
    setProblem(found)
    if (!found) {
      typed.delete(place)
      onChoose(next)
    } else if (reasons.length > 0) edit()
  }
  useShortcuts([
    ...codes.slice(0, 10).map((code, index) => ({
      key: digitOf(index),
      label: reasonLabel(code),
      run: () => toggle(code),
    })),
    { key: 'e', label: isRetry ? 'Edit the text' : 'Write an internal note', run: edit },
    { key: 'Enter', label: 'Keep it', run: choose },
    { key: 'Escape', label: 'Cancel', run: onCancel },
  ])
  const title = isRetry ? `Ask again: ${item.label}` : `Reject: ${item.label}`
  return (
    <form
      className="flex min-h-0 flex-1 flex-col"
      aria-label={title}
      data-shortcuts="all"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        choose()
      }}
      onKeyDown={(event) => {
        // The page's shortcuts are off while someone types; these aren't.
        if (event.key === 'Escape') onCancel()
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) choose()
      }}
      onFocus={({ target }) => setTyping(target instanceof HTMLTextAreaElement)}
      onBlur={() => setTyping(false)}
    >
      <div className="relative min-h-0 flex-1 overflow-auto px-5 pt-3">
        {children}
        <h2
          ref={heading}
          id={REASON_HEADING}
          tabIndex={-1}
          className="text-[1.125rem]/6 font-semibold wrap-anywhere"
        >
          {title}
        </h2>
        <p className="text-sm text-ink-2">
          {isRetry ? 'Choose what is wrong.' : 'This ends the case. Staff alone see the reason.'}
        </p>
        {problem ? <ErrorText id="desk-reasons">{problem}</ErrorText> : null}
        <ul className="mt-2">
          {codes.map((code, index) => (
            <li key={code}>
              <DigitRow
                digit={index < 10 ? digitOf(index) : ''}
                isOn={reasons.includes(code)}
                tone="warning"
                onToggle={() => toggle(code)}
              >
                {reasonLabel(code)}
              </DigitRow>
            </li>
          ))}
        </ul>
        <section
          aria-label="They will read"
          className="mt-3 rounded-2 border border-line bg-sunken p-3 text-sm"
        >
          <p className="flex justify-between text-ink-2">
            They will read
            {isRetry && !isEditing ? (
              <button type="button" className="link" aria-keyshortcuts="E" onClick={edit}>
                Edit <Kbd>E</Kbd>
              </button>
            ) : null}
          </p>
          {isRetry ? (
            reasons.map((code) => {
              const { wrong, right } = applicantReason(code, item.item, text.trim())
              return (
                <p key={code}>
                  {wrong} {right}
                </p>
              )
            })
          ) : (
            <p>
              {FINAL_TEXT.wrong} {FINAL_TEXT.right}
            </p>
          )}
          {isRetry && isEditing ? (
            <TextArea
              id={OWN_TEXT}
              label="Text for the applicant"
              optional={!reasons.includes('OTHER')}
              fieldClassName="mt-2 mb-0"
              rows={2}
              maxLength={REASON_TEXT_MAX}
              value={text}
              onChange={(event) => say({ applicantText: event.target.value })}
            />
          ) : null}
        </section>
        <details
          className="mt-2 mb-3 text-sm"
          open={isNoteOpen}
          onToggle={(event) => setNoteOpen(event.currentTarget.open)}
        >
          <summary className="link cursor-pointer" aria-keyshortcuts={isRetry ? undefined : 'E'}>
            Internal note {isRetry ? null : <Kbd>E</Kbd>}
          </summary>
          <TextArea
            id={NOTE}
            label="Internal note"
            hint="Staff only."
            optional
            fieldClassName="mt-2 mb-0"
            rows={2}
            maxLength={REASON_TEXT_MAX}
            value={note}
            onChange={(event) => say({ internalNote: event.target.value })}
          />
        </details>
      </div>
      {isClosed ? (
        <p id="desk-closed" role="status" className="px-5 pt-2 text-sm text-ink-2">
          You can’t mark this case any more. What you typed stays here.
        </p>
      ) : null}
      <div className="grid grid-cols-[1.6fr_1fr] gap-2 border-t border-line px-5 py-3">
        <Button
          type="submit"
          variant={isRetry ? 'primary' : 'dangerSolid'}
          className="px-2!"
          disabled={isClosed}
          aria-describedby={isClosed ? 'desk-closed' : undefined}
          aria-keyshortcuts={isTyping ? 'Control+Enter' : 'Enter'}
        >
          {isRetry ? 'Ask again, next line' : 'Reject'} <Kbd>{isTyping ? 'Ctrl Enter' : 'Enter'}</Kbd>
        </Button>
        <Button className="px-2!" onClick={onCancel} aria-keyshortcuts="Escape">
          Cancel <Kbd>Esc</Kbd>
        </Button>
      </div>
    </form>
  )
}

function digitOf(index: number): string {
  return String((index + 1) % 10)
}
