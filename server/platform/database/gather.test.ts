import fc from 'fast-check'
import { expect, test } from 'vitest'
import { gather } from './gather.ts'

const refusal = (code: string) => Object.assign(new Error(`refused: ${code}`), { code })

/** Doubles numbers, notes which were requested together, and fails as `fault` says. */
function doubling(fault: (keys: readonly number[]) => Error | undefined = () => undefined) {
  const asked: (readonly number[])[] = []
  const double = gather(async (keys: readonly number[]) => {
    asked.push(keys)
    const error = fault(keys)
    if (error) throw error
    return keys.map((key) => key * 2)
  })
  return { asked, double }
}

test('everything requested in one turn goes together, and each gets its own answer', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer(), { minLength: 1, maxLength: 250 }), async (keys) => {
      const { asked, double } = doubling()
      expect(await Promise.all(keys.map(double))).toEqual(keys.map((key) => key * 2))
      expect(asked.flat()).toEqual(keys)
      expect(asked).toHaveLength(Math.ceil(keys.length / 100))
    }),
    { numRuns: 30 },
  )
})

test('nothing is cached: the same request is made again in the next turn', async () => {
  const { asked, double } = doubling()
  await double(1)
  await double(1)
  expect(asked).toEqual([[1], [1]])
})

test.each(['22P02', '23503', '40P01'])('a fault %s of one call only fails that one', async (code) => {
  const { double } = doubling((keys) => (keys.includes(2) ? refusal(code) : undefined))
  const answers = await Promise.allSettled([1, 2, 3].map(double))
  expect(answers).toEqual([
    { status: 'fulfilled', value: 2 },
    { status: 'rejected', reason: refusal(code) },
    { status: 'fulfilled', value: 6 },
  ])
})

test.each(['ECONNREFUSED', '57014'])(
  'while the database fails with %s, nothing is retried one by one',
  async (code) => {
    const { asked, double } = doubling(() => refusal(code))
    const answers = await Promise.allSettled([1, 2, 3].map(double))
    expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    expect(asked).toHaveLength(1)
  },
)
