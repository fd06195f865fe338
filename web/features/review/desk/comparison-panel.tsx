import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { isDocumentSlot } from '#contract/documents/documents.ts'
import type { StoredDocument } from '#contract/documents/uploads.ts'
import type { ReviewCase, ReviewItem } from '#contract/review/admin-cases.ts'
import { reasonLabel } from '#domain/cases/decision-reasons.ts'
import { PICTURE_ADVICE } from '#domain/documents/picture-advice.ts'
import { changedText, groundsText } from '#domain/support/detail-change.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { Banner } from '#web/ui/banner.tsx'
import { BeforeApproval, CaseHints } from '../case-hints.tsx'
import { ItemChanges } from '../item-changes.tsx'
import type { CaseDocument } from '../selected-document.ts'
import { isOpen } from '../use-case-change.ts'
import { ComparisonTable } from './comparison-table.tsx'
import type { ComparedRow } from './declared-rows.ts'
import type { DeskLine } from './desk-lines.ts'
import { blockers, formerMarkText, questionOf } from './desk-text.ts'
import { LineDate } from './line-date.tsx'
import { type LineComparison, readDateOf } from './line-readings.ts'
import { SignalList } from './signal-list.tsx'

type Props = {
  userId: number
  reviewCase: ReviewCase
  line: DeskLine
  comparison: LineComparison
  /** The document on the stage, whose signals are shown. */
  evidence: CaseDocument | null
  /** The document on the stage whose date can be entered; null for a former version or one that can't be changed. */
  dated: CaseDocument | null
  /** Whether accepting the line accepts the date that was read. */
  isDateAccepted: boolean
  onDated: () => void
  onDateTyped: (isChanged: boolean) => void
  /** Shown above the line. */
  children: ReactNode
}

/** A line as text: what was declared, what the rules say about it, and what else is known. */
export function ComparisonPanel({
  userId,
  reviewCase,
  line,
  comparison,
  evidence,
  dated,
  isDateAccepted,
  onDated,
  onDateTyped,
  children,
}: Props) {
  const { item, draft } = line
  const scroller = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each line starts with its question.
  useLayoutEffect(() => {
    if (scroller.current) scroller.current.scrollTop = 0
  }, [line.key])
  const { undated } = blockers(item)
  const readDate = (dated && readDateOf(comparison, dated)?.value) ?? null
  const dateForm = dated ? (
    <LineDate
      key={`${dated.id} ${readDate}`}
      document={dated}
      read={readDate}
      isAccepted={isDateAccepted}
      isMissing={undated && !isDateAccepted}
      onSaved={onDated}
      onTyped={onDateTyped}
    />
  ) : null
  return (
    <div
      ref={scroller}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
      tabIndex={0}
      className="relative min-h-0 flex-1 overflow-auto pb-3 max-[53.75rem]:overflow-visible"
    >
      <div className="px-5 pt-3 empty:hidden">{children}</div>
      <div className="px-5 pt-2">
        <h2 className="text-[1.125rem]/6 font-semibold wrap-anywhere">
          {isDocumentSlot(item.item) ? line.label : item.label}
        </h2>
        <p className="text-sm text-ink-2">{questionOf(line)}</p>
        <FormerMark line={line} items={reviewCase.items} />
        <DocumentFindings item={item} />
      </div>
      {undated ? dateForm : null}
      <ComparisonTable rows={comparison.rows.filter(isSaid)} />
      <SupportChanges item={item} />
      {undated ? null : dateForm}
      {evidence ? <SignalList userId={userId} reviewCase={reviewCase} documentId={evidence.id} /> : null}
      <div className="px-5">
        <ItemChanges item={item} />
        {draft.decision === 'retry' || draft.decision === 'final' ? (
          <p className="mt-3 text-sm wrap-anywhere">
            <b className="font-semibold">{draft.decision === 'retry' ? 'Asked again: ' : 'Rejected: '}</b>
            {draft.reasons.map(reasonLabel).join(', ')}
            {draft.applicantText ? `. To the applicant: ${draft.applicantText}` : null}
          </p>
        ) : null}
        {item.acceptedBy ? <p className="mt-3 text-sm text-ink-2">Accepted by {item.acceptedBy}</p> : null}
        {draft.internalNote ? <p className="mt-1 text-sm text-ink-3">Note: {draft.internalNote}</p> : null}
        <CaseFacts reviewCase={reviewCase} item={item} />
      </div>
    </div>
  )
}

/** Why a line that was marked before is open again (cases, Evidence that changes). */
export function FormerMark({
  line: { item, draft },
  items,
}: Pick<Props, 'line'> & { items: ReviewCase['items'] }) {
  if (!item.formerMark || draft.decision !== 'pending') return null
  return (
    <p className="my-2 rounded-2 bg-yellow-bg p-3 text-sm text-yellow-ink wrap-anywhere">
      {formerMarkText(item.formerMark, item, items)}
    </p>
  )
}

/** What support changed of a line, who, when and on what grounds: the applicant declared something else. */
function SupportChanges({ item: { supportChanges } }: { item: ReviewItem }) {
  return supportChanges.map((change) => (
    <p key={change.at} className="mx-5 mt-2 text-sm text-ink-2 wrap-anywhere">
      Changed by support {changedText(change)} on {formatDateTime(change.at)}. {groundsText(change)}
    </p>
  ))
}

/** A value that no one was asked for is shown if it was read. */
function isSaid({ field, read }: ComparedRow): boolean {
  return field !== 'number' || read !== undefined
}

/** Other facts about the case, and what an approval is missing, unless the open line says it. */
function CaseFacts({ reviewCase, item }: Pick<Props, 'reviewCase'> & Pick<DeskLine, 'item'>) {
  // A second person has already read above what was overridden.
  const missing =
    reviewCase.proposal || !isOpen(reviewCase)
      ? []
      : reviewCase.missingEvidence.filter((text) => item.beforeAccept.every((gap) => gap.text !== text))
  return (
    <>
      <BeforeApproval missing={missing} className="mt-3" />
      <CaseHints reviewCase={reviewCase} className="mt-3" />
    </>
  )
}

type Finding = ReviewItem['notices'][number]['kind']

/** The problems found with a document, and the applicant's choice. */
export function DocumentFindings({ item: { document, notices } }: { item: ReviewItem }) {
  if (!document) return null
  return notices.map(({ kind }) => (
    <Banner key={kind} kind="warning" title={titleOf(kind, document)} className="my-2">
      {answerOf(kind, document)}
    </Banner>
  ))
}

function titleOf(kind: Finding, { width, height }: StoredDocument): string {
  if (kind === 'same_file') return 'Same file as another document'
  return kind === 'too_small' ? `Very small picture: ${width} × ${height} pixels` : PICTURE_ADVICE[kind].title
}

/** Only the choice is known: a picture sent by phone may never have been asked about. */
function answerOf(kind: Finding, { keptAt }: StoredDocument): string {
  if (!keptAt) return 'The applicant hasn’t said that they want to use it anyway.'
  const wanted = kind === 'same_file' ? 'another' : kind === 'too_small' ? 'a larger' : 'a better'
  return `The applicant was asked for ${wanted} one and chose to use this on ${formatDateTime(keptAt)}.`
}
