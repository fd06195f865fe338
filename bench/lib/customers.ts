import { pick, seeded } from '#domain/screening/ordinary-people.ts'
import type { ScreeningSubject } from '#domain/screening/screening-records.ts'
import { consumerSubjects } from '#domain/screening/screening-subjects.ts'
import { carbonCompanies } from '#domain/screening/trial-asks.ts'
import { query } from './postgres.ts'
import { readRows } from './sanctions-lists.ts'

/** Every how many customers one is a company, with two owners and a representative. */
const PEOPLE_TO_A_COMPANY = 5
const ROWS_AT_ONCE = 5_000

/**
 * Makes the first `count` people, from id 1, approved customers with ordinary first and last names, each
 * screened against a list that is no longer in force. Returns how many people and companies are to be screened.
 */
export async function addCustomers(url: string, count: number, names: readonly string[]): Promise<number> {
  const random = seeded(count)
  const ordinary = names.flatMap((name) => readRows(name))
  const companies = carbonCompanies(random)
  const someone = () => {
    const [given, family] = [pick(ordinary, random), pick(ordinary, random)]
    return {
      first: given.first_name || 'Ada',
      last: family.last_name || 'Lovelace',
      born: family.date_of_birth,
    }
  }
  const full = () => {
    const { first, last } = someone()
    return `${first} ${last}`
  }
  await query(
    url,
    `insert into cases (user_id, kind, state, version, round, round_limit, items, submitted_at, decided_at, created_at, updated_at)
     select id, case when id % ${PEOPLE_TO_A_COMPANY} = 0 then 'business' else 'consumer' end, 'approved', 3, 1, 3, '[]',
       now() - interval '40 days', now() - interval '39 days', now(), now()
     from users where id <= $1 order by id`,
    [count],
  )
  let subjects = 0
  for (let start = 1; start <= count; start += ROWS_AT_ONCE) {
    const ids = Array.from({ length: Math.min(ROWS_AT_ONCE, count - start + 1) }, (_, place) => start + place)
    const people = ids.filter((id) => id % PEOPLE_TO_A_COMPANY).map((id) => ({ id, ...someone() }))
    const firms = ids
      .filter((id) => id % PEOPLE_TO_A_COMPANY === 0)
      .map((id) => ({ id, name: pick(companies, random).name, people: [full(), full(), full()] }))
    subjects += people.length + 4 * firms.length
    await query(
      url,
      `insert into kyc_profiles (user_id, case_id, first_name, last_name, dob, email, phone, address, doc_type, created_at, updated_at)
       select p.id, c.id, p.first, p.last, coalesce(p.born, '1988-03-09'), 'person' || p.id || '@people.example',
         '+442079460142', '14 Larkfield Road, Bristol', 'passport', now(), now()
       from jsonb_to_recordset($1::jsonb) as p (id bigint, first text, last text, born text) join cases c on c.user_id = p.id`,
      [JSON.stringify(people)],
    )
    await query(
      url,
      `with firm as (
         select f.*, c.id as case_id from jsonb_to_recordset($1::jsonb) as f (id bigint, name text, people jsonb)
         join cases c on c.user_id = f.id
       ), profile as (
         insert into business_profiles (user_id, case_id, legal_name, registered_address, registration_country, company_number,
           bank_country, user_type, created_at, updated_at)
         select id, case_id, name, '1 Fern Lane, Bristol', 'GB', lpad(id::text, 8, '0'), 'GB', 'corporate', now(), now() from firm
         returning id, user_id
       )
       insert into business_people (profile_id, role, person_id, position, full_name, nationality, residence_country,
         ownership_hundredths, email)
       select p.id, case when n <= 2 then 'owner' else 'representative' end, case when n <= 2 then 'o' || n else 'primary' end,
         n - 1, one.name, case when n <= 2 then 'GB' end, case when n <= 2 then 'GB' end, case when n <= 2 then 5000 end,
         case when n = 3 then 'office@people.example' end
       from profile p join firm f on f.id = p.user_id, jsonb_array_elements_text(f.people) with ordinality as one (name, n)`,
      [JSON.stringify(firms)],
    )
    const screened = [
      ...people.map(({ id, first, last, born }) => ({
        id,
        subjects: consumerSubjects({ firstName: first, lastName: last, dob: born || '1988-03-09' }),
      })),
      ...firms.map((firm) => ({ id: firm.id, subjects: subjectsOfFirm(firm) })),
    ]
    await query(
      url,
      `insert into case_screenings (case_id, round, list_ids, lists, subjects, screened_at)
       select c.id, 1, '{0}', '[]', s.subjects, now() - interval '1 day'
       from jsonb_to_recordset($1::jsonb) as s (id bigint, subjects jsonb) join cases c on c.user_id = s.id order by c.id`,
      [JSON.stringify(screened)],
    )
  }
  for (const table of [
    'cases',
    'kyc_profiles',
    'business_profiles',
    'business_people',
    'case_screenings',
    'search_entries',
  ])
    await query(url, `vacuum analyze ${table}`)
  return subjects
}

function subjectsOfFirm({
  id,
  name,
  people,
}: {
  id: number
  name: string
  people: string[]
}): ScreeningSubject[] {
  const companyNumber = String(id).padStart(8, '0')
  const [owner = '', second = '', representative = ''] = people
  return [
    { key: 'company', kind: 'company', label: 'Company', name, country: 'GB', companyNumber },
    { key: 'owner:o1', kind: 'person', label: 'Beneficial owner', name: owner, country: 'GB' },
    { key: 'owner:o2', kind: 'person', label: 'Beneficial owner', name: second, country: 'GB' },
    { key: 'representative:primary', kind: 'person', label: 'Primary representative', name: representative },
  ]
}
