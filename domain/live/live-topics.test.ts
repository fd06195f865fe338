import { describe, expect, test } from 'vitest'
import { CAPABILITIES, type Capability, EVERY_STAFF, ROLES } from '#contract/roles.ts'
import { CHANGE_SUBJECTS, type ChangeSubject, topicsOf } from './live-topics.ts'

const ME = 7
const OTHER = 8
const NOTHING: readonly Capability[] = []

describe('who is told about a change', () => {
  test.each<[ChangeSubject, string[]]>([
    ['case', ['standing']],
    ['work', []],
    ['account', ['standing']],
    ['access', ['standing']],
    ['notices', ['notices']],
    ['invoices', ['invoices']],
    ['billing', []],
    ['exports', ['exports']],
  ])('a person is told about their own %s: %j', (about, topics) => {
    expect(topicsOf({ about, userId: ME }, { userId: ME, may: NOTHING })).toEqual(topics)
  })

  test('no one is told about what is another person’s, or no one’s', () => {
    for (const about of CHANGE_SUBJECTS)
      for (const userId of [OTHER, undefined])
        expect(topicsOf({ about, userId }, { userId: ME, may: NOTHING })).toEqual([])
  })

  test('R23 staff are told as little about work on their own case as any applicant', () => {
    const heard = (userId: number, about: ChangeSubject) =>
      topicsOf({ about, userId }, { userId: ME, may: CAPABILITIES })
    expect(heard(ME, 'work')).toEqual([])
    for (const about of CHANGE_SUBJECTS.filter((each) => each !== 'work'))
      expect(heard(ME, about)).toEqual(expect.arrayContaining(heard(OTHER, about)))
  })

  test('staff are told about what they may read, and never about anyone’s notices, exports or own invoices', () => {
    const heard = (may: readonly Capability[]) =>
      CHANGE_SUBJECTS.map((about) => topicsOf({ about, userId: OTHER }, { userId: ME, may }).join(' '))
    //                          case            work            account   access    notices invoices billing exports
    expect(heard(EVERY_STAFF)).toEqual(['queue', 'queue', '', '', '', '', '', ''])
    expect(heard(ROLES.reviewer.may)).toEqual(['person', 'person', 'person', 'person', '', '', '', ''])
    expect(heard(ROLES.support.may)).toEqual(['', '', 'person', 'person', '', '', '', ''])
    expect(heard(ROLES.finance.may)).toEqual(['', '', '', '', '', '', 'billing', ''])
    expect(heard(CAPABILITIES)).toEqual([
      'queue person',
      'queue person',
      'person',
      'person',
      '',
      '',
      'billing',
      '',
    ])
  })
})
