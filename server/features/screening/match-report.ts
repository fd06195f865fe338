import { eq } from 'drizzle-orm'
import { formatMoney } from '#contract/money.ts'
import { listName } from '#contract/screening/list-name.ts'
import { ListSource, type MatchExplanation } from '#contract/screening/sanctions.ts'
import type { MatchWord } from '#contract/screening/screening.ts'
import { CaseKind } from '#contract/verification/cases.ts'
import { countryName } from '#domain/country-names.ts'
import { birthDayText, dayText, momentText } from '#domain/date-text.ts'
import { isolated } from '#domain/isolated.ts'
import { listedDateText } from '#domain/screening/screening-dates.ts'
import { birthText } from '#domain/screening/screening-facts.ts'
import type { ScreeningSubject } from '#domain/screening/screening-records.ts'
import type { Config } from '#server/config.ts'
import type { Caller } from '#server/model/access/caller.ts'
import { findBusiness } from '#server/model/cases/business-profiles.ts'
import { findCaseById, type StoredCase } from '#server/model/cases/cases.ts'
import { findKycProfile } from '#server/model/cases/kyc-profiles.ts'
import { requireEvidenceOpen } from '#server/model/people/erased-people.ts'
import { type ScreeningMatchRow, screeningMatches } from '#server/model/schema/sanctions.ts'
import { findScreening, openExplanation } from '#server/model/screening/case-screenings.ts'
import { LIST_PAGES } from '#server/model/screening/lists/fetched-list.ts'
import { matchHistories } from '#server/model/screening/match-histories.ts'
import { recordAct, type StaffAct } from '#server/model/staff/staff-act.ts'
import type { Db } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { Services } from '#server/services.ts'
import { type ReportSection, reportPdf } from './report-pdf.ts'
import { selectInvoicesOfPerson } from './screening.sql.ts'

/**
 * The report to the authority on a confirmed match, in the order of OFSI's form, filled in from the records;
 * what the product can't know is left blank for handwriting (law §3.2). Creating it is recorded. Throws
 * NOT_FOUND, also for a match of one's own, FORBIDDEN for an erased person whose records the caller may not
 * read, and INVALID_STATE for one that isn't confirmed or isn't reported to any authority.
 */
export async function matchReport(
  { database, config, now }: Services,
  act: StaffAct,
  { caller, matchId }: { caller: Caller; matchId: number },
): Promise<Buffer> {
  const at = now()
  const sections = await database.transaction(async (tx) => {
    const [row] = await tx.select().from(screeningMatches).where(eq(screeningMatches.id, matchId))
    const stored = row && (await findCaseById(tx, row.caseId))
    // No one may learn of their own match: it looks like one that doesn't exist (security R15).
    if (!row || !stored || stored.userId === act.actor.id)
      throw new AppError('NOT_FOUND', 'There is no such match.')
    await requireEvidenceOpen(tx, stored.userId, caller, config.companyDomains)
    if (row.state !== 'true')
      throw new AppError('INVALID_STATE', 'Two people have to confirm this match before it is reported.')
    if (row.entry.isExposedOnly || row.source.startsWith('own:'))
      throw new AppError('INVALID_STATE', 'They are on no list of sanctions, so there is nothing to report.')
    await recordAct(tx, act, {
      at,
      type: 'screening.report_downloaded',
      userId: stored.userId,
      caseId: stored.id,
      subject: `match:${matchId}`,
    })
    const run = await findScreening(tx, stored.id)
    const words = (await matchHistories(tx, [row], act.actor.id)).get(row.id) ?? []
    return [
      reporter(config, row, momentText(at, config.dateStyle)),
      listedOne(row, config),
      await knownOne(
        tx,
        config,
        stored,
        run?.subjects.find(({ key }) => key === row.subjectKey),
      ),
      basis(row, openExplanation(tx, row), words, config),
      await resources(tx, stored.userId),
      frozen(config, row, words),
      { title: 'Suspected breach', facts: blanks('What happened', 'When', 'Amounts', 'Who took part') },
      { title: 'Signed', facts: blanks('Name', 'Position', 'Date', 'Signature') },
    ]
  })
  return reportPdf({ title: 'Report on a designated person', sections, at })
}

/** Optional answers: no space is left for one that wasn't given. */
function ifGiven(name: string, value: string | undefined): ReportSection['facts'] {
  return value ? [[name, value]] : []
}

function blanks(...names: string[]): ReportSection['facts'] {
  return names.map((name) => [name, null])
}

function reporter({ company }: Config, row: ScreeningMatchRow, today: string): ReportSection {
  return {
    title: 'Who reports',
    note: 'To the Office of Financial Sanctions Implementation (OFSI), HM Treasury, or to the authority of the list. Don’t tell the person, or anyone outside the company, that this report is made.',
    facts: [
      ['Organisation', company.legalName],
      ['Address', company.address],
      ['Email', company.supportEmail],
      ['Telephone', company.phone],
      ...blanks(
        'Kind of relevant firm, and its supervisor',
        'Contact: name and position',
        'Contact: email and telephone',
      ),
      ['Our reference', `match ${row.id}`],
      ['Report made', today],
      [
        'What is reported',
        'A customer, or someone connected with one, is known or suspected to be a designated person',
      ],
    ],
  }
}

function listedOne({ entry, list, source }: ScreeningMatchRow, { dateStyle }: Config): ReportSection {
  const [name, ...others] = entry.names
  const listed = (values: readonly string[] | undefined) => values?.join('; ') || 'none listed'
  const publishedOn = list.publishedOn ? ` of ${dayText(list.publishedOn, dateStyle)}` : ''
  return {
    title: 'The designated person, as listed',
    facts: [
      ['List', `${listName(ListSource.parse(source))}${publishedOn}, SHA-256 ${list.sha256}`],
      ['Unique ID', entry.ref],
      ['Name', name?.text ?? null],
      ['Other names', listed(others.map(({ text }) => text))],
      ['Regime', entry.regime ?? 'not listed'],
      ['Listed on', entry.listedOn ? listedDateText(entry.listedOn, dateStyle) : 'not listed'],
      ['Dates of birth', listed(entry.births.map((birth) => listedDateText(birthText(birth), dateStyle)))],
      ['Countries', listed(entry.countries.map(countryName))],
      ['Registration numbers', listed(entry.numbers)],
      ['Identity documents', listed(entry.documents)],
      ['Positions', listed(entry.positions)],
      ['Source', entry.url ?? LIST_PAGES.get(source) ?? 'not listed'],
    ],
  }
}

/** Everything we hold that identifies the person. */
async function knownOne(
  db: Db,
  { dateStyle }: Config,
  stored: StoredCase,
  subject: ScreeningSubject | undefined,
): Promise<ReportSection> {
  const profile = await findKycProfile(db, stored.userId)
  const answers =
    stored.current.kind === 'business' ? (await findBusiness(db, stored.userId))?.answers : undefined
  const owner = answers?.beneficialOwners.find(({ id }) => subject?.key === `owner:${id}`)
  const isCustomer = subject?.key === 'person'
  const bornOn = subject?.birthDate ? birthDayText(subject.birthDate, dateStyle) : null
  return {
    title: 'The person or company that we know',
    facts: [
      ['Name', subject?.name ?? null],
      [
        'Who they are to us',
        subject ? `${subject.label} (${CaseKind.parse(stored.current.kind)} verification)` : null,
      ],
      ['Account', `user ${stored.userId}, case ${stored.id}`],
      ['Date of birth', subject?.kind === 'company' ? 'not a person' : bornOn],
      ...ifGiven('Place of birth', isCustomer ? profile?.placeOfBirth : undefined),
      ['Nationality or country of registration', subject?.country ? countryName(subject.country) : null],
      ['Country of residence', owner ? countryName(owner.residenceCountry) : null],
      ...ifGiven('Owns the company through', owner?.heldThrough),
      [
        'Address',
        (isCustomer ? profile?.address : subject?.key === 'company' ? answers?.registeredAddress : null) ??
          null,
      ],
      ['Email', (isCustomer ? profile?.email : subject?.key === 'company' ? answers?.email : null) ?? null],
      ['Telephone', (isCustomer ? profile?.phone : null) ?? null],
      ...(answers
        ? ([
            ['Company', answers.legalName],
            ['Company number', answers.companyNumber],
            ...ifGiven('Legal Entity Identifier', answers.lei),
          ] as const)
        : []),
      [
        'Identity document',
        isCustomer && profile ? `${profile.docType}; copies are kept with the case` : null,
      ],
      ...blanks('Number of the identity document'),
    ],
  }
}

/** The grounds for the knowledge or suspicion. */
function basis(
  { score, foundAt }: ScreeningMatchRow,
  explanation: MatchExplanation,
  words: readonly MatchWord[],
  { dateStyle }: Config,
): ReportSection {
  const factValue = (fact: keyof typeof FACTS, value: string | null) =>
    value !== null && fact === 'birth_date' ? listedDateText(value, dateStyle) : value
  const said = words
    .filter(({ of }) => of === null)
    .toReversed()
    .map(({ at, by, said, comment }) => {
      const what = said === 'true' ? 'the listed one' : 'someone else'
      return [`${isolated(by)}, ${momentText(at, dateStyle)}`, `${what}: ${comment}`] as const
    })
  return {
    title: 'Why we know or suspect it',
    note: 'What was compared: as they gave it to us, then as it is listed.',
    facts: [
      ['Found', `${momentText(foundAt, dateStyle)}, ${Math.round(score * 100)}% alike`],
      ...explanation.words.map(
        ({ given, listed }) =>
          ['Name', `${isolated(given ?? 'not given')} / ${isolated(listed ?? 'not listed')}`] as const,
      ),
      ...explanation.facts
        .filter(({ given, listed }) => given !== null || listed !== null)
        .map(
          ({ fact, given, listed, result }) =>
            [
              FACTS[fact],
              `${factValue(fact, given) ?? 'not given'} / ${factValue(fact, listed) ?? 'not listed'}: ${result === 'unknown' ? 'not compared' : result}`,
            ] as const,
        ),
      ...said,
    ],
  }
}

const FACTS = { birth_date: 'Date of birth', country: 'Country', company_number: 'Company number' } as const

/** What we hold for them as far as the product knows: what was invoiced and paid. */
async function resources(db: Db, userId: number): Promise<ReportSection> {
  const { rows } = await selectInvoicesOfPerson(db, [userId])
  return {
    title: 'Funds and economic resources that we hold',
    note: 'Nature and amount or quantity when we first knew or suspected it. Invoices are listed as they are today; what is held elsewhere, such as credits in a registry, is to be added.',
    facts: [
      ...rows.map(({ number, status, due, paid, currency }) => {
        const amounts = `${formatMoney(Number(due), currency)} due, ${formatMoney(Number(paid), currency)} paid`
        return [`Invoice ${number}`, `${status}; ${amounts}`] as const
      }),
      ...blanks(
        'Money',
        'Carbon credits and registry accounts',
        'Other assets',
        'Held for whom, if not in their name',
      ),
    ],
  }
}

function frozen(
  { sanctions: { freezes }, dateStyle }: Config,
  { decidedAt }: ScreeningMatchRow,
  words: readonly MatchWord[],
): ReportSection {
  const known = words.filter(({ of }) => of === null).at(-1)?.at
  const frozen = freezes.map((freeze) => FROZEN[freeze]).join('; ')
  return {
    title: 'What was frozen',
    facts: [
      ['First suspected', known ? momentText(known, dateStyle) : null],
      ['Confirmed by a second person', decidedAt ? momentText(decidedAt, dateStyle) : null],
      ['Frozen by us then', frozen || null],
      ...blanks('Frozen elsewhere, and when'),
    ],
  }
}

const FROZEN = {
  payments: 'no payment is taken and no invoice is issued',
  records: 'no record is deleted',
} as const
