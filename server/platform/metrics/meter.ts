import type { ErrorCode } from '#contract/errors.ts'
import { RequestMeter } from '#server/platform/http/request-meter.ts'

/** How a sign-in ended, for the metrics. */
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

/** The result of a failed sign-in by its error code; any other is our fault. */
const RESULT_OF: Partial<Record<ErrorCode, SignInResult>> = {
  VALIDATION_ERROR: 'not_completed',
  RATE_LIMITED: 'not_completed',
  FORBIDDEN: 'refused',
  PROVIDER_FAILED: 'provider_failed',
}

/** Directives of our policies; other names in reports are counted together, because anyone may send them. */
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

/** How one job's runs went in this process. */
export interface JobFigures {
  completed: number
  failed: number
  totalMs: number
}

/** What this process has done since its start. It exists only if metrics are enabled, so callers use `meter?.`. */
export class Meter {
  readonly requests = new RequestMeter()
  readonly signIns = new Map<SignInResult, number>(SIGN_IN_RESULTS.map((result) => [result, 0]))
  readonly jobs = new Map<string, JobFigures>()
  uploads = 0
  /** Open pages that receive live changes through this process. */
  liveStreams = 0
  /** Stored files that differed from what was uploaded, counted at each read. */
  refusedDocuments = 0
  /** Encrypted values that differed from what was saved, counted at each read. */
  refusedValues = 0
  /** Policy violations reported by browsers, by directive. */
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

  /** Lists a job from its registration on, so that one that never ran is visible. */
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

  /** Counts an upload as in progress until `work` is done. */
  async upload<T>(work: Promise<T>): Promise<T> {
    this.uploads++
    try {
      return await work
    } finally {
      this.uploads--
    }
  }
}
