import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ScheduleName } from '#contract/operations/job-names.ts'
import type { ShownJob } from '#contract/operations/jobs.ts'
import { jobText, troubleText } from '#domain/jobs/job-text.ts'
import { api } from '#web/lib/api.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { useMay } from '#web/lib/may.tsx'
import { usePageTitle } from '#web/lib/page-title.ts'
import { invalidate } from '#web/lib/query-client.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { DataTable, Th } from '#web/ui/data-table.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { Page } from '#web/ui/page.tsx'
import { LoadingRegion } from '#web/ui/skeleton.tsx'
import { CardSkeleton } from '#web/ui/skeleton-rows.tsx'
import { FailedWorkCard } from './failed-work-card.tsx'
import { JobRow } from './job-row.tsx'

const KEY = 'GET /api/admin/jobs'
const REFRESH_MS = 10_000

const jobsQuery = queryOptions({
  queryKey: [KEY],
  queryFn: ({ signal }) => api(KEY, {}, { signal }),
  // Jobs run while the page is open.
  staleTime: 0,
  refetchInterval: REFRESH_MS,
})

/** The scheduled jobs: their state, and what to do if something is wrong. */
export function JobsPage() {
  usePageTitle('Jobs')
  const query = useQuery(jobsQuery)
  const mayAct = useMay('jobs.run')
  const [pausing, setPausing] = useState<ShownJob>()
  return (
    <Page width="wide">
      <h1 className="mb-5" tabIndex={-1}>
        Jobs
      </h1>
      {query.data ? (
        <div className="grid gap-6">
          {query.isRefetchError ? (
            <Banner kind="warning" title="We couldn’t refresh this page" live>
              You see how the jobs stood at {formatDateTime(new Date(query.dataUpdatedAt).toISOString())}.{' '}
              {query.error.message}
            </Banner>
          ) : query.data.inMaintenance ? (
            <Banner kind="info" title="No job runs during maintenance">
              The times below count once maintenance ends.
            </Banner>
          ) : (
            <Troubles jobs={query.data.jobs} />
          )}
          <FailedWorkCard />
          <Card aria-labelledby="jobs">
            <CardHeader id="jobs" title="Scheduled jobs" />
            {query.data.jobs.length === 0 ? (
              <CardBody>
                <p className="text-card text-ink-2">
                  No jobs yet. They appear here within a minute of the first start.
                </p>
              </CardBody>
            ) : (
              <DataTable
                caption="Jobs"
                head={
                  <>
                    <Th>Job</Th>
                    <Th>Status</Th>
                    <Th>Last run</Th>
                    <Th>Next run</Th>
                    {mayAct ? <Th hidden>Action</Th> : null}
                  </>
                }
              >
                {query.data.jobs.map((job) => (
                  <JobRow key={job.name} job={job} mayAct={mayAct} onPause={() => setPausing(job)} />
                ))}
              </DataTable>
            )}
          </Card>
        </div>
      ) : query.error ? (
        <Card aria-labelledby="jobs">
          <h2 id="jobs" className="sr-only">
            Jobs
          </h2>
          <ErrorState
            title="We couldn’t load the jobs"
            message={query.error.message}
            onRetry={() => void query.refetch()}
            retrying={query.isFetching}
          />
        </Card>
      ) : (
        <LoadingRegion label="Loading the jobs" className="grid gap-6">
          <CardSkeleton heights={[22, 40, 40, 40, 40, 40, 40]} />
        </LoadingRegion>
      )}
      {pausing ? <PauseDialog name={pausing.name} onClose={() => setPausing(undefined)} /> : null}
    </Page>
  )
}

/** What is wrong and what to do about it, and what pausing means for a job that the law requires. */
function Troubles({ jobs }: { jobs: readonly ShownJob[] }) {
  const troubled = jobs.filter(({ trouble, pausedAt, name }) => trouble || (pausedAt && jobText(name).isDuty))
  if (troubled.length === 0) {
    const slipped = jobs.filter(({ standing }) => standing === 'failing' || standing === 'late').length
    return (
      <p className="text-ink-2">
        {slipped ? slippedText(slipped) : 'Every scheduled job runs as it should.'}
      </p>
    )
  }
  return troubled.map(({ name, trouble, pausedAt, pausedBy, runs }) => {
    const { title, pausing } = jobText(name)
    const text = trouble && troubleText(name, trouble, runs.find((run) => run.error)?.error ?? null)
    return text ? (
      <Banner key={name} kind="error" title={`${title} needs attention`}>
        {text.what} {text.todo}
      </Banner>
    ) : (
      <Banner key={name} kind="warning" title={`${title} is paused`}>
        {pausedBy ? `${pausedBy} paused it on ` : 'Paused on '}
        {formatDateTime(pausedAt)}. {pausing} After a day we email every super admin.
      </Banner>
    )
  })
}

const slippedText = (jobs: number) =>
  `${jobs === 1 ? '1 job has' : `${jobs} jobs have`} failed or started late. We try again, and email super admins if it happens twice.`

/** Asks before a job is paused, and says what that means for people. */
function PauseDialog({ name, onClose }: { name: ScheduleName; onClose: () => void }) {
  const { title, pausing, isDuty } = jobText(name)
  const pause = useMutation({
    mutationFn: () => api('POST /api/admin/jobs/:name/pause', { params: { name }, body: {} }),
    onSuccess: async () => {
      onClose()
      await invalidate('GET /api/admin/jobs')
    },
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={`Pause “${title}”?`}
      description={
        <>
          {pausing} {isDuty ? 'After a day we email every super admin.' : ''}
        </>
      }
      confirmLabel="Pause"
      danger={isDuty}
      busy={pause.isPending}
      busyLabel="Pausing..."
      error={pause.error ? { title: 'Nothing was paused', message: pause.error.message } : null}
      onConfirm={() => pause.mutate()}
    />
  )
}
