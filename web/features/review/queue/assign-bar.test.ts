import { afterEach, expect, test, vi } from 'vitest'
import { ASSIGN_MAX } from '#contract/verification/cases.ts'
import { sendAssignments } from './queue-page.tsx'

afterEach(() => vi.unstubAllGlobals())

test('more cases than fit one call are assigned in several, and each result is reported', async () => {
  const sent: { cases: number[]; to: number | null }[] = []
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    const body = JSON.parse(String(init.body))
    sent.push(body)
    return Response.json({
      assigned: body.cases.length - 1,
      refused: [{ id: body.cases[0], message: 'Someone else decided it.' }],
    })
  })
  const cases = Array.from({ length: 2 * ASSIGN_MAX + 1 }, (_, index) => index + 1)
  expect(await sendAssignments(cases, 7)).toEqual({
    assigned: cases.length - 3,
    refused: [1, ASSIGN_MAX + 1, 2 * ASSIGN_MAX + 1].map((id) => ({
      id,
      message: 'Someone else decided it.',
    })),
  })
  expect(sent.flatMap((body) => body.cases)).toEqual(cases)
  expect(sent.every((body) => body.cases.length <= ASSIGN_MAX && body.to === 7)).toBe(true)
})
