import { useMutation } from '@tanstack/react-query'
import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleDashed from 'lucide-react/icons/circle-dashed'
import Clock from 'lucide-react/icons/clock'
import Loader from 'lucide-react/icons/loader'
import Pause from 'lucide-react/icons/pause'
import { COUNTED_MOST } from '#contract/counts.ts'
import type { JobStanding, RunResult } from '#contract/operations/job-names.ts'
import type { ShownJob } from '#contract/operations/jobs.ts'
import { jobText } from '#domain/jobs/job-text.ts'
import { api } from '#web/lib/api.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { formatNumber } from '#web/lib/numbers.ts'
import { invalidate } from '#web/lib/query-client.ts'
import { Button } from '#web/ui/button.tsx'
import { RowDetails, Td } from '#web/ui/data-table.tsx'
import { StatusBadge, type StatusLook } from '#web/ui/status-badge.tsx'
import { toast } from '#web/ui/toast.ts'

/** How the state of a scheduled job looks. */
const JOB_LOOKS: Readonly<Record<JobStanding, StatusLook>> = {
  fine: { label: 'Fine', family: 'green', icon: CircleCheck },
  running: { label: 'Running', family: 'blue', icon: Loader },
  waiting: { label: 'Not Run Yet', family: 'neutral', icon: CircleDashed },
  paused: { label: 'Paused', family: 'yellow', icon: Pause },
  late: { label: 'Late', family: 'red', icon: Clock },
  failing: { label: 'Failing', family: 'red', icon: CircleAlert },
}

const RESULTS: Readonly<Record<RunResult, string>> = {
  done: 'Finished',
  failed: 'Failed',
  stopped: 'Stopped',
  broken: 'Cut off',
}

/** One job with its last runs; `mayAct` is true for super admins. */
export function JobRow({ job, mayAct, onPause }: { job: ShownJob; mayAct: boolean; onPause: () => void }) {
  const { name, standing, nextAt, pausedAt, runs } = job
  const [last, ...former] = runs
  const { title, does } = jobText(name)
  const onError = (error: Error) => {
    toast({ kind: 'error', title: 'Nothing was changed', description: error.message })
  }
  const run = useMutation({
    mutationFn: () => api('POST /api/admin/jobs/:name/run', { params: { name }, body: {} }),
    onError,
    onSuccess: async () => {
      toast({ kind: 'success', title: `${title} starts now` })
      await invalidate('GET /api/admin/jobs')
    },
  })
  const resume = useMutation({
    mutationFn: () => api('POST /api/admin/jobs/:name/resume', { params: { name }, body: {} }),
    onError,
    onSuccess: () => invalidate('GET /api/admin/jobs'),
  })
  return (
    <tr>
      <Td head>
        <span className="font-semibold">{title}</span>
        <span className="block text-sm text-ink-3">{does}</span>
      </Td>
      <Td label="Status">
        <StatusBadge look={JOB_LOOKS[standing]} />
      </Td>
      <Td label="Last run">
        {last ? <Run run={last} /> : 'Never'}
        {former.length ? (
          <RowDetails title="Earlier runs" className="mt-1 text-sm">
            {former.map((run) => (
              <Run key={run.id} run={run} />
            ))}
          </RowDetails>
        ) : null}
      </Td>
      <Td label="Next run" className="whitespace-nowrap tabular-nums">
        {pausedAt ? 'Paused' : formatDateTime(nextAt)}
      </Td>
      {mayAct ? (
        <Td action>
          {pausedAt ? (
            <Button size="sm" busy={resume.isPending} onClick={() => resume.mutate()}>
              Resume<span className="sr-only"> {title}</span>
            </Button>
          ) : (
            <span className="inline-flex gap-2">
              <Button size="sm" busy={run.isPending} onClick={() => run.mutate()}>
                Run now<span className="sr-only">: {title}</span>
              </Button>
              <Button size="sm" variant="tertiary" onClick={onPause}>
                Pause<span className="sr-only"> {title}</span>
              </Button>
            </span>
          )}
        </Td>
      ) : null}
    </tr>
  )
}

function Run({ run }: { run: ShownJob['runs'][number] }) {
  const { startedAt, endedAt, result, counts, error, askedBy } = run
  const done = Object.values(counts).reduce((sum, count) => sum + count, 0)
  return (
    <span className="block">
      <span className="whitespace-nowrap tabular-nums">{formatDateTime(startedAt)}</span>
      <span className="block text-sm text-ink-3">
        {result ? `${RESULTS[result]} after ${durationOf(startedAt, endedAt)}` : 'Running'}
        {done ? `, ${formatNumber(done)} done` : ''}
        {leftText(run, done)}
        {askedBy ? `, started by ${askedBy}` : ''}
      </span>
      {error ? <span className="block text-sm wrap-anywhere">{error}</span> : null}
    </span>
  )
}

/** What is still due. For a running job it was counted at the start; if a run stopped at its limit, more is due. */
function leftText({ result, backlog }: ShownJob['runs'][number], done: number): string {
  const left = (backlog ?? 0) - (result ? 0 : done)
  if (!backlog || left < 1) return ''
  return `, ${backlog > COUNTED_MOST ? `over ${formatNumber(left - 1)}` : formatNumber(left)} left`
}

function durationOf(from: string, to: string | null): string {
  const seconds = to ? Math.round((Date.parse(to) - Date.parse(from)) / 1000) : 0
  if (seconds < 1) return 'less than a second'
  if (seconds < 120) return seconds === 1 ? '1 second' : `${seconds} seconds`
  return `${Math.round(seconds / 60)} minutes`
}
