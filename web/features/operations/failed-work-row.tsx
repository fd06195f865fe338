import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { DeadLetter } from '#contract/operations/dead-letters.ts'
import { deadLetterText } from '#domain/jobs/dead-letter-text.ts'
import { api } from '#web/lib/api.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { IfMay } from '#web/lib/may.tsx'
import { formatNumber } from '#web/lib/numbers.ts'
import { invalidate } from '#web/lib/query-client.ts'
import { Button } from '#web/ui/button.tsx'
import { Td } from '#web/ui/data-table.tsx'
import { toast } from '#web/ui/toast.ts'

/** One piece of work that stopped. */
export function FailedWorkRow({ letter, onDrop }: { letter: DeadLetter; onDrop: () => void }) {
  const { id, job, about, userId, failedAt, tries, error, refusal } = letter
  const { title } = deadLetterText(job)
  const sending = useMutation({
    mutationFn: () => api('POST /api/admin/dead-letters/:id/send', { params: { id }, body: {} }),
    onError: (failure) =>
      toast({ kind: 'error', title: 'This was not sent again', description: failure.message }),
    onSuccess: () => toast({ kind: 'success', title: 'Sent again' }),
    onSettled: () => invalidate('GET /api/admin/dead-letters'),
  })
  return (
    <tr>
      <Td head>
        <span className="font-semibold">{title}</span>
        <span className="block text-sm wrap-anywhere text-ink-3">
          {about}
          {userId ? (
            <>
              {', '}
              <Link to="/admin/users/$id" params={{ id: String(userId) }}>
                user {userId}
              </Link>
            </>
          ) : null}
        </span>
      </Td>
      <Td label="Stopped" className="whitespace-nowrap tabular-nums">
        {formatDateTime(failedAt)}
      </Td>
      <Td label="Tries" className="tabular-nums">
        {formatNumber(tries)}
      </Td>
      <Td label="Why" className="text-sm wrap-anywhere">
        {error ?? 'We don’t know why.'}
        {refusal ? <span className="mt-1 block">{refusal}</span> : null}
      </Td>
      <Td action>
        <span className="inline-flex gap-2">
          {refusal ? null : (
            // The second click of a double click must not send it twice, before the list has changed.
            <IfMay capability="mails.send">
              <Button
                size="sm"
                busy={sending.isPending}
                disabled={sending.isSuccess}
                onClick={() => sending.mutate()}
              >
                Send again
                <span className="sr-only">
                  : {title}, {about}
                </span>
              </Button>
            </IfMay>
          )}{' '}
          <IfMay capability="mails.send">
            <Button size="sm" variant="tertiary" onClick={onDrop}>
              Drop
              <span className="sr-only">
                : {title}, {about}
              </span>
            </Button>
          </IfMay>
        </span>
      </Td>
    </tr>
  )
}
