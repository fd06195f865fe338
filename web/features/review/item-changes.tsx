import { Link } from '@tanstack/react-router'
import type { ReviewItem } from '#contract/review/admin-cases.ts'
import { formatDate } from '#web/lib/dates.ts'
import { changedLines } from './changed-lines.ts'

/** What is new about an item since the round before, and its former files (cases, Deciding). */
export function ItemChanges({ item }: { item: ReviewItem }) {
  if (!item.changed && item.formerDocuments.length === 0) return null
  const hasSentence = item.before !== item.after && (item.before || item.after)
  const { gone, added } = changedLines(item.before, item.after)
  return (
    <div className="mt-2 text-sm wrap-anywhere">
      {item.changed ? (
        <p>
          <b className="font-semibold">Changed since the last round</b>
          {hasSentence ? (
            <>
              {': '}
              <del className="whitespace-pre-line text-ink-3">{gone ?? 'nothing'}</del>
              <span className="sr-only"> became </span>
              <span aria-hidden="true"> → </span>
              <ins className="whitespace-pre-line no-underline">{added ?? 'nothing'}</ins>
            </>
          ) : null}
        </p>
      ) : null}
      {item.formerDocuments.length > 0 ? (
        <p className="text-ink-2">
          Former versions:{' '}
          {item.formerDocuments.map((document, index) => (
            <span key={document.id}>
              {index > 0 ? ', ' : null}
              <Link
                to="."
                search={(current) => ({ ...current, document: document.id })}
                replace
                resetScroll={false}
              >
                {document.fileName} ({formatDate(document.uploadedAt)})
              </Link>
            </span>
          ))}
        </p>
      ) : null}
    </div>
  )
}
