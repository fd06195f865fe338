import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { type DeadLetter, SENT_AT_ONCE } from '#contract/operations/dead-letters.ts'
import { DeadLetterJob } from '#contract/operations/job-names.ts'
import { COUNTED_LETTERS, deadLetterText } from '#domain/jobs/dead-letter-text.ts'
import { api } from '#web/lib/api.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { IfMay } from '#web/lib/may.tsx'
import { formatNumber } from '#web/lib/numbers.ts'
import { invalidate, listQuery } from '#web/lib/query-client.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { DataTable, Td, Th } from '#web/ui/data-table.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { MorePages } from '#web/ui/more-pages.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { type SkeletonCell, SkeletonRows } from '#web/ui/skeleton-rows.tsx'
import { toast } from '#web/ui/toast.ts'

const KEY = 'GET /api/admin/dead-letters'
const REFRESH_MS = 30_000
const WAITING_ROW: readonly SkeletonCell[] = [
  { head: true, width: 160 },
  { label: 'Stopped', width: 130 },
  { label: 'Tries', width: 24 },
  { label: 'Why', width: 200 },
]

const lettersQuery = (job: DeadLetterJob | undefined) => ({
  ...listQuery(KEY, { query: { job, limit: 25 } }),
  staleTime: 0,
  refetchInterval: REFRESH_MS,
})

type Counted = { job: DeadLetterJob; count: number }

/** Work that failed on its last attempt: why, with buttons to retry or drop it. */
export function FailedWorkCard() {
  const [job, setJob] = useState<DeadLetterJob>()
  const query = useInfiniteQuery(lettersQuery(job))
  const { data, error, isFetching, refetch } = query
  const letters = data?.pages.flatMap((page) => page.letters)
  const counts = data?.pages[0]?.counts ?? []
  const [dropping, setDropping] = useState<DeadLetter>()
  return (
    <Card aria-labelledby="failed-work">
      <CardHeader id="failed-work" title="Failed work" />
      {error && !letters ? (
        <ErrorState
          title="We couldn’t load the failed work"
          message={error.message}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : letters?.length === 0 && !job ? (
        <CardBody>
          <p className="text-card text-ink-2">
            Nothing has stopped. Work that still fails after its last try shows here.
          </p>
        </CardBody>
      ) : (
        <>
          {letters ? <Which counts={counts} job={job} onJob={setJob} /> : null}
          <DataTable
            caption="Failed work"
            busy={!letters}
            head={
              <>
                <Th>Work</Th>
                <Th>Stopped</Th>
                <Th>Tries</Th>
                <Th>Why</Th>
                <Th hidden>Action</Th>
              </>
            }
          >
            {letters?.map((letter) => (
              <FailedWorkRow key={letter.id} letter={letter} onDrop={() => setDropping(letter)} />
            )) ?? <SkeletonRows cells={WAITING_ROW} />}
          </DataTable>
          {letters && query.hasNextPage ? (
            <MorePages query={query}>
              Showing {letters.length} of {countText(counts, job)}
            </MorePages>
          ) : null}
        </>
      )}
      {dropping ? <DropDialog letter={dropping} onClose={() => setDropping(undefined)} /> : null}
    </Card>
  )
}

/** What to do about it, and a filter by job, whose work can all be retried at once. */
function Which({
  counts,
  job,
  onJob,
}: {
  counts: readonly Counted[]
  job: DeadLetterJob | undefined
  onJob: (job: DeadLetterJob | undefined) => void
}) {
  const only = job ?? (counts.length === 1 ? counts[0]?.job : undefined)
  const count = counts.find((counted) => counted.job === only)?.count ?? 0
  const sending = useMutation({
    mutationFn: (which: DeadLetterJob) => api('POST /api/admin/dead-letters/send', { body: { job: which } }),
    onError: (error) =>
      toast({ kind: 'error', title: 'Not everything was sent again', description: error.message }),
    onSuccess: ({ sent, left }) =>
      toast({
        kind: left ? 'warning' : 'success',
        title: `${formatNumber(sent)} sent again`,
        ...(left && {
          description: `${formatNumber(left)} left. The ones we can’t send again say why in the list.`,
        }),
      }),
    onSettled: () => invalidate(KEY),
  })
  return (
    <CardBody className="flex flex-wrap items-end justify-between gap-4">
      <p className="max-w-prose text-card text-ink-2">
        We tried these several times and stopped. Fix the cause, then send them again.
      </p>
      <div className="flex flex-wrap items-end gap-3">
        {counts.length > 1 || job ? (
          <SelectField
            label="Show"
            compact
            value={job ?? ''}
            options={[
              { value: '', label: `All work (${countText(counts)})` },
              ...counts.map((counted) => ({
                value: counted.job,
                label: `${deadLetterText(counted.job).title} (${countText([counted])})`,
              })),
            ]}
            onChange={(event) => onJob(DeadLetterJob.safeParse(event.target.value).data)}
          />
        ) : null}
        {only && count > 1 ? (
          <IfMay capability="mails.send">
            <Button
              size="sm"
              busy={sending.isPending}
              busyLabel="Sending..."
              onClick={() => sending.mutate(only)}
            >
              {count > SENT_AT_ONCE
                ? `Send the next ${formatNumber(SENT_AT_ONCE)} again`
                : `Send all ${formatNumber(count)} again`}
            </Button>
          </IfMay>
        ) : null}
      </div>
    </CardBody>
  )
}

function DropDialog({ letter: { id, job, about }, onClose }: { letter: DeadLetter; onClose: () => void }) {
  const drop = useMutation({
    mutationFn: () => api('POST /api/admin/dead-letters/:id/drop', { params: { id }, body: {} }),
    onSuccess: onClose,
    onSettled: () => invalidate(KEY),
  })
  const { title, dropping } = deadLetterText(job)
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title="Drop this work?"
      description={
        <>
          {title}: {about}. {dropping}
        </>
      }
      confirmLabel="Drop"
      danger
      busy={drop.isPending}
      busyLabel="Dropping..."
      error={drop.error ? { title: 'Nothing was dropped', message: drop.error.message } : null}
      onConfirm={() => drop.mutate()}
    />
  )
}

/** How many entries one job or all jobs have; counted up to a limit. */
function countText(counts: readonly Counted[], job?: DeadLetterJob): string {
  const counted = counts.filter((row) => !job || row.job === job)
  const count = formatNumber(counted.reduce((sum, row) => sum + row.count, 0))
  return counted.some((row) => row.count >= COUNTED_LETTERS) ? `over ${count}` : count
}

/** One piece of failed work. */
function FailedWorkRow({ letter, onDrop }: { letter: DeadLetter; onDrop: () => void }) {
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
            // Disabled at once, so that a double click can't send it twice before the list has changed.
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
