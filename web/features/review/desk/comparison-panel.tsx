import type { ReactNode } from 'react'
import type { AdminUserDetail } from '#contract/directory/admin-users.ts'
import type { ReviewCase } from '#contract/review/admin-cases.ts'
import { londonDate } from '#domain/plain-date.ts'
import { reasonLabel } from '#web/shared/cases/reason-labels.ts'
import { useNow } from '#web/shared/cases/use-now.ts'
import { Banner } from '#web/ui/banner.tsx'
import { DocumentFindings } from '../document-findings.tsx'
import { ItemChanges } from '../item-changes.tsx'
import type { CaseDocument } from '../selected-document.ts'
import { ComparisonTable } from './comparison-table.tsx'
import { declaredRows } from './declared-rows.ts'
import type { DeskLine } from './desk-lines.ts'
import { blockers, questionOf } from './desk-text.ts'
import { LineDate } from './line-date.tsx'

type Props = {
  user: AdminUserDetail
  reviewCase: ReviewCase
  line: DeskLine
  /** The document on the stage, whose date can be typed; null where it is a former one or may not be changed. */
  dated: CaseDocument | null
  onDated: () => void
  /** What is said of the case before the line. */
  children: ReactNode
}

/** A line in words: what was declared, what the rules say of it, and what else is known. */
export function ComparisonPanel({ user, reviewCase, line, dated, onDated, children }: Props) {
  const now = useNow()
  const { item, draft } = line
  return (
    <div className="min-h-0 flex-1 overflow-auto pb-3 max-[860px]:overflow-visible">
      <div className="px-5 pt-3 empty:hidden">{children}</div>
      <div className="px-5 pt-2">
        <h2 className="text-lead leading-6 font-semibold wrap-anywhere">{item.label}</h2>
        <p className="text-sm text-ink-2">{questionOf(line)}</p>
        <DocumentFindings item={item} />
      </div>
      <ComparisonTable rows={declaredRows(line, user, londonDate(now))} />
      {dated ? (
        <LineDate key={dated.id} document={dated} isMissing={blockers(item).undated} onSaved={onDated} />
      ) : null}
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

/** What else to know of the case, and what an approval is missing apart from what the open line says itself. */
function CaseFacts({
  reviewCase: { hints, missingEvidence, round, proposal },
  item,
}: Pick<Props, 'reviewCase'> & Pick<DeskLine, 'item'>) {
  // A second person has read above what was set aside.
  const missing = proposal
    ? []
    : missingEvidence.filter((text) => item.beforeAccept.every((gap) => gap.text !== text))
  return (
    <>
      {missing.length > 0 ? (
        <Banner kind="warning" title="Before you can approve" className="mt-3">
          <ul className="list-disc pl-5">
            {missing.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </Banner>
      ) : null}
      {hints.length > 0 || round > 1 ? (
        <Banner kind="info" title="What else to know" className="mt-3">
          <ul className="list-disc pl-5">
            {round > 1 ? <li>This is round {round}.</li> : null}
            {hints.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </Banner>
      ) : null}
    </>
  )
}
