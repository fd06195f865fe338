import fc from 'fast-check'
import { expect, it } from 'vitest'
import { DOC_TYPES } from '#contract/documents/documents.ts'
import type { Case, CaseItem } from './case.ts'
import { emptyItem } from './case-outcome.ts'
import { isEditable } from './case-submission.ts'
import type { ChosenId } from './chosen-id.ts'
import { isIdSide, requiredSlots } from './document-requirements.ts'
import { returnedItemsOf } from './returned-items.ts'

const SIDES = ['id-front', 'id-back'] as const
const docType = fc.constantFrom(...DOC_TYPES)
const file = fc.option(fc.record({ docType: fc.option(docType) }))
const state = fc.constantFrom('retry', 'replaced', 'accepted', 'none')

function itemIn(key: (typeof SIDES)[number], how: string): CaseItem[] {
  if (how === 'none') return []
  const item = { ...emptyItem(key), evidence: 'a' }
  if (how === 'accepted') return [{ ...item, decision: 'accepted', isFinal: true }]
  return [{ ...item, decision: 'retry', refused: ['a'], evidence: how === 'replaced' ? 'b' : 'a' }]
}

it('asks for every side that the chosen kind of ID needs, lets it be given, and is content with nothing less', () => {
  fc.assert(
    fc.property(docType, state, state, file, file, (chosen, front, back, frontFile, backFile) => {
      const items = [...itemIn('id-front', front), ...itemIn('id-back', back)]
      fc.pre(items.some(({ decision }) => decision === 'retry'))
      const current: Pick<Case, 'state' | 'items'> = { state: 'needs_resubmission', items }
      const files = [frontFile, backFile].flatMap((given, index) =>
        given ? [{ slot: SIDES[index] ?? 'id-front', docType: given.docType }] : [],
      )
      const id: ChosenId = { docType: chosen, files }
      const left = returnedItemsOf(current, () => undefined, id)
        .filter(({ isFixed }) => !isFixed)
        .map(({ key }) => key)
      for (const side of SIDES) {
        const needed = requiredSlots(chosen).filter(isIdSide).includes(side)
        const given = files.find(({ slot }) => slot === side)
        const fits = given !== undefined && (given.docType === null || given.docType === chosen)
        const how = side === 'id-front' ? front : back
        expect(left.includes(side)).toBe(needed && (!fits || how === 'retry'))
        const item = items.find(({ key }) => key === side)
        const isOtherKind = given !== undefined && !fits
        // What is asked for is never locked: another kind may take the place of an accepted side.
        if (left.includes(side) && item && (how !== 'accepted' || isOtherKind))
          expect(isEditable(current, item, isOtherKind)).toBe(true)
      }
    }),
  )
})

it('leaves a case alone whose ID was not returned', () => {
  const items = [...itemIn('id-front', 'accepted'), { ...emptyItem('selfie'), decision: 'retry' as const }]
  const current: Pick<Case, 'state' | 'items'> = { state: 'needs_resubmission', items }
  const keys = returnedItemsOf(current, () => undefined, { docType: 'drivingLicence', files: [] })
  expect(keys.map(({ key }) => key)).toEqual(['selfie'])
})
