import { z } from 'zod'
import { endpoint, MUTATION_LIMIT } from '#contract/endpoint.ts'
import { Moment } from '#contract/fields.ts'
import { JobStanding, JobTrouble, RunResult, ScheduleName } from './job-names.ts'

/** A repeated report gets the same answer; so does one for an unknown mail, which is stored. */
export const receiveMailReport = endpoint({
  method: 'POST',
  path: '/api/webhooks/mail',
  access: 'public',
  summary: 'Reports of Resend on what became of mails, signed by Standard Webhooks',
  fromOutside: true,
  bodyLimit: 256_000,
  answer: z.object({ received: z.literal(true) }),
  errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
})

/** A run of a job as staff see it. */
export const ShownRun = z.object({
  id: z.number(),
  startedAt: Moment,
  endedAt: Moment.nullable(),
  /** Null while it runs. */
  result: RunResult.nullable(),
  counts: z.record(z.string(), z.number()),
  failed: z.number(),
  error: z.string().nullable(),
  /** What was still due; null if it is not counted. */
  backlog: z.number().nullable(),
  askedBy: z.string().nullable(),
})

export const ShownJob = z.object({
  name: ScheduleName,
  standing: JobStanding,
  /** Null while it is paused. */
  nextAt: Moment.nullable(),
  pausedAt: Moment.nullable(),
  pausedBy: z.string().nullable(),
  /** The problem that super admins were told about by mail. */
  trouble: JobTrouble.nullable(),
  failures: z.number(),
  /** Newest first. */
  runs: z.array(ShownRun),
})
export type ShownJob = z.infer<typeof ShownJob>

export const listJobs = endpoint({
  method: 'GET',
  path: '/api/admin/jobs',
  access: 'jobs.read',
  summary: 'The jobs that run by the clock, how each stands, and its last runs',
  answer: z.object({
    jobs: z.array(ShownJob),
    /** Whether maintenance is on: no job runs until it ends. */
    inMaintenance: z.boolean(),
  }),
  errors: [],
})

const Name = z.object({ name: ScheduleName })
const changed = {
  access: 'jobs.run',
  body: z.object({}),
  answer: z.object({ success: z.literal(true) }),
  errors: ['NOT_FOUND', 'INVALID_STATE', 'VALIDATION_ERROR'],
  limit: MUTATION_LIMIT,
} as const

export const runJob = endpoint({
  ...changed,
  method: 'POST',
  path: '/api/admin/jobs/:name/run',
  summary: 'Run a job now; one that waits or runs already is left to it',
  params: Name,
})
export const pauseJob = endpoint({
  ...changed,
  method: 'POST',
  path: '/api/admin/jobs/:name/pause',
  summary: 'Pause a job in every process until it is resumed',
  params: Name,
})
export const resumeJob = endpoint({
  ...changed,
  method: 'POST',
  path: '/api/admin/jobs/:name/resume',
  summary: 'Resume a paused job',
  params: Name,
})
