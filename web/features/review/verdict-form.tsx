import { useId } from 'react'
import { isDocumentSlot } from '#contract/documents/documents.ts'
import type { ReviewItem } from '#contract/review/admin-cases.ts'
import { type ItemDecision, REASON_TEXT_MAX, type ReasonCode } from '#contract/verification/cases.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { finalReasons, reasonLabel, retryReasons } from '#web/shared/cases/reason-labels.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { ErrorText } from '#web/ui/field.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { ItemChanges } from './item-changes.tsx'
import { decided, type VerdictDraft } from './verdict-drafts.ts'

const CHOICES: readonly { value: Exclude<ItemDecision, 'pending'>; label: string }[] = [
  { value: 'accepted', label: 'Accept' },
  { value: 'retry', label: 'Ask again' },
  { value: 'final', label: 'Reject' },
]

type Props = {
  item: ReviewItem
  draft: VerdictDraft
  error: string | undefined
  /** Whether an unsaved decision on former evidence was dropped. */
  isOutdated: boolean
  onChange: (draft: VerdictDraft) => void
}

/** The reviewer's word on one item: accept it, ask for it again with reasons, or end the case by it (cases, Deciding). */
export function VerdictForm({ item, draft, error, isOutdated, onChange }: Props) {
  const id = useId()
  const hasEvidence = item.document !== null || !isDocumentSlot(item.item)
  const canAccept = hasEvidence && item.beforeAccept.length === 0
  return (
    <fieldset
      id={`item-${item.item}`}
      className={classNames('min-w-0', error ? 'f bad mt-0' : 'border-t border-line pt-4')}
      aria-describedby={error ? `${id}-error` : undefined}
    >
      <legend className="h4 float-left w-full font-semibold wrap-anywhere">{item.label}</legend>
      <div className="clear-both">
        <ItemChanges item={item} />
        <DocumentFindings item={item} />
        {isOutdated ? (
          <Banner
            kind="warning"
            title="The evidence has changed since your unsaved decision"
            className="my-2"
            live
          >
            Check it again before you decide.
          </Banner>
        ) : null}
        {error ? <ErrorText id={`${id}-error`}>{error}</ErrorText> : null}
        <div className="mt-1 flex flex-wrap gap-x-5">
          {CHOICES.map(({ value, label }) => (
            <label key={value} className="flex min-h-11 cursor-pointer items-center gap-2 text-card">
              <input
                type="radio"
                className="size-5 accent-brand"
                name={id}
                value={value}
                checked={draft.decision === value}
                disabled={value === 'accepted' && !canAccept}
                aria-describedby={
                  value === 'accepted' && hasEvidence && !canAccept ? `${id}-before` : undefined
                }
                onChange={() => onChange(decided(draft, value))}
              />
              {label}
            </label>
          ))}
        </div>
        {hasEvidence ? null : <p className="text-sm text-ink-3">There is no document to accept.</p>}
        {hasEvidence && !canAccept ? (
          <div className="text-sm text-ink-2" id={`${id}-before`}>
            Before you can accept this:
            <ul className="list-disc pl-5">
              {item.beforeAccept.map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          </div>
        ) : null}
        <VerdictDetails item={item} draft={draft} onChange={onChange} />
      </div>
    </fieldset>
  )
}

function VerdictDetails({ item, draft, onChange }: Pick<Props, 'item' | 'draft' | 'onChange'>) {
  if (draft.decision !== 'retry' && draft.decision !== 'final') return null
  const isRetry = draft.decision === 'retry'
  const reasons = isRetry ? retryReasons(item.possibleReasons) : finalReasons(item.possibleReasons)
  const toggle = (code: ReasonCode, isOn: boolean) =>
    onChange({
      ...draft,
      reasons: isOn ? [...draft.reasons, code] : draft.reasons.filter((reason) => reason !== code),
    })
  return (
    <div className="mt-2 mb-3 grid gap-3 border-l-4 border-line pl-4">
      <fieldset>
        <legend className="text-sm font-semibold">
          {isRetry ? 'What is wrong with it' : 'Why (staff only; the applicant sees a neutral text)'}
        </legend>
        {reasons.map((code) => (
          <Checkbox
            key={code}
            label={reasonLabel(code)}
            checked={draft.reasons.includes(code)}
            onChange={(event) => toggle(code, event.target.checked)}
          />
        ))}
      </fieldset>
      {isRetry ? (
        <TextArea
          label="Text for the applicant"
          optional={!draft.reasons.includes('OTHER')}
          hint="They read it beside this item."
          fieldClassName="mt-0"
          rows={3}
          maxLength={REASON_TEXT_MAX}
          value={draft.applicantText}
          onChange={(event) => onChange({ ...draft, applicantText: event.target.value })}
        />
      ) : null}
      <TextArea
        label="Internal note"
        optional
        hint="Staff only."
        fieldClassName="mt-0"
        rows={2}
        maxLength={REASON_TEXT_MAX}
        value={draft.internalNote}
        onChange={(event) => onChange({ ...draft, internalNote: event.target.value })}
      />
    </div>
  )
}

/** What the applicant was told about a document when they gave it, and what they chose. */
function DocumentFindings({ item: { document, notices } }: { item: ReviewItem }) {
  if (!document) return null
  return notices.map(({ kind }) =>
    kind === 'same_file' ? (
      <Banner key={kind} kind="warning" title="Same file as another document" className="my-2">
        The applicant was asked to upload a different one.
      </Banner>
    ) : (
      <Banner
        key={kind}
        kind="warning"
        title={`Very small picture: ${document.width} × ${document.height} pixels`}
        className="my-2"
      >
        {document.keptAt
          ? `The applicant was asked for a larger one and chose to use this on ${formatDateTime(document.keptAt)}.`
          : 'The applicant was asked for a larger one and hasn’t answered.'}
      </Banner>
    ),
  )
}
