import { Link } from '@tanstack/react-router'
import type { ReviewCase } from '#contract/review/admin-cases.ts'
import { Banner } from '#web/ui/banner.tsx'

/** What an approval still needs, one sentence each; nothing if that is nothing. */
export function BeforeApproval({ missing, className }: { missing: readonly string[]; className: string }) {
  if (missing.length === 0) return null
  return (
    <Banner kind="warning" title="Before you can approve" className={className}>
      <ul className="list-disc pl-5">
        {missing.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </Banner>
  )
}

/** Other facts about a case, each with a link to the other user it concerns. */
export function CaseHints({
  reviewCase: { hints, hintUserIds, round },
  className,
}: {
  reviewCase: Pick<ReviewCase, 'hints' | 'hintUserIds' | 'round'>
  className: string
}) {
  if (hints.length === 0 && round <= 1) return null
  return (
    <Banner kind="info" title="What else to know" className={className}>
      <ul className="list-disc pl-5">
        {round > 1 ? <li>This is round {round}.</li> : null}
        {hints.map((text, index) => (
          <li key={text}>
            <CaseHint text={text} userId={hintUserIds[index]} />
          </li>
        ))}
      </ul>
    </Banner>
  )
}

/** Opens in a new tab, so that unsaved marks are kept. */
function CaseHint({ text, userId }: { text: string; userId: number | null | undefined }) {
  if (!userId) return text
  return (
    <>
      {text}{' '}
      <Link
        to="/admin/users/$id"
        params={{ id: String(userId) }}
        search={{ tab: 'business' }}
        target="_blank"
      >
        Open user {userId}
        <span className="sr-only"> (opens in a new tab)</span>
      </Link>
    </>
  )
}
