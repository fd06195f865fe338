import { expect, it } from 'vitest'
import type { PlainDate } from '#domain/plain-date.ts'
import { declaredRows } from './declared-rows.ts'
import type { DeskLine } from './desk-lines.ts'

const TODAY = '2026-03-10' as PlainDate
const selfie = (width: number | null, height: number | null) =>
  declaredRows(
    {
      key: 'selfie',
      item: { document: { documentType: 'selfie', width, height, uploadedAt: '2026-03-09T10:00:00Z' } },
    } as DeskLine,
    { kyc_profile: null, business_profile: null },
    TODAY,
  )

it.each([
  [1080, 1440, { isGood: true, text: 'Large enough' }],
  [320, 240, { isGood: false, text: 'Very small' }],
])('says how many pixels a selfie of %i by %i has, and whether they are enough', (width, height, check) => {
  expect(selfie(width, height)[0]).toEqual({
    label: 'Picture',
    value: `${width} × ${height} pixels`,
    check,
  })
})

it('says nothing of pixels that are unknown', () => {
  expect(selfie(null, null).map(({ label }) => label)).toEqual(['Sent'])
})
