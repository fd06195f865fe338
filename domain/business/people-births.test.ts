import { describe, expect, test } from 'vitest'
import { PartialBirth, readBirth } from '#contract/onboarding/birth.ts'
import type { PlainDate } from '#domain/plain-date.ts'
import { representativeProblems } from './business-check.ts'
import { birthProblems } from './people-births.ts'

const TODAY = '2026-03-10' as PlainDate

describe('the date of birth of someone of a company', () => {
  test.each([
    ['1971-03', '1971-03'],
    ['1971-3-', '1971-03'],
    ['1971-3-9', '1971-03-09'],
    [' 1971- 03 -', '1971-03'],
    ['2024-02-29', '2024-02-29'],
    ['2023-02-29', null],
    ['1971-Mar-', '1971-03'],
    ['1971- september -9', '1971-09-09'],
    ['1971-Ma-', null],
    ['1971-13-', null],
    ['1971--9', null],
    ['1971', null],
    ['71-3-', null],
    ['-3-9', null],
    ['1971-3-9-1', null],
  ])('%j is stored as %j', (typed, kept) => {
    expect(PartialBirth.safeParse(typed).data ?? null).toBe(kept)
    expect(readBirth(typed) !== null).toBe(kept !== null)
  })

  test.each([
    ['', 'Enter the month and year of birth'],
    [null, 'Enter the month and year of birth'],
    ['1971-', 'Enter a real month and year of birth, for example 3 1988'],
    ['1971-03', undefined],
    ['2026-03', undefined],
    ['2026-03-10', undefined],
    ['2026-03-11', 'Date of birth must be in the past'],
    ['2026-04', 'Date of birth must be in the past'],
    ['1906-03', undefined],
    ['1906-02', 'Check the year of birth'],
  ])('%j: %s', (typed, problem) => {
    const problems = birthProblems('beneficialOwners.0', 'owner:o1', typed, { today: TODAY })
    expect(problems['beneficialOwners.0.birthDate']).toBe(problem)
  })

  test.each([
    ['2008-03', undefined],
    ['2008-03-10', undefined],
    ['2008-03-11', 'A representative must be at least 18 years old'],
    ['2008-04', 'A representative must be at least 18 years old'],
    ['2026-04', 'Date of birth must be in the past'],
  ])('%j of a representative: %s', (typed, problem) => {
    const fields = {
      primaryRepresentative: { name: 'Kid Hill', email: 'kid@people.example', birthDate: typed },
    }
    const problems = representativeProblems(fields, { today: TODAY })
    expect(problems['primaryRepresentative.birthDate']).toBe(problem)
  })

  test('may only be missing for people who were submitted before it was asked for', () => {
    const rules = { today: TODAY, mayOmit: (item: string) => item === 'owner:o1' }
    expect(birthProblems('beneficialOwners.0', 'owner:o1', '', rules)).toEqual({})
    expect(birthProblems('beneficialOwners.0', 'owner:o1', '1971-', rules)).not.toEqual({})
    expect(birthProblems('beneficialOwners.1', 'owner:o2', '', rules)).not.toEqual({})
  })
})
