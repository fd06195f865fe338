import { describe, expect, test } from 'vitest'
import type { PlainDate } from '#domain/plain-date.ts'
import { seeded } from '#domain/screening/ordinary-people.ts'
import { codedSpecimen } from '#server/testing/specimens/id-specimens.ts'
import { someShot } from '#server/testing/specimens/paper.ts'
import { specimenPerson } from '#server/testing/specimens/people.ts'
import { photographScreen, someScreenShot } from '#server/testing/specimens/screen.ts'
import { decodeGrey } from './grey-picture.ts'
import { screenGrid } from './screen-grid.ts'

const EDGE = 2000
const page = async (seed: number) => {
  const random = seeded(seed)
  const person = specimenPerson(random, '2026-11-25' as PlainDate)
  const format = seed % 2 === 0 ? 'TD3' : 'TD1'
  return { random, of: (shot: ReturnType<typeof someShot>) => codedSpecimen(person, format, shot, random) }
}

describe('a fine grid', () => {
  test.each([1, 2, 3, 4])('covers a document on a screen: %i', async (seed) => {
    const { random, of } = await page(seed)
    const { picture } = await of({ ...someShot(random), tilt: 0, blur: 0, noise: 0, light: 1 })
    const photo = await photographScreen(picture, someScreenShot(random), random)
    expect(screenGrid(await decodeGrey(photo, EDGE))).toBeGreaterThanOrEqual(0.8)
  })

  test.each([1, 2, 3, 4])('does not cover one on paper: %i', async (seed) => {
    const { random, of } = await page(seed)
    const { picture } = await of(someShot(random))
    expect(screenGrid(await decodeGrey(picture, EDGE))).toBeLessThan(0.8)
  })

  test('is not looked for in a picture that is too small', () => {
    expect(screenGrid({ pixels: new Uint8Array(300 * 200), width: 300, height: 200 })).toBe(0)
  })
})
