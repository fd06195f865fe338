import type { ReviewItem } from '#contract/review/admin-cases.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { Banner } from '#web/ui/banner.tsx'

/** What the applicant was told about a document when they gave it, and what they chose. */
export function DocumentFindings({ item: { document, notices } }: { item: ReviewItem }) {
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
