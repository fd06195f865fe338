import type { StoredDocument } from '#contract/documents/uploads.ts'
import type { ReviewItem } from '#contract/review/admin-cases.ts'
import { PICTURE_ADVICE } from '#domain/documents/picture-advice.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { Banner } from '#web/ui/banner.tsx'

type Finding = ReviewItem['notices'][number]['kind']

/** What is seen wrong with a document, and what the applicant chose. */
export function DocumentFindings({ item: { document, notices } }: { item: ReviewItem }) {
  if (!document) return null
  return notices.map(({ kind }) =>
    kind === 'same_file' ? (
      <Banner key={kind} kind="warning" title="Same file as another document" className="my-2">
        The applicant hasn’t uploaded a different one.
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

/** Only the choice is known: a picture that a phone sent may have been asked about nowhere. */
function answerOf(kind: Finding, { keptAt }: StoredDocument): string {
  if (!keptAt) return 'The applicant hasn’t said that they want to use it anyway.'
  const wanted = kind === 'too_small' ? 'larger' : 'better'
  return `The applicant was asked for a ${wanted} one and chose to use this on ${formatDateTime(keptAt)}.`
}
