import type { StoredDocument } from '#contract/documents/uploads.ts'
import type { ReviewItem } from '#contract/review/admin-cases.ts'
import { PICTURE_ADVICE } from '#domain/documents/picture-advice.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { Banner } from '#web/ui/banner.tsx'

type Finding = ReviewItem['notices'][number]['kind']

/** What the applicant was told about a document when they gave it, and what they chose. */
export function DocumentFindings({ item: { document, notices } }: { item: ReviewItem }) {
  if (!document) return null
  return notices.map(({ kind }) =>
    kind === 'same_file' ? (
      <Banner key={kind} kind="warning" title="Same file as another document" className="my-2">
        The applicant was asked to upload a different one.
      </Banner>
    ) : (
      <Banner key={kind} kind="warning" title={titleOf(kind, document)} className="my-2">
        {answerOf(kind, document)}
      </Banner>
    ),
  )
}

function titleOf(kind: Exclude<Finding, 'same_file'>, { width, height }: StoredDocument): string {
  return kind === 'too_small' ? `Very small picture: ${width} × ${height} pixels` : PICTURE_ADVICE[kind].title
}

function answerOf(kind: Finding, { keptAt }: StoredDocument): string {
  const asked = `The applicant was asked for a ${kind === 'too_small' ? 'larger' : 'better'} one and`
  return keptAt ? `${asked} chose to use this on ${formatDateTime(keptAt)}.` : `${asked} hasn’t answered.`
}
