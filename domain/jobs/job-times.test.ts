import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ScheduleName } from '#contract/operations/job-names.ts'
import { cronOf, JOB_TIMES, lastDue, nextDue } from './job-times.ts'

const at = (text: string) => new Date(`2026-03-10T${text}Z`)

test.each([
  ['sweep-mails', '* * * * *', '10:07:30', '10:07:00', '10:08:00'],
  ['sweep-files', '*/5 * * * *', '10:07:30', '10:05:00', '10:10:00'],
  ['sweep-lapsed', '17 * * * *', '10:07:30', '09:17:00', '10:17:00'],
  ['apply-retention', '37 3 * * *', '03:37:00', '03:37:00', '03:37:00+1'],
] as const)('%s runs at %s', (name, cron, now, last, next) => {
  const times = JOB_TIMES[name]
  expect(cronOf(times)).toBe(cron)
  expect(lastDue(times, at(now))).toEqual(at(last))
  const [time = '', days = '0'] = next.split('+')
  expect(nextDue(times, at(now))).toEqual(new Date(at(time).getTime() + Number(days) * 86_400_000))
})

test('a job is due at the end of each period, and never twice in one', () => {
  const moment = fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(fc.constantFrom(...ScheduleName.options), moment, (name, now) => {
      const times = JOB_TIMES[name]
      const [last, next] = [lastDue(times, now), nextDue(times, now)]
      expect(last <= now && now < next).toBe(true)
      expect(next.getTime() - last.getTime()).toBe(times.every * 60_000)
      expect(lastDue(times, next)).toEqual(next)
    }),
  )
})
