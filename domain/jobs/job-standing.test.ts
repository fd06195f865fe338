import { expect, test } from 'vitest'
import { countLates, isJobLate, type JobFacts, jobStanding, troubleOf } from './job-standing.ts'
import { JOB_TIMES } from './job-times.ts'

const NOW = new Date('2026-03-10T10:00:00Z')
const ago = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000)
const WEEK = 7 * 24 * 60

/** A nightly job that ran last night. */
const FINE: JobFacts = {
  times: JOB_TIMES['apply-retention'],
  isDuty: true,
  since: ago(WEEK),
  pausedAt: null,
  isRunning: false,
  lastStartedAt: new Date('2026-03-10T03:37:02Z'),
  failures: 0,
  lates: 0,
}
const MISSED: JobFacts = { ...FINE, lastStartedAt: new Date('2026-03-09T03:37:02Z') }
const MINUTELY: JobFacts = { ...FINE, times: JOB_TIMES['sweep-mails'], isDuty: false }

test.each<[string, JobFacts, boolean]>([
  ['ran after it was due', FINE, false],
  ['missed its night', MISSED, true],
  ['is still at it', { ...MISSED, isRunning: true }, false],
  ['is paused', { ...MISSED, pausedAt: ago(5) }, false],
  ['is new and was not due yet', { ...MISSED, lastStartedAt: null, since: ago(60) }, false],
  ['was never started', { ...MISSED, lastStartedAt: null }, true],
  ['was resumed after it was due', { ...MISSED, since: ago(1) }, false],
  ['started a minute after it was due', { ...MINUTELY, lastStartedAt: ago(2) }, false],
  ['did not start for three minutes', { ...MINUTELY, lastStartedAt: ago(3) }, false],
  ['did not start for longer', { ...MINUTELY, lastStartedAt: ago(3.1) }, true],
])('a job that %s: late is %s', (_, job, late) => {
  expect(isJobLate(job, NOW)).toBe(late)
})

test('each check counts a job as late once in three minutes, and forgets it when it has started', () => {
  expect(countLates({ ...MISSED, lateAt: null }, NOW)).toEqual({ lates: 1, lateAt: NOW })
  const once = { ...MISSED, lates: 1 }
  expect(countLates({ ...once, lateAt: ago(2) }, NOW)).toEqual({ lates: 1, lateAt: ago(2) })
  expect(countLates({ ...once, lateAt: ago(3) }, NOW)).toEqual({ lates: 2, lateAt: NOW })
  expect(countLates({ ...FINE, lates: 2, lateAt: ago(3) }, NOW)).toEqual({ lates: 0, lateAt: null })
})

test.each<[string, JobFacts, ReturnType<typeof troubleOf>]>([
  ['all is well', FINE, null],
  ['it failed once', { ...FINE, failures: 1 }, null],
  ['it failed twice', { ...FINE, failures: 2 }, 'failing'],
  ['it was late once', { ...MISSED, lates: 1 }, null],
  ['it was late twice', { ...MISSED, lates: 2 }, 'late'],
  ['it failed and was late', { ...MISSED, failures: 2, lates: 2 }, 'failing'],
  ['it is paused since this morning', { ...FINE, pausedAt: ago(60) }, null],
  ['it is paused for a day and the law asks for it', { ...FINE, pausedAt: ago(24 * 60) }, 'paused'],
  ['it is paused for a day and no law asks for it', { ...MINUTELY, pausedAt: ago(24 * 60) }, null],
  ['it was failing and is paused', { ...FINE, failures: 3, pausedAt: ago(60) }, null],
])('if %s, people are told about: %s', (_, job, trouble) => {
  expect(troubleOf(job, NOW)).toBe(trouble)
})

test.each<[JobFacts, string]>([
  [FINE, 'fine'],
  [{ ...FINE, isRunning: true }, 'running'],
  [{ ...FINE, lastStartedAt: null, since: ago(60) }, 'waiting'],
  [{ ...FINE, failures: 1, isRunning: true }, 'failing'],
  [{ ...FINE, failures: 1, pausedAt: ago(1) }, 'paused'],
  [MISSED, 'late'],
])('a job is %#: %s', (job, standing) => {
  expect(jobStanding(job, NOW)).toBe(standing)
})
