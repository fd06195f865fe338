import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { USER_TYPES } from '#contract/account/user-types.ts'
import { DOC_TYPES, DOCUMENT_SLOTS } from '#contract/documents/documents.ts'
import { CASE_STATES } from '#contract/verification/case-states.ts'
import type { CaseState, ItemDecision } from '#contract/verification/cases.ts'
import { LEAF_STATES } from '#contract/verification/leaf.ts'
import { LEAF_LINES_MAX, LEAF_LINES_MIN } from '#contract/verification/leaf-limits.ts'
import type { CaseItem } from '#domain/cases/case.ts'
import { applyVerdicts } from '#domain/cases/case-decision.ts'
import { type PlainDate, plainDate } from '#domain/plain-date.ts'
import { type CompanyFacts, companySubjects } from './company-subjects.ts'
import { type LeafAt, type LeafCase, leafLines } from './leaf-lines.ts'
import { leafSummary } from './leaf-summary.ts'
import { leafCount } from './own-home.ts'
import type { LeafSubject } from './own-subjects.ts'
import { type PersonFacts, personSubjects } from './person-subjects.ts'

const NOW = new Date('2026-11-23T10:00:00Z')
const AT: LeafAt = {
  now: NOW,
  dateStyle: 'uk',
  reader: 'applicant',
  firstNameOf: (id) => (id === 7 ? 'Marta' : null),
}
const day = (year: number, month: number, date: number) => plainDate(year, month, date) as PlainDate

const AMARA: PersonFacts = {
  state: 'submitted',
  riskReadAt: new Date('2026-11-22T10:00:00Z'),
  purpose: 'invest',
  chosenAt: new Date('2026-11-22T10:05:00Z'),
  certification: null,
  questionsOpen: null,
  isWaiting: false,
  answers: { firstName: 'Amara', lastName: 'Okafor', dob: '1991-06-17', address: '8 Tidemill Lane\nLeeds' },
  docType: 'drivingLicence',
  documents: (['id-front', 'id-back', 'selfie', 'proof-of-address'] as const).map((slot) => ({
    slot,
    sha256: slot,
    issuedOn: slot === 'proof-of-address' ? day(2026, 11, 3) : null,
    expiresOn: slot === 'id-front' ? day(2031, 5, 1) : null,
    givenAt: new Date('2026-11-22T12:00:00Z'),
    isReady: true,
  })),
}

const item = (key: string, more: Partial<CaseItem> = {}): CaseItem => ({
  key: key as CaseItem['key'],
  decision: 'pending',
  reasons: [],
  text: null,
  note: null,
  evidence: `evidence of ${key}`,
  refused: [],
  isFinal: false,
  ...more,
})
const KEYS = ['name', 'birth_date', 'address', 'id-front', 'id-back', 'selfie', 'proof-of-address']
const checked = (key: string) =>
  item(key, {
    decision: 'accepted',
    isFinal: true,
    acceptedBy: 7,
    checked: { by: 7, at: '2026-11-23T09:00:00Z' },
  })
const caseIn = (state: CaseState, items: CaseItem[], fixed: string[] = []): LeafCase => ({
  state,
  items,
  fixed,
  decidedAgain: [],
  canResubmit: true,
})

/** The lines of a person, by key, as `state: detail`. */
function shown(facts: Partial<PersonFacts>, current: LeafCase | null, at: Partial<LeafAt> = {}) {
  const all = { ...AMARA, ...facts, state: current?.state ?? null }
  const lines = leafLines(personSubjects(all, { ...AT, ...at }), current, { ...AT, ...at })
  return Object.fromEntries(
    (lines ?? []).map(({ line }) => [line.key, `${line.badge.label}: ${line.detail}`]),
  )
}

describe('a person’s lines', () => {
  it('are one for each thing that the case needs, in the order of the journey', () => {
    expect(Object.keys(shown({}, null))).toEqual(['risk-warning', ...KEYS, 'purpose', 'certification'])
  })

  it('include neither the back of a passport, nor a certification that is not needed', () => {
    const lines = Object.keys(shown({ docType: 'passport', purpose: 'sell' }, null))
    expect(lines).not.toContain('id-back')
    expect(lines).not.toContain('certification')
    expect(Object.keys(shown({ docType: null, purpose: null }, null))).toEqual(
      expect.arrayContaining(['id-back', 'certification']),
    )
  })

  it('say what is asked for while nothing is given', () => {
    const none = { answers: {}, documents: [], docType: null, purpose: null, riskReadAt: null }
    const lines = shown(none, null)
    expect(Object.values(lines).every((line) => line.startsWith('To do: '))).toBe(true)
    expect(lines.selfie).toBe('To do: A photo of you, taken now')
    expect(lines.certification).toBe('To do: Only if you trade or invest')
  })

  it('are ready once stored and not submitted, including those that need no reviewer', () => {
    const lines = shown({}, caseIn('draft', []))
    expect(lines.name).toBe('Ready: Amara Okafor')
    expect(lines.address).toBe('Ready: 8 Tidemill Lane, Leeds')
    expect(lines['id-front']).toBe('Ready: Driving licence, expires 1 May 2031')
    expect(lines['risk-warning']).toBe('Ready: Accepted on 22 Nov 2026')
    expect(lines.certification).toBe('To do: You can do this at any time')
  })

  it('call no document ready while something is left to choose about it', () => {
    const documents = AMARA.documents.map((document) => ({
      ...document,
      isReady: document.slot !== 'selfie',
    }))
    const lines = shown({ documents }, caseIn('draft', []))
    expect(lines.selfie).toBe('To do: A photo of you, taken now')
    expect(lines['id-front']).toMatch(/^Ready: /)
    const again = caseIn('needs_resubmission', [item('selfie', { decision: 'retry' })], ['selfie'])
    expect(shown({ documents }, again).selfie).toMatch(/^Look again: /)
    expect(shown({}, again).selfie).toMatch(/^Ready: /)
    // What is sent is with us, whatever its owner chose.
    expect(shown({ documents }, caseIn('submitted', [item('selfie')])).selfie).toMatch(/^With us: /)
  })

  it('name the place of birth with its day, where it was given', () => {
    const answers = { ...AMARA.answers, placeOfBirth: ' Lagos ' }
    expect(shown({ answers }, caseIn('draft', [])).birth_date).toBe('Ready: 17 Jun 1991, Lagos')
    expect(shown({}, caseIn('draft', [])).birth_date).toBe('Ready: 17 Jun 1991')
  })

  it('are still to do if part of a date is missing', () => {
    for (const dob of ['1991--17', '1991-6-', '--17', '1991-02-31', ''])
      expect(shown({ answers: { ...AMARA.answers, dob } }, caseIn('draft', [])).birth_date).toMatch(
        /^To do: /,
      )
  })

  it('are with us once submitted, and never called checked if no one checks them', () => {
    const lines = shown(
      { isWaiting: true },
      caseIn(
        'submitted',
        KEYS.map((key) => item(key)),
      ),
    )
    expect(lines.name).toBe('With us: Amara Okafor')
    expect(lines.purpose).toBe('Given: Invest in credits, chosen on 22 Nov 2026')
    expect(lines['risk-warning']).toBe('Accepted: Accepted on 22 Nov 2026')
    expect(lines.certification).toBe('To do: You can do this while we check')
  })

  it('say who checked them and when, only by first name and only if it may be shown', () => {
    const current = caseIn('approved', KEYS.map(checked))
    expect(shown({}, current).selfie).toBe('Checked: By Marta on 23 Nov 2026')
    expect(shown({}, current)['id-front']).toBe('Checked: Driving licence, expires 1 May 2031')
    expect(shown({}, current, { firstNameOf: () => null }).selfie).toBe('Checked: By our team on 23 Nov 2026')
  })

  it('say what was checked where it has a value, not only who checked it', () => {
    const lines = shown({}, caseIn('approved', KEYS.map(checked)))
    expect(lines.name).toBe('Checked: Amara Okafor')
    expect(lines.birth_date).toBe(shown({}, null).birth_date?.replace('Ready', 'Checked'))
    expect(lines.address).toBe(shown({}, null).address?.replace('Ready', 'Checked'))
  })

  it('call nothing checked that no one checked, also while a later round of it is with us', () => {
    const unseen = (key: string) => item(key, { isFinal: true, checked: null, acceptedBy: null })
    const items = KEYS.map((key) => (key === 'selfie' ? checked(key) : unseen(key)))
    for (const state of ['approved', 'reverification_due', 'submitted', 'in_review'] as const) {
      const lines = shown({}, caseIn(state, items))
      expect(lines.selfie).toBe('Checked: By Marta on 23 Nov 2026')
      expect(lines.name).toBe('Approved: Amara Okafor')
      expect(lines['id-front']).toBe('Approved: Driving licence, expires 1 May 2031')
    }
    const late = new Date('2031-04-20T12:00:00Z')
    // What runs out soon counts as checked, so it isn't called that either.
    expect(shown({}, caseIn('approved', items), { now: late })['id-front']).toMatch('Approved: ')
    const past = new Date('2031-05-02T12:00:00Z')
    expect(shown({}, caseIn('approved', items), { now: past })['id-front']).toMatch('Look again: ')
  })

  it('know what a former release accepted by who accepted it', () => {
    const former = (key: string, acceptedBy: number | null) => item(key, { isFinal: true, acceptedBy })
    const items = KEYS.map((key) => former(key, key === 'selfie' ? 7 : null))
    const lines = shown({}, caseIn('approved', items))
    expect(lines.selfie).toMatch('Checked: ')
    expect(lines.name).toMatch('Approved: ')
  })

  it('ask to look again for the reason the reviewer gave, until something else is stored', () => {
    const items = [
      ...KEYS.filter((key) => key !== 'selfie').map(checked),
      item('selfie', { decision: 'retry', reasons: ['IMAGE_BLURRED'] }),
    ]
    const lines = shown({}, caseIn('needs_resubmission', items))
    expect(lines.selfie).toBe('Look again: The photo is blurred, so we can’t see your face clearly.')
    expect(lines.name).toBe('Checked: Amara Okafor')
    expect(shown({}, caseIn('needs_resubmission', items, ['selfie'])).selfie).toMatch(/^Ready: /)
  })

  it.each<[string, Date, string]>([
    ['61 days before its last day', new Date('2031-03-01T12:00:00Z'), 'Checked'],
    ['60 days before', new Date('2031-03-02T12:00:00Z'), 'Expiring'],
    ['on its last day', new Date('2031-05-01T12:00:00Z'), 'Expiring'],
    ['the day after', new Date('2031-05-02T12:00:00Z'), 'Look again'],
  ])('describe an ID %s', (_, now, word) => {
    expect(shown({}, caseIn('approved', KEYS.map(checked)), { now })['id-front']).toMatch(`${word}: `)
  })

  it.each<[string, CaseState, string | null]>([
    ['2031-04-20', 'approved', null],
    ['2031-05-02', 'approved', null],
    ['2031-05-02', 'reverification_due', '/verification/confirm'],
  ])('link from an expiring ID to what can be done about it on %s, %s', (now, state, href) => {
    const current = caseIn(state, KEYS.map(checked))
    const at = { ...AT, now: new Date(`${now}T12:00:00Z`) }
    const made = leafLines(personSubjects({ ...AMARA, state }, at), current, at)
    expect(made?.find(({ line }) => line.key === 'id-front')?.line.change.href).toBe(href)
  })

  it.each<[CaseState, string, string | null]>([
    ['submitted', 'selfie', '/profile?tab=documents'],
    ['submitted', 'name', null],
    ['in_review', 'selfie', null],
  ])('link from what was submitted to where it can still be replaced: %s, %s', (state, key, href) => {
    const current = caseIn(
      state,
      KEYS.map((each) => item(each)),
    )
    const made = leafLines(personSubjects({ ...AMARA, state }, AT), current, AT)
    expect(made?.find(({ line }) => line.key === key)?.line.change.href).toBe(href)
  })

  it.each<[string, Date, boolean, string]>([
    [
      '31 days before it ends',
      new Date('2026-12-24T12:00:00Z'),
      true,
      'Given: Signed on 24 Jan 2026, ends on 24 Jan 2027',
    ],
    ['30 days before', new Date('2026-12-25T12:00:00Z'), true, 'Expiring: '],
    ['once it has ended', new Date('2027-01-24T00:00:00Z'), false, 'Look again: '],
  ])('describe a statement %s', (_, now, isInForce, words) => {
    const certification = {
      signedAt: new Date('2026-01-24T09:00:00Z'),
      endsAt: new Date('2027-01-24T00:00:00Z'),
      isInForce,
    }
    const current = caseIn('approved', KEYS.map(checked))
    expect(shown({ certification }, current, { now }).certification).toMatch(words)
  })

  it.each(['withdrawn', 'expired'] as const)(
    'of a case that is %s are ready if they still count',
    (state) => {
      const documents = AMARA.documents.map((document) =>
        document.slot === 'proof-of-address' ? { ...document, isReady: false } : document,
      )
      const lines = shown(
        { documents },
        caseIn(
          state,
          KEYS.map((key) => item(key)),
        ),
      )
      expect(lines.selfie).toMatch(/^Ready: /)
      expect(lines['proof-of-address']).toMatch(/^To do: /)
    },
  )

  it('are hidden from the applicant of a rejected case, and all shown to staff', () => {
    const current = caseIn('rejected', [
      item('name'),
      item('selfie', { decision: 'final', reasons: ['FORGERY'] }),
    ])
    const subjects = personSubjects({ ...AMARA, state: 'rejected' }, AT)
    expect(leafLines(subjects, current, AT)).toBeNull()
    const forStaff = leafLines(subjects, current, { ...AT, reader: 'staff' })
    expect(forStaff?.find(({ line }) => line.key === 'selfie')?.line.badge.label).toBe('Rejected')
  })
})

describe('a company’s lines', () => {
  const facts: CompanyFacts = { ...AMARA, state: null, fields: {}, furthest: null, documentGivenAt: null }
  const documentOf = (state: CaseState | null, documentGivenAt: Date | null) =>
    leafLines(
      companySubjects({ ...facts, state, documentGivenAt }, AT),
      state &&
        caseIn(
          state,
          [item('other')].filter(() => documentGivenAt !== null),
        ),
      AT,
    )?.find(({ line }) => line.key === 'other')?.line.badge.label

  it('are ready once their step would take them, with the number as it is read', () => {
    const whole = { birthDate: '1988-03', nationality: 'GB', residenceCountry: 'GB', ownershipPercent: '30' }
    const fields = {
      legalName: 'Fern Hill Limited',
      companyNumber: '1234567',
      registrationCountry: 'GB',
      registeredAddress: '1 Fern Hill, Bristol BS99 1AA',
      beneficialOwners: [
        { id: 'o1', fullName: 'Ada Fern', ...whole },
        { id: 'o2', fullName: 'Ben Hill' },
      ],
      primaryRepresentative: { name: 'Cem Ali' },
    }
    const lines = leafLines(companySubjects({ ...facts, fields }, AT), null, AT) ?? []
    expect(
      Object.fromEntries(lines.map(({ line }) => [line.label, `${line.badge.label}: ${line.detail}`])),
    ).toMatchObject({
      'Company details': 'Ready: Fern Hill Limited, 01234567',
      'Ada Fern': 'Ready: Beneficial owner, owns 30%',
      'Ben Hill': 'To do: Beneficial owner',
      'Cem Ali': 'To do: Primary representative',
    })
  })

  it('keep the role of each person once checked, and add it to the name of someone with two', () => {
    const fields = {
      beneficialOwners: [
        { id: 'o1', fullName: 'Ada Núñez', ownershipPercent: '60' },
        { id: 'o2', fullName: 'Ben Hill', ownershipPercent: '40' },
      ],
      primaryRepresentative: { name: 'Ada Núñez' },
    }
    const keys = ['owner:o1', 'owner:o2', 'representative:primary'] as const
    const subjects = companySubjects({ ...facts, state: 'approved', fields }, AT)
    const lines = leafLines(subjects, caseIn('approved', keys.map(checked)), AT) ?? []
    expect(
      lines
        .filter(({ subject }) => subject.isPerson)
        .map(({ line }) => `${line.label}: ${line.badge.label}: ${line.detail}`),
    ).toEqual([
      'Ada Núñez (beneficial owner): Checked: Beneficial owner, owns 60%',
      'Ben Hill: Checked: Beneficial owner, owns 40%',
      'Ada Núñez (primary representative): Checked: Primary representative',
    ])
  })

  it('aren’t called checked while a removal makes us look at them again once it is sent', () => {
    const fields = { beneficialOwners: [{ id: 'o1', fullName: 'Ada Fern', ownershipPercent: '60' }] }
    const subjects = companySubjects({ ...facts, state: 'needs_resubmission', fields }, AT)
    const items = ['registration', 'owner:o1'].map(checked)
    const current = { ...caseIn('needs_resubmission', items), decidedAgain: ['owner:o1'] }
    const shownAs = (key: string) =>
      leafLines(subjects, current, AT)?.find(({ line }) => line.key === key)?.line
    expect(shownAs('registration')?.badge.label).toBe('Checked')
    expect(shownAs('owner:o1')).toMatchObject({
      state: 'ready',
      change: { text: 'We’ll look at this again once you send it.', action: null },
    })
  })

  it.each([
    [{}, 'Left blank', null, 'Left blank'],
    [{ registryName: 'Verra', registryAccount: '1044' }, 'Verra', 'Verra', null],
  ])(
    'show what was given of a settlement of %j, or that it was left blank',
    (fields, detail, given, leftBlank) => {
      const subjects = companySubjects({ ...facts, state: 'submitted', fields, furthest: 'review' }, AT)
      const lines = leafLines(subjects, caseIn('submitted', [item('settlement')]), AT)
      const settlement = lines?.find(({ line }) => line.key === 'settlement')?.line
      expect(settlement).toMatchObject({ state: 'with_us', detail, given, leftBlank })
    },
  )

  it('have one for its document, until it is sent without one', () => {
    expect(documentOf(null, null)).toBe('Optional')
    expect(documentOf('draft', NOW)).toBe('Ready')
    expect(documentOf('submitted', NOW)).toBe('With us')
    expect(documentOf('submitted', null)).toBeUndefined()
  })
})

const decisions = fc.constantFrom<ItemDecision>('pending', 'accepted', 'retry', 'final')
const facts = fc.record({
  purpose: fc.option(fc.constantFrom(...USER_TYPES)),
  docType: fc.option(fc.constantFrom(...DOC_TYPES)),
  slots: fc.uniqueArray(fc.constantFrom(...DOCUMENT_SLOTS.filter((slot) => slot !== 'other'))),
  hasAnswers: fc.boolean(),
})
const personOf = ({
  purpose,
  docType,
  slots,
  hasAnswers,
}: typeof facts extends fc.Arbitrary<infer T> ? T : never) => ({
  ...AMARA,
  purpose,
  docType,
  answers: hasAnswers ? AMARA.answers : {},
  documents: slots.map((slot) => ({
    slot,
    sha256: slot,
    issuedOn: null,
    expiresOn: null,
    givenAt: NOW,
    isReady: true,
  })),
})

describe('in any situation', () => {
  it('there are 5 to 14 lines, for a company of any size as well', () => {
    fc.assert(
      fc.property(
        facts,
        fc.nat({ max: 40 }),
        fc.constantFrom(...CASE_STATES.filter((state) => state !== 'rejected')),
        (known, owners, state) => {
          const person = personSubjects({ ...personOf(known), state }, AT)
          const company = companySubjects(
            {
              ...personOf(known),
              state,
              fields: {
                beneficialOwners: Array.from({ length: owners }, (_, index) => ({
                  id: `o${index}`,
                  fullName: `Owner ${index}`,
                })),
              },
              furthest: null,
              documentGivenAt: null,
            },
            AT,
          )
          for (const subjects of [person, company]) {
            const lines = leafLines(subjects, caseIn(state, []), AT) ?? []
            expect(lines.length).toBeGreaterThanOrEqual(LEAF_LINES_MIN)
            expect(lines.length).toBeLessThanOrEqual(LEAF_LINES_MAX)
            expect(new Set(lines.map(({ line }) => line.key)).size).toBe(lines.length)
          }
        },
      ),
    )
  })

  it('every person of a company is counted, even those who share a line', () => {
    const people = Array.from(
      { length: 30 },
      (_, index): LeafSubject => ({
        key: `owner:o${index}`,
        label: `Owner ${index}`,
        noun: `Owner ${index}`,
        hint: '',
        given: 'Beneficial owner',
        isTelling: false,
        isOwn: false,
        end: null,
        href: '/onboarding/business',
        task: { title: '', again: '', text: '', time: '' },
        isPerson: true,
        isOptional: false,
      }),
    )
    const items = people.map(({ key }) =>
      key === 'owner:o29'
        ? item(key, { decision: 'retry', reasons: ['OTHER'], text: 'Who is this?' })
        : checked(key),
    )
    const lines = (leafLines(people, caseIn('needs_resubmission', items), AT) ?? []).map(({ line }) => line)
    expect(lines).toHaveLength(LEAF_LINES_MAX)
    // 13 have a line of their own.
    expect(lines.at(-1)).toMatchObject({ label: '17 more people', state: 'look_again' })
    expect(lines.at(-1)?.given?.split(', ')).toHaveLength(17)
  })

  it('the applicant sees nothing of what reviewers mark before it is sent', () => {
    const waiting = fc.constantFrom<CaseState>('submitted', 'in_review', 'awaiting_second_approval')
    fc.assert(
      fc.property(
        waiting,
        fc.array(decisions, { minLength: 7, maxLength: 7 }),
        fc.array(fc.boolean(), { minLength: 7, maxLength: 7 }),
        (state, marks, settled) => {
          const sent = KEYS.map((key, index) => (settled[index] ? checked(key) : item(key)))
          const verdicts = sent.map(({ key }, index) => {
            const decision = marks[index] ?? 'pending'
            if (decision === 'retry') return { key, decision, reasons: ['OTHER'] as const, text: 'Marked' }
            if (decision === 'final') return { key, decision, reasons: ['POLICY'] as const }
            return { key, decision }
          })
          const marked = applyVerdicts(sent, verdicts, { by: 8, gaps: [] })
          expect(marked.ok).toBe(true)
          if (!marked.ok) return
          const subjects = personSubjects({ ...AMARA, state }, AT)
          const lines = (items: readonly CaseItem[]) =>
            leafLines(subjects, { state, items, fixed: [], decidedAgain: [], canResubmit: true }, AT)
          expect(lines(marked.items)).toEqual(lines(sent))
        },
      ),
    )
  })

  it('the counts are written out and sum up every line', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...LEAF_STATES.filter((state) => state !== 'rejected')), {
          minLength: 5,
          maxLength: 14,
        }),
        fc.boolean(),
        (states, isSent) => {
          const lines = states.map((state) => ({ state, isOwn: state === 'given' }) as const)
          const { figure, words } = leafCount(lines, isSent)
          expect(`${figure} ${words}`).toMatch(
            /^\d+ (with us|of \d+ (ready|checked(, \d+ needs? no check)?))$/,
          )
          expect(words).not.toContain('%')
          const numbers = leafSummary(lines).match(/\d+/g) ?? []
          expect(numbers.reduce((sum, number) => sum + Number(number), 0)).toBe(lines.length)
        },
      ),
    )
  })

  it.each([
    [['ready', 'ready', 'to_do'], false, '2 of 3 ready'],
    [['to_do', 'to_do'], false, '0 of 2 ready'],
    [['ready', 'given', 'checked'], true, '1 of 2 checked, 1 needs no check'],
    [['checked', 'given', 'given', 'checked'], true, '2 of 2 checked, 2 need no check'],
    [['with_us', 'checked', 'to_do'], true, '1 with us'],
    [['checked', 'expiring', 'look_again'], true, '2 of 3 checked'],
    [['checked', 'approved', 'approved'], true, '1 of 3 checked'],
  ] as const)('counts %j as a person would', (states, isSent, words) => {
    const { figure, words: rest } = leafCount(
      states.map((state) => ({ state, isOwn: state === 'given' })),
      isSent,
    )
    expect(`${figure} ${rest}`).toBe(words)
  })
})
