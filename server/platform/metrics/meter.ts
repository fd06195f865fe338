import type { ErrorCode } from '#contract/errors.ts'
import { RequestMeter } from '#server/platform/http/request-meter.ts'

/** How a sign-in ended, as the figures count it. */
export const SIGN_IN_RESULTS = [
  'ok',
  'wrong_password',
  'wrong_code',
  'not_completed',
  'refused',
  'provider_failed',
  'error',
] as const
type SignInResult = (typeof SIGN_IN_RESULTS)[number]

/** What a failed sign-in counts as, by its error; whatever is not named is a fault of ours. */
const RESULT_OF: Partial<Record<ErrorCode, SignInResult>> = {
  VALIDATION_ERROR: 'not_completed',
  RATE_LIMITED: 'not_completed',
  FORBIDDEN: 'refused',
  PROVIDER_FAILED: 'provider_failed',
}

/** Directives of our policies; whatever else a report names is counted together, because anyone may send one. */
const DIRECTIVES: ReadonlySet<string> = new Set([
  'base-uri',
  'connect-src',
  'default-src',
  'font-src',
  'form-action',
  'frame-src',
  'img-src',
  'media-src',
  'object-src',
  'require-trusted-types-for',
  'script-src',
  'script-src-attr',
  'script-src-elem',
  'style-src',
  'style-src-attr',
  'style-src-elem',
  'trusted-types',
  'worker-src',
])

/** How the runs of one job went in this process. */
export interface JobFigures {
  completed: number
  failed: number
  totalMs: number
}

/** What this process has done since its start. It is there only where metrics are asked for; anyone who counts says `meter?.`. */
export class Meter {
  readonly requests = new RequestMeter()
  readonly signIns = new Map<SignInResult, number>(SIGN_IN_RESULTS.map((result) => [result, 0]))
  readonly jobs = new Map<string, JobFigures>()
  uploads = 0
  /** Open pages that hear of changes through this process. */
  liveStreams = 0
  /** Stored documents that were not the ones uploaded, counted at each look. */
  refusedDocuments = 0
  /** Encrypted values that were not the ones saved, counted at each look. */
  refusedValues = 0
  /** What browsers reported that they refused, by directive. */
  readonly cspReports = new Map<string, number>()

  cspReport(directive: string): void {
    const name = DIRECTIVES.has(directive) ? directive : 'other'
    this.cspReports.set(name, (this.cspReports.get(name) ?? 0) + 1)
  }

  signIn(result: SignInResult): void {
    this.signIns.set(result, (this.signIns.get(result) ?? 0) + 1)
  }

  signInFailed(code: ErrorCode): void {
    this.signIn(RESULT_OF[code] ?? 'error')
  }

  /** Lets a job be counted from its registration, so that one which never ran is seen as such. */
  expectJob(name: string): void {
    this.jobs.set(name, { completed: 0, failed: 0, totalMs: 0 })
  }

  /** Runs a job and counts how it ended. Throws what it throws. */
  async jobRun<T>(name: string, work: () => Promise<T>): Promise<T> {
    const figures = this.jobs.get(name) ?? { completed: 0, failed: 0, totalMs: 0 }
    this.jobs.set(name, figures)
    const began = performance.now()
    try {
      const result = await work()
      figures.completed++
      return result
    } catch (error) {
      figures.failed++
      throw error
    } finally {
      figures.totalMs += performance.now() - began
    }
  }

  /** Counts an upload as in flight until `work` is done. */
  async upload<T>(work: Promise<T>): Promise<T> {
    this.uploads++
    try {
      return await work
    } finally {
      this.uploads--
    }
  }
}
