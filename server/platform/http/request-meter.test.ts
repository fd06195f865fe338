import { expect, test } from 'vitest'
import { BOUNDS_MS, RequestMeter } from './request-meter.ts'

const answersOf = (meter: RequestMeter) => meter.figures().map(({ method, route }) => `${method} ${route}`)

test.each([
  [0, 0],
  [5, 0],
  [5.1, 1],
  [10_000, BOUNDS_MS.length - 1],
  [10_001, BOUNDS_MS.length],
])('an answer after %d ms is counted under bound %i', (ms, bucket) => {
  const meter = new RequestMeter()
  meter.answered('/a', 'GET', 200, ms)
  const [figures] = meter.figures()
  expect(figures?.buckets.indexOf(1)).toBe(bucket)
  expect(figures?.buckets).toHaveLength(BOUNDS_MS.length + 1)
  expect(figures?.totalMs).toBe(ms)
})

test('unusual methods are counted together', () => {
  const meter = new RequestMeter()
  for (const method of ['GET', 'PURGE', 'MKCOL', 'GET']) meter.answered('/a', method, 404, 1)
  expect(answersOf(meter)).toEqual(['GET /a', 'other /a'])
  expect(meter.figures().map(({ statuses }) => statuses.get(404))).toEqual([2, 2])
})

test('P5 counting an answer of a known route allocates nothing', () => {
  const meter = new RequestMeter()
  const answer = (times: number) => {
    for (let call = 0; call < times; call++) meter.answered('/api/users/:id', 'GET', 200, 3.5)
  }
  // Until the code is compiled, which takes longer on a busy machine, numbers are objects.
  answer(2_000_000)
  const before = process.memoryUsage().heapUsed
  answer(2_000_000)
  // An object for each would be 30 MB or more; a collection in between could only lower the difference.
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(8_000_000)
})
