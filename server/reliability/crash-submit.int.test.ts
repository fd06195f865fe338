import pLimit from 'p-limit'
import { expect, test } from 'vitest'
import { verifyLedger } from '#server/platform/ledger/verify-ledger.ts'
import { ANSWERS, BUSINESS } from '#server/testing/journeys.ts'
import { newDeployment, ON_POSTGRES } from './testing/deployment.ts'
import { type Person, seedPeople } from './testing/people.ts'
import { type RunningServer, startServer } from './testing/process.ts'

/** More rounds, up to the 20 of security B01, if there is time. */
const ROUNDS = Number(process.env.RELIABILITY_ROUNDS ?? (ON_POSTGRES ? 2 : 1))
const PEOPLE = ROUNDS >= 20 ? 200 : 40

/** Every second one submits a company, which is written to more tables. */
const isCompany = ({ id }: Pick<Person, 'id'>) => id % 2 === 0
/** Retries as the answer asks, if the machine is too busy for the database to be reached in time. */
async function submit(server: RunningServer, person: Person): Promise<Response> {
  const { cookie } = person
  const answer = await (isCompany(person)
    ? server.call('POST', '/api/onboarding/business', { cookie, body: BUSINESS })
    : server.call('POST', '/api/onboarding/kyc', { cookie, body: ANSWERS }))
  return answer.status === 503 ? submit(server, person) : answer
}

/** What each person has of a submission; a complete one has one of each, and all people of a company. */
const PARTS = `
  select u.id::int, coalesce(c.state, 'none') as state,
    (select count(*)::int from kyc_profiles where user_id = u.id)
      + (select count(*)::int from business_profiles where user_id = u.id) as profiles,
    (select count(*)::int from business_people p join business_profiles b on b.id = p.profile_id
      where b.user_id = u.id) as people,
    (select count(*)::int from case_submissions where case_id = c.id) as submissions,
    (select count(*)::int from events where user_id = u.id and type = 'case.submitted') as events,
    (select count(*)::int from mails where user_id = u.id and kind = 'verification-submitted') as mails
  from users u
  left join cases c on c.user_id = u.id and c.kind = case when u.id % 2 = 0 then 'business' else 'consumer' end
  order by u.id`
const whole = ({ id }: { id: number }) => ({
  state: 'submitted',
  profiles: 1,
  people: isCompany({ id }) ? 3 : 0,
  submissions: 1,
  events: 1,
  mails: 1,
})
const NOTHING = { profiles: 0, people: 0, submissions: 0, events: 0, mails: 0 }

test('B01 a crash during submissions loses no acknowledged one and leaves none half done', async () => {
  const deployment = await newDeployment()
  const people: Person[] = []
  const acknowledged = new Set<number>()
  for (let round = 0; round < ROUNDS; round++) {
    const batch = await deployment.inspect((db) => seedPeople(db, { count: PEOPLE, prepared: true }))
    people.push(...batch)
    const server = await startServer(deployment.env)
    // Dies when some are answered and others in progress: at a different point each round.
    const fatal = 1 + Math.floor(Math.random() * PEOPLE * 0.8)
    let answered = 0
    await Promise.all(
      batch.map(async (person) => {
        const answer = await submit(server, person).catch(() => undefined)
        if (!answer) return
        expect(answer.status, await answer.clone().text()).toBe(200)
        acknowledged.add(person.id)
        if (++answered === fatal) await server.kill()
      }),
    )
    expect(answered).toBeGreaterThanOrEqual(fatal)

    const parts = await deployment.inspect(async ({ pool }) => (await pool.query(PARTS)).rows)
    const submitted = parts.filter(({ state }) => state === 'submitted').map(({ id }) => id)
    expect([...acknowledged].filter((id) => !submitted.includes(id))).toEqual([])
    for (const person of parts)
      expect(person).toMatchObject(person.state === 'submitted' ? whole(person) : NOTHING)
  }

  const again = await startServer(deployment.env)
  // The form is still there: everyone submits again, and no one has two.
  const few = pLimit(10)
  const answers = await Promise.all(people.map((person) => few(() => submit(again, person))))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  const first = people.find((person) => !isCompany(person))
  const own = await again.call('GET', '/api/onboarding/consumer/case', { cookie: first?.cookie ?? '' })
  expect(await own.json()).toMatchObject({ case: { state: 'submitted', round: 1 } })
  expect((await again.stop()).code).toBe(0)
  await deployment.inspect(async (database) => {
    for (const person of (await database.pool.query(PARTS)).rows) expect(person).toMatchObject(whole(person))
    expect((await verifyLedger(database)).faults).toEqual([])
  })
})
