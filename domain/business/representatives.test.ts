import { describe, expect, it } from 'vitest'
import { hasSecondaryRepresentative, representativeProblems } from './representatives.ts'

const ADA = { name: 'Ada Lovelace', birthDate: '1971-03', email: 'ada@fern.example' }

describe('the representatives', () => {
  it('may be one alone; a second with nothing in any field was left out', () => {
    expect(representativeProblems({ primaryRepresentative: ADA })).toEqual({})
    const blank = { name: '', title: ' ', powers: null, email: undefined }
    expect(hasSecondaryRepresentative({ secondaryRepresentative: blank })).toBe(false)
    expect(representativeProblems({ primaryRepresentative: ADA, secondaryRepresentative: blank })).toEqual({})
  })

  it('need a name, a birth and an email each', () => {
    expect(Object.keys(representativeProblems({ secondaryRepresentative: { title: 'Director' } }))).toEqual([
      'primaryRepresentative.name',
      'primaryRepresentative.birthDate',
      'primaryRepresentative.email',
      'secondaryRepresentative.name',
      'secondaryRepresentative.birthDate',
      'secondaryRepresentative.email',
    ])
  })

  it.each(['ada@fern.example', ' ADA@Fern.example '])('are not both reached at %j', (email) => {
    const problems = representativeProblems({
      primaryRepresentative: ADA,
      secondaryRepresentative: { name: 'Ben', birthDate: '1980-12', email },
    })
    expect(Object.keys(problems)).toEqual(['secondaryRepresentative.email'])
  })

  it('without any email are not called the same person', () => {
    const problems = representativeProblems({
      primaryRepresentative: {},
      secondaryRepresentative: { name: 'Ben' },
    })
    expect(problems['secondaryRepresentative.email']).toBe('Enter an email address')
  })
})
