import { describe, expect, it } from 'vitest'
import { railAt, stepBefore, stepToShow } from './certification-flow.ts'

const nothing = { riskAcknowledged: false, hasAnswers: false, isSigned: false }
const acknowledged = { ...nothing, riskAcknowledged: true }
const answered = { ...acknowledged, hasAnswers: true }
const signed = { ...nothing, isSigned: true }

describe('the step that an address shows', () => {
  it.each([
    ['nothing asked', undefined, nothing, 'start'],
    ['an unknown step', 'admin', answered, 'start'],
    ['the risk warning at any time', 'risk', nothing, 'risk'],
    ['the category before the warning was acknowledged', 'category', nothing, 'start'],
    ['the category after it', 'category', acknowledged, 'category'],
    ['the declaration before the warning', 'declaration', nothing, 'start'],
    ['the declaration after a reload, which forgets the answers', 'declaration', acknowledged, 'category'],
    ['the declaration with answers that meet the category', 'declaration', answered, 'declaration'],
    ['the end before anything is signed', 'complete', answered, 'start'],
    ['the end', 'complete', signed, 'complete'],
    ['the declaration that has just been signed', 'declaration', signed, 'complete'],
    ['Back from the end: the answers are gone', 'category', signed, 'start'],
    ['renewing from the end', 'risk', signed, 'risk'],
  ] as const)('for %s', (_, asked, progress, step) => {
    expect(stepToShow(asked, progress)).toBe(step)
  })
})

it('goes back one step at a time, and from the first one out', () => {
  expect(stepBefore('declaration')).toBe('category')
  expect(stepBefore('start')).toBeNull()
})

it('ticks completed steps in the rail', () => {
  expect(railAt('category').map(({ state }) => state)).toEqual([
    'done',
    'done',
    'current',
    'upcoming',
    'upcoming',
  ])
})
