import type { FoundCompany, FoundInvoice, FoundPerson } from '#contract/directory/search.ts'
import * as contract from '#contract/directory/search.ts'
import { FOUND_OF_EACH } from '#contract/directory/search-limits.ts'
import type { Capability } from '#contract/roles.ts'
import { CaseState } from '#contract/verification/cases.ts'
import { callerOf } from '#server/model/access/access-guard.ts'
import { staffMay } from '#server/model/access/caller.ts'
import { ADDRESS_COLUMNS, ADDRESS_TYPES, shownEmail } from '#server/model/people/proven-email.ts'
import { readTerms, type SearchTerms, waysToFind } from '#server/model/people/search-terms.ts'
import { viewRecorder } from '#server/model/staff/staff-views.ts'
import type { Db } from '#server/platform/database/database.ts'
import {
  as,
  type Bind,
  bindings,
  type Columns,
  composed,
  type Row as RowOfColumns,
} from '#server/platform/database/statement.ts'
import type { Routes } from '#server/platform/http/route.ts'
import type { Services } from '#server/services.ts'

/** One search over people, companies and invoices. It shows names, so it is recorded (security R24). */
export function registerSearch(routes: Routes, services: Services): void {
  const { read, config } = services
  const recordView = viewRecorder(services, 'admin.search_viewed')

  routes.on(contract.searchEverything)(async ({ query, request }) => {
    const may = new Set(staffMay(callerOf(request), config.companyDomains))
    const found = await read(request, (db) => searchEverything(db, query.q, may))
    await recordView(request)
    return found
  })
}

interface Everything {
  people: FoundPerson[]
  companies: FoundCompany[]
  invoices: FoundInvoice[]
  isNear: boolean
}

type Match = (value: Bind) => string

/**
 * Finds people, companies and invoices that match all words typed, closest first; if nothing does, those that
 * differ by a letter. Each kind is found by those who may read it, including erased accounts whose records are
 * kept.
 */
async function searchEverything(db: Db, q: string, may: ReadonlySet<Capability>): Promise<Everything> {
  const terms = await readTerms(db, q)
  for (const { isNear, matches } of waysToFind(terms, { mayReadInvoices: may.has('invoices.read') })) {
    const found = await findAll(db, terms, may, matches)
    if (found.people.length + found.companies.length + found.invoices.length > 0) return { ...found, isNear }
  }
  return { people: [], companies: [], invoices: [], isNear: false }
}

async function findAll(db: Db, terms: SearchTerms, may: ReadonlySet<Capability>, match: Match) {
  const withErased = may.has('people.erased')
  const mayFind = may.has('people.find')
  const companyKinds = [...(mayFind ? ['company'] : []), ...(may.has('clients.read') ? ['client'] : [])]
  const [people, companies, invoices] = await Promise.all([
    mayFind ? closest(db, PEOPLE, ['person'], terms, withErased, match) : [],
    companyKinds.length > 0 ? closest(db, COMPANIES, companyKinds, terms, withErased, match) : [],
    may.has('invoices.read') ? closest(db, INVOICES, ['invoice'], terms, withErased, match) : [],
  ])
  return { people: people.map(foundPerson), companies: companies.map(foundCompany), invoices }
}

/** How many matches are compared to find the closest; with more than that, any of them will do. */
const COMPARED = 200

/** The rows of `select` for the best matches: an exact number first, then whole words, then by name. */
async function closest<const Gives extends Columns>(
  db: Db,
  { select, gives }: { select: string; gives: Gives },
  kinds: readonly string[],
  { words }: SearchTerms,
  withErased: boolean,
  match: Match,
): Promise<RowOfColumns<Gives>[]> {
  const { values, value } = bindings()
  const kind = `e.kind in (${kinds.map((name) => `'${name}'`).join(', ')})${withErased ? '' : ' and not e.is_erased'}`
  const number = words.length === 1 ? words[0]?.word : undefined
  const whole = words.map(({ word }) => `(f.words || ' ' like ${value(`% ${word} %`)})::int`)
  const { rows } = await composed(db, {
    text: `with found as materialized (
       (select e.* from search_entries e where ${kind} and e.subject = ${value(number ?? '')})
       union
       (select e.* from search_entries e where ${kind} and ${match(value)} limit ${COMPARED})
     ), best as materialized (
       select f.*, row_number() over (order by (f.subject = ${value(number ?? '')}) desc,
         ${whole.length ? `${whole.join(' + ')} desc,` : ''} f.sort_name nulls last, f.subject) as place
       from found f order by place limit ${FOUND_OF_EACH}
     ) ${select} order by best.place`,
    values,
    gives: gives,
  })
  return rows
}

const PEOPLE = {
  select: `select u.id, coalesce(u.name, k.first_name || ' ' || k.last_name) as name, ${ADDRESS_COLUMNS},
    c.state, c.id as case_id, best.is_erased
  from best join users u on u.id = best.user_id left join cases c on c.user_id = u.id and c.kind = 'consumer'
  left join kyc_profiles k on k.user_id = u.id and best.is_erased`,
  gives: { id: 'int8', name: 'text?', ...ADDRESS_TYPES, state: 'text?', case_id: 'int8?', is_erased: 'bool' },
} as const

const COMPANIES = {
  select: `select best.kind, coalesce(best.user_id, best.client_id) as id, coalesce(b.legal_name, l.name) as name,
    b.company_number as number, c.state, c.id as case_id
  from best left join business_profiles b on best.kind = 'company' and b.user_id = best.user_id
  left join cases c on best.kind = 'company' and c.user_id = best.user_id and c.kind = 'business'
  left join clients l on l.id = best.client_id`,
  gives: {
    kind: as<'company' | 'client'>('text'),
    id: 'int8',
    name: 'text',
    number: 'text?',
    state: 'text?',
    case_id: 'int8?',
  },
} as const

const INVOICES = {
  select: `select i.id, i.number, l.name as client_name, i.status
  from best join invoices i on i.id = best.invoice_id join clients l on l.id = i.client_id`,
  gives: { id: 'text', number: 'text!', client_name: 'text', status: 'text' },
} as const

function foundPerson(row: RowOfColumns<typeof PEOPLE.gives>): FoundPerson {
  const { id, name, is_erased } = row
  return { id: Number(id), name, ...shownEmail(row), ...caseOf(row), is_erased }
}

function foundCompany(row: RowOfColumns<typeof COMPANIES.gives>): FoundCompany {
  return { ...row, id: Number(row.id), ...caseOf(row) }
}

function caseOf({ state, case_id }: { state: string | null; case_id: string | null }) {
  return {
    state: state === null ? null : CaseState.parse(state),
    case_id: case_id === null ? null : Number(case_id),
  }
}
