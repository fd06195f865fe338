import { afterAll, describe, expect, test } from 'vitest'
import { londonDate } from '#domain/plain-date.ts'
import { seeded } from '#domain/screening/ordinary-people.ts'
import { codedSpecimen } from '#server/testing/specimens/id-specimens.ts'
import { letterPdf, scannedPdf } from '#server/testing/specimens/letter-specimens.ts'
import { someShot } from '#server/testing/specimens/paper.ts'
import { specimenPerson } from '#server/testing/specimens/people.ts'
import { photographScreen, someScreenShot } from '#server/testing/specimens/screen.ts'
import { DocumentReader } from './document-reader.ts'

const TODAY = londonDate(new Date('2026-11-25'))
const reader = new DocumentReader()
afterAll(() => reader.close())

const gridOf = async (pdf: Buffer) => (await reader.read(pdf, 'grid'))?.grid
const page = (seed: number) => {
  const random = seeded(seed)
  const person = specimenPerson(random, TODAY)
  return { random, of: (shot: ReturnType<typeof someShot>) => codedSpecimen(person, 'TD3', shot, random) }
}

describe('the picture in a PDF', () => {
  test.each([2, 4])('has the grid of a screen if it shows one: %i', async (seed) => {
    const { random, of } = page(seed)
    const { picture } = await of({ ...someShot(random), tilt: 0, blur: 0, noise: 0, light: 1 })
    const photo = await photographScreen(picture, someScreenShot(random), random)
    expect(await gridOf(await scannedPdf(photo))).toBeGreaterThanOrEqual(0.8)
  })

  test.each([2, 4])('of paper has no grid that covers it: %i', async (seed) => {
    const { random, of } = page(seed)
    const { picture } = await of(someShot(random))
    expect(await gridOf(await scannedPdf(picture))).toBeLessThan(0.8)
  })

  test('is not searched if there is none', async () => {
    const random = seeded(7)
    const { file } = await letterPdf(specimenPerson(random, TODAY), TODAY, random)
    expect(await gridOf(file)).toBeNull()
  })
})
