import type { DeadLetterJob } from '#contract/operations/job-names.ts'

/** Every job and what it is told. A job carries ids, never personal data or tokens: the row it names is the truth. */
export interface JobPayloads {
  'build-export': { exportId: string }
  'apply-stripe-event': { eventId: string }
  'copy-invoices': { clientId: number }
  'apply-decision': { caseId: number }
  'screen-case': { caseId: number }
  'screen-waiting': Record<string, never>
  'try-screening': Record<string, never>
  'read-document': { documentId: string }
}
export type JobName = keyof JobPayloads & DeadLetterJob

/** How a job is repeated and how long one run may take. */
export interface JobPolicy {
  /** `exclusive`: of equal keys one waits or runs at a time, a second request is dropped; `standard`: each request runs. */
  queue: 'exclusive' | 'standard'
  retries: number
  firstRetrySeconds: number
  maxRetrySeconds: number
  /** After this a run counts as crashed and is repeated. */
  expireSeconds: number
  /** It is asked to begin at a later moment, which someone waits for. */
  beginsLater?: true
}

/** Screening computes for seconds at most; what still fails is found by its sweep. */
const SCREENING: JobPolicy = {
  queue: 'exclusive',
  retries: 3,
  firstRetrySeconds: 10,
  maxRetrySeconds: 120,
  expireSeconds: 900,
}

export const JOB_POLICIES: Readonly<Record<JobName, JobPolicy>> = {
  // What was decided twice is applied twice: the row says which of them counts. What still fails is found by its sweep.
  'apply-decision': {
    queue: 'standard',
    retries: 5,
    firstRetrySeconds: 2,
    maxRetrySeconds: 30,
    expireSeconds: 60,
    beginsLater: true,
  },
  'screen-case': SCREENING,
  'screen-waiting': SCREENING,
  'try-screening': { ...SCREENING, expireSeconds: 3600 },
  // A few tries close together; what still fails is queued again by its sweep for a day.
  'build-export': {
    queue: 'exclusive',
    retries: 3,
    firstRetrySeconds: 10,
    maxRetrySeconds: 120,
    expireSeconds: 900,
  },
  // A few tries while Stripe is briefly away; its sweep continues for as long as that takes.
  'apply-stripe-event': {
    queue: 'exclusive',
    retries: 5,
    firstRetrySeconds: 2,
    maxRetrySeconds: 30,
    expireSeconds: 60,
  },
  'copy-invoices': {
    queue: 'exclusive',
    retries: 3,
    firstRetrySeconds: 30,
    maxRetrySeconds: 300,
    expireSeconds: 900,
  },
  // No one waits for it: everything works without what was read.
  'read-document': {
    queue: 'exclusive',
    retries: 3,
    firstRetrySeconds: 10,
    maxRetrySeconds: 120,
    expireSeconds: 300,
  },
}
