import { collectDefaultMetrics, type Metric, type MetricType, Registry } from 'prom-client'
import { DeadLetterJob } from '#contract/operations/job-names.ts'
import { isAgeless } from '#domain/screening/screening-standing.ts'
import type { JobState } from '#server/model/jobs/job-states.ts'
import { BOUNDS_MS } from '#server/platform/http/request-meter.ts'
import type { Meter } from '#server/platform/metrics/meter.ts'
import type { Services } from '#server/services.ts'
import type { StateWatch } from './state-figures.ts'

type Labels = Record<string, string | number>
interface Value {
  labels?: Labels
  value: number
  /** If it differs from its metric's name, as in a histogram. */
  metricName?: string
}

/** The metrics' sources. */
interface Sources {
  services: Pick<Services, 'config' | 'database' | 'now' | 'maintenance'>
  meter: Meter
  state: StateWatch
  /** The process's dependencies, as last seen. */
  dependencies: () => { name: string; state: string }[]
}

const LOOP_PRECISION_MS = 20
const SECOND_MS = 1000

/**
 * This process's metrics, including those of every Node process. Everything is in memory when requested, so
 * that a database that is away makes no scrape slow or fail.
 */
export function metricsRegistry({ services, meter, state, dependencies }: Sources): Registry {
  const { config, database, now, maintenance } = services
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: LOOP_PRECISION_MS })

  const tell = (
    type: `${MetricType}`,
    name: string,
    help: string,
    read: () => (Value | false)[] | number,
  ) => {
    const get = async () => {
      const found = read()
      const values = typeof found === 'number' ? [{ value: found }] : found.filter((value) => value !== false)
      return { name, help, type, values: values.map((value) => ({ labels: {}, ...value })) }
    }
    // The registry needs no more than this from its metrics.
    registry.registerMetric({ name, help, type, get } as unknown as Metric)
  }
  const ageOf = (at: Date) => Math.max(0, (now().getTime() - at.getTime()) / SECOND_MS)

  tell('gauge', 'verdaccord_info', 'The version that runs, as a label.', () => [
    { labels: { version: config.company.version }, value: 1 },
  ])
  tell('counter', 'verdaccord_http_requests_total', 'Answers by route pattern, method and status.', () =>
    meter.requests
      .figures()
      .flatMap(({ method, route, statuses }) =>
        [...statuses].map(([status, value]) => ({ labels: { method, route, status }, value })),
      ),
  )
  tell('histogram', DURATION, 'Time to answer by route pattern and method.', () =>
    meter.requests.figures().flatMap(({ method, route, buckets, totalMs }) => {
      const labels = { method, route }
      let below = 0
      const counts = buckets.map((count, index) => {
        below += count
        const bound = BOUNDS_MS[index]
        const le = bound === undefined ? '+Inf' : bound / SECOND_MS
        return { metricName: `${DURATION}_bucket`, labels: { ...labels, le }, value: below }
      })
      return [
        ...counts,
        { metricName: `${DURATION}_sum`, labels, value: totalMs / SECOND_MS },
        { metricName: `${DURATION}_count`, labels, value: below },
      ]
    }),
  )
  tell('counter', 'verdaccord_sign_ins_total', 'Sign-ins by how they ended.', () =>
    [...meter.signIns].map(([result, value]) => ({ labels: { result }, value })),
  )
  tell(
    'gauge',
    'verdaccord_uploads_in_flight',
    'Uploads that are being received or checked.',
    () => meter.uploads,
  )
  tell(
    'gauge',
    'verdaccord_live_streams',
    'Open streams that tell browsers what changed.',
    () => meter.liveStreams,
  )
  tell(
    'counter',
    'verdaccord_documents_refused_total',
    'Looks at stored documents that were not the ones uploaded.',
    () => meter.refusedDocuments,
  )
  tell(
    'counter',
    'verdaccord_values_refused_total',
    'Looks at encrypted values that were not the ones saved.',
    () => meter.refusedValues,
  )
  tell(
    'counter',
    'verdaccord_csp_reports_total',
    'What browsers reported that they refused by the content security policy.',
    () => [...meter.cspReports].map(([directive, value]) => ({ labels: { directive }, value })),
  )

  tell('gauge', 'verdaccord_database_connections', 'Connections of the pool, and who waits for one.', () => {
    const { totalCount, idleCount, waitingCount } = database.pool
    return [
      { labels: { state: 'in_use' }, value: totalCount - idleCount },
      { labels: { state: 'idle' }, value: idleCount },
      { labels: { state: 'waiting' }, value: waitingCount },
    ]
  })
  tell(
    'gauge',
    'verdaccord_database_pool_size',
    'Connections that the pool may have.',
    () => database.pool.options.max,
  )
  tell(
    'gauge',
    'verdaccord_dependency_up',
    '1 where a dependency works or is off, 0 where it is down or full.',
    () =>
      dependencies().map(({ name, state }) => ({
        labels: { dependency: name },
        value: state === 'ok' || state === 'off' ? 1 : 0,
      })),
  )
  tell('gauge', 'verdaccord_maintenance', '1 while people can read only.', () => Number(maintenance.wasOn()))

  tell('counter', 'verdaccord_job_runs_total', 'Runs of jobs in this process by how they ended.', () =>
    [...meter.jobs].flatMap(([job, { completed, failed }]) => [
      { labels: { job, result: 'completed' }, value: completed },
      { labels: { job, result: 'failed' }, value: failed },
    ]),
  )
  tell('counter', 'verdaccord_job_seconds_total', 'Time that jobs have run in this process.', () =>
    [...meter.jobs].map(([job, { totalMs }]) => ({ labels: { job }, value: totalMs / SECOND_MS })),
  )
  tell(
    'gauge',
    'verdaccord_queue_jobs',
    'Jobs in a queue: due, running, and failed after their last try.',
    () =>
      (state.known().queues ?? []).flatMap(({ name: queue, waiting, active, failed }) => [
        { labels: { queue, state: 'waiting' }, value: waiting },
        { labels: { queue, state: 'active' }, value: active },
        { labels: { queue, state: 'failed' }, value: failed },
      ]),
  )
  tell('gauge', 'verdaccord_queue_oldest_seconds', 'Age of the oldest job of a queue that is due.', () =>
    (state.known().queues ?? []).map(({ name: queue, oldestAt }) => ({
      labels: { queue },
      value: oldestAt ? ageOf(oldestAt) : 0,
    })),
  )
  tell(
    'gauge',
    'verdaccord_dead_letters',
    'Work that has used up its tries and waits for a person on the page of jobs, at most 10,000 of a job.',
    () => {
      const { deadLetters } = state.known()
      if (!deadLetters) return []
      return DeadLetterJob.options.map((job) => ({
        labels: { job },
        value: deadLetters.find((counted) => counted.job === job)?.count ?? 0,
      }))
    },
  )
  const schedules = (read: (job: JobState) => number | null | undefined) => () =>
    (state.known().jobs ?? []).map((job) => {
      const value = read(job)
      return value != null && { labels: { job: job.name }, value }
    })
  tell(
    'gauge',
    'verdaccord_schedule_trouble',
    '1 where a schedule failed or was late twice in a row, or one that the law asks for is paused.',
    schedules(({ trouble }) => Number(trouble !== null)),
  )
  tell(
    'gauge',
    'verdaccord_schedule_failures',
    'Failed runs of a schedule in a row.',
    schedules(({ failures }) => failures),
  )
  tell(
    'gauge',
    'verdaccord_schedule_late',
    'How often in a row a schedule was found late.',
    schedules(({ lates }) => lates),
  )
  tell(
    'gauge',
    'verdaccord_schedule_paused',
    '1 while a schedule is paused.',
    schedules(({ pausedAt }) => Number(pausedAt !== null)),
  )
  tell(
    'gauge',
    'verdaccord_schedule_started_seconds',
    'Time since a schedule last started.',
    schedules(({ lastStartedAt }) => lastStartedAt && ageOf(lastStartedAt)),
  )
  tell(
    'gauge',
    'verdaccord_schedule_last_run_seconds',
    'How long the last run of a schedule took.',
    schedules(({ runs: [last] }) =>
      last?.endedAt ? (last.endedAt.getTime() - last.startedAt.getTime()) / SECOND_MS : null,
    ),
  )
  tell(
    'gauge',
    'verdaccord_schedule_backlog',
    'What a schedule had left to do at the end of its last run.',
    schedules(({ runs: [last] }) => last?.backlog),
  )

  tell('gauge', 'verdaccord_mails_waiting', 'Mails that have not left yet, at most 100,000.', () => {
    const { mails } = state.known()
    return [mails !== undefined && { value: mails.waiting }]
  })
  tell('gauge', 'verdaccord_mail_oldest_seconds', 'Age of the oldest mail that has not left yet.', () => {
    const { mails } = state.known()
    return [mails !== undefined && { value: mails.oldestAt ? ageOf(mails.oldestAt) : 0 }]
  })
  tell(
    'gauge',
    'verdaccord_cases',
    'Cases by kind, state and promise; the promise is for those that wait for us.',
    () => {
      const { openCases = [], closedCases = [] } = state.known()
      return [
        ...openCases.map(({ cases: value, ...labels }) => ({ labels, value })),
        ...closedCases.map(({ cases: value, ...labels }) => ({
          labels: { ...labels, promise: 'none' },
          value,
        })),
      ]
    },
  )
  tell('gauge', 'verdaccord_cases_overdue', 'Cases that wait for us beyond the promised time.', () => {
    const { openCases } = state.known()
    const overdue = openCases?.filter(({ promise }) => promise === 'overdue')
    return [overdue !== undefined && { value: overdue.reduce((sum, { cases }) => sum + cases, 0) }]
  })
  tell('gauge', 'verdaccord_sanctions_list_age_seconds', 'Age of a sanctions list in force.', () =>
    (state.known().lists ?? [])
      .filter(({ source }) => !isAgeless(source))
      .map(({ source, publishedAt }) => ({ labels: { source }, value: ageOf(publishedAt) })),
  )
  tell(
    'gauge',
    'verdaccord_sanctions_lists',
    'Sanctions lists in force; without one there are no approvals.',
    () => {
      const { lists } = state.known()
      return [lists !== undefined && { value: lists.length }]
    },
  )
  tell(
    'gauge',
    'verdaccord_sanctions_list_age_limit_seconds',
    'Age at which a sanctions list stops approvals.',
    () => (state.known().listMaxAgeDays ?? config.sanctions.maxAgeDays) * 86_400,
  )
  tell('gauge', 'verdaccord_free_bytes', 'Free space on the volume of DATA_DIR.', () => {
    const { freeBytes } = state.known()
    return [freeBytes !== undefined && { value: freeBytes }]
  })
  tell('gauge', 'verdaccord_state_age_seconds', 'Time since a part of the state was last read.', () =>
    [...state.readAt].map(([part, at]) => ({ labels: { part }, value: ageOf(at) })),
  )
  tell('counter', 'verdaccord_state_failures_total', 'Failed attempts to read a part of the state.', () =>
    [...state.failures].map(([part, value]) => ({ labels: { part }, value })),
  )
  return registry
}

const DURATION = 'verdaccord_http_request_duration_seconds'
