import { useEffect, useState } from 'react'
import type { ReviewCase } from '#contract/review/admin-cases.ts'
import { api } from '#web/lib/api.ts'
import { formatTime } from '#web/lib/dates.ts'
import { Banner } from '#web/ui/banner.tsx'
import { useCaseChange } from '../use-case-change.ts'
import type { LostMarks } from './lost-marks.ts'

type Props = { userId: number; reviewCase: ReviewCase; lost: LostMarks }

/** Says who took or decided the case meanwhile, and keeps what was marked by then in a note for them. */
export function LostMarksBanner({ userId, reviewCase: { kind }, lost }: Props) {
  // One for the note of this time: sent again after an answer that was lost, it is the same.
  const [key] = useState(() => crypto.randomUUID())
  const { mutate, isIdle, isPending, error } = useCaseChange(userId, (text: string) =>
    api('POST /api/admin/users/:id/kyc-notes', {
      params: { id: userId },
      body: { kind, text, request_key: key },
    }),
  )
  // Once, as the marks were then; the page takes no more.
  useEffect(() => {
    if (isIdle) mutate(lost.note)
  }, [isIdle, mutate, lost.note])
  return (
    <Banner
      kind="warning"
      title={`${lost.who} ${lost.did} this case at ${formatTime(lost.at)}`}
      className="mb-3"
      live
    >
      {error ? (
        <>
          What you marked is still on this page, but we couldn’t keep it in a note. {error.message}{' '}
          <button type="button" className="link" onClick={() => mutate(lost.note)}>
            Try again
          </button>
        </>
      ) : isPending || isIdle ? (
        'Keeping what you marked in a note...'
      ) : (
        'What you had marked is kept in a note on the case.'
      )}
    </Banner>
  )
}
