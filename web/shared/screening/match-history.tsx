import { Link } from '@tanstack/react-router'
import type { CaseMatch, MatchWord } from '#contract/screening/screening.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { caseLink } from '#web/shared/cases/case-link.ts'

/** What was said of the pair before: of this match, of former ones, and in other cases. */
export function MatchHistory({ history }: Pick<CaseMatch, 'history'>) {
  if (history.length === 0) return null
  return (
    <details className="scr-n">
      <summary className="link cursor-pointer">What was said before ({history.length})</summary>
      <ol className="mt-2 grid gap-2">
        {history.map((word) => (
          <li key={`${word.at} ${word.by} ${word.of?.userId ?? ''}`}>
            <b className="text-ink">{saidText(word)}</b> · {word.by}, {formatDateTime(word.at)}
            {word.of?.isSameCase ? ' · of a former match' : null}
            {word.of && !word.of.isSameCase ? (
              <>
                {' · '}
                <Link className="link" {...caseLink(word.of)}>
                  in another case
                </Link>
              </>
            ) : null}
            <p className="whitespace-pre-line">{word.comment}</p>
          </li>
        ))}
      </ol>
    </details>
  )
}

function saidText({ said, result }: MatchWord): string {
  const what = said === 'true' ? 'The listed one' : 'Someone else'
  switch (result) {
    case 'decided':
      return what
    case 'proposed':
      return `${what}, for a second person to confirm`
    case 'returned':
      return `${what}, against what was proposed`
    default:
      return result satisfies never
  }
}
