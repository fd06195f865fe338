import { Link } from '@tanstack/react-router'
import type { ReviewItem } from '#contract/review/admin-cases.ts'
import { formatDate } from '#web/lib/dates.ts'

/** What has changed about an item since the previous round, and its former files (cases, A returned case). */
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

/**
 * Returns a text's new and removed lines: an answer has a line for each field, and reviewers look for the one
 * that differs. If lines were only reordered, all lines are returned.
 */
export function changedLines(
  before: string | null,
  after: string | null,
): { gone: string | null; added: string | null } {
  const gone = linesOf(before).filter((line) => !linesOf(after).includes(line))
  const added = linesOf(after).filter((line) => !linesOf(before).includes(line))
  if (gone.length === 0 && added.length === 0) return { gone: before, added: after }
  return { gone: gone.join('\n') || null, added: added.join('\n') || null }
}

function linesOf(text: string | null): string[] {
  return text?.split('\n') ?? []
}
