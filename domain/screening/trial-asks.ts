import type { TrialLine } from '#contract/screening/screening.ts'
import { pick, type Random, SLIPS } from './ordinary-people.ts'
import type { ListedEntry, PartialDate, ScreeningSubject } from './screening-records.ts'
import { splitPersonName } from './split-names.ts'

/** A subject to look up, and the entry that has to be found. */
export interface Ask {
  subject: ScreeningSubject
  entry: ListedEntry
}

interface AskedLine {
  line: TrialLine
  asks: Ask[]
  /** Percentage that must be found. */
  goal: number
}

const MIDDLE = ['Karim', 'Sergei', 'Joseph', 'Alan', 'Rashid', 'Marie', 'Andrei', 'Paul', 'Yusuf', 'Anatoly']
const SECOND = [
  'Carter',
  'Haddad',
  'Lebedev',
  'Molina',
  'Osman',
  'Weaver',
  'Tanaka',
  'Bauer',
  'Petrov',
  'Mensah',
]
const COUNTRIES = ['GB', 'FR', 'NG', 'BR', 'JP', 'CA', 'IN', 'EG', 'SE', 'MX']

/** Returns listed people with typical mistakes and variations, each with the percentage that must be found. */
export function asksOfPeople(entries: readonly ListedEntry[], random: Random): AskedLine[] {
  const named = entries.flatMap((entry) => partsOf(entry))
  const dated = named.flatMap((person) => {
    const birth = person.entry.births.find(isFullDate)
    return birth ? [{ ...person, birth }] : []
  })
  const bare = (person: Named) => `${person.first} ${person.last}`
  return [
    {
      line: 'year of birth one off',
      goal: 95,
      asks: dated.map((person) =>
        ask(
          person.entry,
          bare(person),
          dayText({ ...person.birth, year: person.birth.year + pick([1, -1], random) }),
        ),
      ),
    },
    {
      line: 'day and month swapped',
      goal: 98,
      asks: dated
        .filter(({ birth }) => birth.day <= 12 && birth.day !== birth.month)
        .map((person) =>
          ask(
            person.entry,
            bare(person),
            dayText({ ...person.birth, day: person.birth.month, month: person.birth.day }),
          ),
        ),
    },
    {
      line: 'another nationality',
      goal: 98,
      asks: dated
        .filter(({ entry }) => entry.countries.length)
        .map((person) =>
          ask(
            person.entry,
            bare(person),
            dayText(person.birth),
            pick(
              COUNTRIES.filter((code) => !person.entry.countries.includes(code)),
              random,
            ),
          ),
        ),
    },
    {
      line: 'a middle name that the list doesn’t have',
      goal: 97,
      asks: named.map((person) =>
        ask(person.entry, `${person.first} ${pick(MIDDLE, random)} ${person.last}`),
      ),
    },
    {
      line: 'a second family name',
      goal: 92,
      asks: named.map((person) =>
        ask(person.entry, `${person.first} ${person.last} ${pick(SECOND, random)}`),
      ),
    },
    ...(['swapped', 'added', 'left out', 'wrong'] as const).map((slip) => ({
      line: `one letter ${slip}` as const,
      goal: 99,
      asks: named.map((person) =>
        ask(
          person.entry,
          inOneWord(person, (word) => SLIPS[slip](word, random), random),
        ),
      ),
    })),
    {
      line: 'an Arabic name of two parts, spelt otherwise',
      goal: 98,
      asks: entries.filter(({ kind }) => kind === 'person').flatMap(respelt),
    },
    {
      line: 'two letters of the last name swapped',
      goal: 98,
      asks: named
        .filter(({ last }) => last.length >= 4)
        .map((person) => ask(person.entry, `${person.first} ${SLIPS.swapped(person.last, random)}`)),
    },
    {
      line: 'a letter wrong in each',
      goal: 88,
      asks: named
        .filter(({ first, last }) => first.length >= 4 && last.length >= 4)
        .map((person) =>
          ask(person.entry, `${SLIPS.wrong(person.first, random)} ${SLIPS.wrong(person.last, random)}`),
        ),
    },
  ]
}

const FORMS: readonly (readonly [RegExp, string])[] = [
  [/limited liability company( responsibility)?( of( the)?)?/i, 'LLC'],
  [/(?<!(open|closed|public) )joint[ -]stock company/i, 'JSC'],
  [/open joint[ -]stock company/i, 'OJSC'],
  [/closed joint[ -]stock company/i, 'CJSC'],
  [/public joint[ -]stock company/i, 'PJSC'],
  [/\bLLC\b/, 'Limited Liability Company'],
  [/\bJSC\b/, 'Joint Stock Company'],
  [/\bOOO\b/, 'LLC'],
]

/** Returns listed companies with their legal form written the other way. */
export function asksOfCompanies(listed: readonly ListedEntry[]): AskedLine[] {
  const entities = listed.filter(({ kind }) => kind === 'entity')
  const asks = entities.flatMap((entry) =>
    entry.names.flatMap(({ text, quality }) => {
      const form = quality === 'weak_alias' ? undefined : FORMS.find(([pattern]) => pattern.test(text))
      return form ? [company(entry, text.replace(form[0], form[1]))] : []
    }),
  )
  const moved = entities.flatMap((entry) =>
    entry.names.flatMap(({ text }) => {
      const form = /^(LLC|JSC|OJSC|OOO) (.+)$/.exec(text)
      return form ? [company(entry, `${form[2]} ${form[1]}`)] : []
    }),
  )
  return [
    { line: 'legal form, long or short', goal: 99, asks },
    { line: 'legal form at the other end', goal: 99, asks: moved },
  ]
}

const FIELD =
  'Green Forest Carbon Climate Earth Woodland Peatland Ocean River Meadow Nature Terra Solar Wind Emerald Northern Atlantic Highland Blue Clear Evergreen Future Global Euro Pacific'.split(
    ' ',
  )
const TRADE =
  'Capital Partners Trading Solutions Credits Offsets Energy Ventures Markets Resources Projects Holdings Group Investments Advisory Services Development Management Systems Finance'.split(
    ' ',
  )
const ENDS = ['Ltd', 'Limited', 'plc', 'LLP', 'GmbH', 'Inc', 'B.V.', 'S.A.']

/** Returns made-up company names typical of this field, none of which is listed. */
export function carbonCompanies(random: Random): ScreeningSubject[] {
  return Array.from({ length: 4000 }, () => {
    const words =
      random() < 0.5
        ? [pick(FIELD, random), pick(TRADE, random)]
        : [pick(FIELD, random), pick(FIELD, random), pick(TRADE, random)]
    return {
      key: 'company',
      kind: 'company',
      label: 'Company',
      name: [...words, pick(ENDS, random)].join(' '),
    }
  })
}

interface Named {
  entry: ListedEntry
  first: string
  last: string
}

/** Returns the first and the last word of a person's own name, if it is in Latin letters and both are significant. */
function partsOf(entry: ListedEntry): Named[] {
  const primary =
    entry.kind === 'person' ? entry.names.find(({ quality }) => quality === 'primary')?.text : undefined
  const words = splitPersonName(primary ?? '').filter(
    ({ tells, shown }) => tells && /^\p{Script=Latin}{3,}$/u.test(shown),
  )
  const [first, last] = [words[0], words.at(-1)]
  return first && last && first !== last
    ? [{ entry, first: first.shown.toLowerCase(), last: last.shown.toLowerCase() }]
    : []
}

/** Spellings of two-part Arabic names, each with an alternative. */
const TWO_PARTS: readonly (readonly [RegExp, string])[] = [
  [/\babd al[ -](\p{Script=Latin}{3,})/iu, 'Abdul$1'],
  [/\babd[aeou]l[ -](\p{Script=Latin}{3,})/iu, 'Abd al-$1'],
  [/\babd[aeou]l(?!l?[ae]h?\b)(\p{Script=Latin}{3,})/iu, 'Abdul $1'],
  [/\b(\p{Script=Latin}{3,}) al[ -]din\b/iu, '$1uddin'],
  [/\b(\p{Script=Latin}{3,}?)[aeu]ddin\b/iu, '$1 al-Din'],
]

function respelt(entry: ListedEntry): Ask[] {
  const primary = entry.names.find(({ quality }) => quality === 'primary')?.text ?? ''
  const found = TWO_PARTS.find(([spelling]) => spelling.test(primary))
  return found ? [ask(entry, primary.replace(found[0], found[1]))] : []
}

function inOneWord({ first, last }: Named, slip: (word: string) => string, random: Random): string {
  return random() < 0.5 ? `${slip(first)} ${last}` : `${first} ${slip(last)}`
}

function ask(entry: ListedEntry, name: string, birthDate?: string, country?: string): Ask {
  return { entry, subject: { key: 'person', kind: 'person', label: 'Applicant', name, birthDate, country } }
}

function company(entry: ListedEntry, name: string): Ask {
  return { entry, subject: { key: 'company', kind: 'company', label: 'Company', name } }
}

function isFullDate(birth: ListedEntry['births'][number]): birth is Required<PartialDate> {
  return 'year' in birth && birth.month !== undefined && birth.day !== undefined
}

function dayText({ year, month, day }: Required<PartialDate>): string {
  return [year, month, day].map((part) => String(part).padStart(2, '0')).join('-')
}
