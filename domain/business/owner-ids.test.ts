import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { BusinessAnswers } from '#contract/onboarding/business.ts'
import { ownerIdProblems, withOwnerIds } from './owner-ids.ts'

const owner = (fullName: string, id?: string) => ({
  id,
  fullName,
  nationality: 'GB' as const,
  residenceCountry: 'GB' as const,
  ownershipPercent: 25,
})
const idsOf = (owners: ReturnType<typeof owner>[], former: { id: string; fullName: string }[] = []) =>
  withOwnerIds({ beneficialOwners: owners } as BusinessAnswers, former).beneficialOwners.map(({ id }) => id)

describe('the ids of owners', () => {
  it('are kept if they were sent', () => {
    expect(idsOf([owner('Ada', 'a-1'), owner('Ben', 'b-2')])).toEqual(['a-1', 'b-2'])
  })

  it('are numbered if none were sent, after those in use', () => {
    expect(idsOf([owner('Ada'), owner('Ben')])).toEqual(['o1', 'o2'])
    expect(idsOf([owner('Ada', 'o7'), owner('Ben')], [{ id: 'o9', fullName: 'Cay' }])).toEqual(['o7', 'o10'])
  })

  it('stay with the person of the same name, whatever the order', () => {
    const former = [
      { id: 'o1', fullName: 'Ada' },
      { id: 'o2', fullName: 'Ben' },
    ]
    expect(idsOf([owner('Ben'), owner('Dee'), owner('ADA')], former)).toEqual(['o2', 'o3', 'o1'])
    expect(idsOf([owner('Ada', 'o2'), owner('Ada')], former)).toEqual(['o2', 'o1'])
  })

  it('are refused if they are sent twice, or are reserved', () => {
    expect(ownerIdProblems([{ id: 'a' }, { id: 'b' }, {}])).toEqual({})
    expect(Object.keys(ownerIdProblems([{ id: 'a' }, { id: 'a' }]))).toEqual(['beneficialOwners.1.id'])
    expect(Object.keys(ownerIdProblems([{ id: 'none' }, { id: 'senior-manager' }]))).toHaveLength(2)
  })

  it('are all different, and the same again for the same people', () => {
    const people = fc.uniqueArray(fc.constantFrom('Ada', 'Ben', 'Cay', 'Dee', 'Eve'), { maxLength: 4 })
    fc.assert(
      fc.property(people, people, (before, after) => {
        const first = idsOf(before.map((name) => owner(name)))
        const former = before.map((fullName, index) => ({ id: first[index] ?? '', fullName }))
        const second = idsOf(
          after.map((name) => owner(name)),
          former,
        )
        expect(new Set(second).size).toBe(after.length)
        after.forEach((name, index) => {
          const known = former.find(({ fullName }) => fullName === name)
          if (known) expect(second[index]).toBe(known.id)
        })
      }),
    )
  })
})
