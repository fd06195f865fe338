import { londonDate } from '#domain/plain-date.ts'
import { seeded } from '#domain/screening/ordinary-people.ts'
import { codedSpecimen } from '#server/testing/specimens/id-specimens.ts'
import { someShot } from '#server/testing/specimens/paper.ts'
import { specimenPerson } from '#server/testing/specimens/people.ts'
import { load, requestOf } from './lib/load.ts'
import { show, spreadOf } from './lib/measure.ts'
import { otherWork } from './lib/other-work.ts'
import { addPeople, addSessions, spread } from './lib/people.ts'
import { query, startPostgres } from './lib/postgres.ts'
import { measurement } from './lib/report.ts'
import { type ServerProcess, startProduct } from './lib/server-process.ts'
import { uploads } from './lib/uploads.ts'

// Six passports are uploaded at once; how long everyone else waits for each of three answers while they are
// read.
const DOCUMENTS = 6
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5)
const PEOPLE = 200
/** With more connections, the figures would show what the machine can do rather than how long anyone waits. */
const CONNECTIONS = 4
const WINDOW_SECONDS = 0.5
const WINDOWS_WITHOUT = 10
const ANSWERS = ['auth/user', 'verification/status', 'documents'] as const
const LONGEST_SECONDS = 120
const MOST_RATIO = 1.2
/** If other programs use more of the processors, the reader has no room next to the answers. */
const MOST_OTHER_WORK = 0.25
const TODAY = londonDate(new Date('2026-11-25'))

await measurement(async (later) => {
  const postgres = await startPostgres()
  later(() => postgres.stop())
  const databaseUrl = await postgres.create('bench_reading_load')
  await addPeople(databaseUrl, PEOPLE)
  const tokens = await addSessions(databaseUrl, spread(PEOPLE, PEOPLE))
  const server = await startProduct({ databaseUrl, env: { READING: 'on' } })
  later(() => server.stop())
  const random = seeded(20_261_125)
  const { picture } = await codedSpecimen(specimenPerson(random, TODAY), 'TD3', someShot(random), random)
  const waiting = async () => {
    const [row] = await query<{ n: number }>(
      databaseUrl,
      `select count(*)::int as n from documents d
       where superseded_at is null and not exists (select from document_readings r where r.document_id = d.id)`,
    )
    return row?.n ?? 0
  }

  const others = [await otherWork()]
  for (let window = 0; window < WINDOWS_WITHOUT; window++) await addWindow(server, tokens, noTimes())
  const found = perAnswer(() => ({
    without: [] as number[],
    beside: [] as number[],
    ratios: [] as number[],
  }))
  const tookSeconds: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const without = noTimes()
    for (let window = 0; window < WINDOWS_WITHOUT; window++) await addWindow(server, tokens, without)
    const givers = tokens.slice(round * DOCUMENTS, (round + 1) * DOCUMENTS)
    const requests = uploads(givers, picture, 'id-front')
    await load({ port: server.port, requests, connections: DOCUMENTS, seconds: 60, once: true })
    const startedAt = performance.now()
    const seconds = () => (performance.now() - startedAt) / 1000
    const beside = noTimes()
    while ((await waiting()) > 0) {
      if (seconds() > LONGEST_SECONDS) throw new Error('The documents were not read')
      await addWindow(server, tokens, beside)
    }
    tookSeconds.push(seconds())
    others.push(await otherWork())
    for (const answer of ANSWERS) {
      const times = found[answer]
      const [alone, amid] = [percentile95(without[answer]), percentile95(beside[answer])]
      times.without.push(alone)
      times.beside.push(amid)
      times.ratios.push(amid / alone)
    }
  }
  const told = (say: (times: (typeof found)['documents']) => string) =>
    Object.entries(found)
      .map(([answer, times]) => `${answer} ${say(times)}`)
      .join(', ')
  const ratios = Object.values(found).map(({ ratios }) => spreadOf(ratios).median)
  const busiest = Math.max(...others)
  const hasRoom = busiest <= MOST_OTHER_WORK
  const noRoom = hasRoom
    ? ''
    : `No room to measure: other programs took ${Math.round(busiest * 100)} % of the processors, so the times show them. `
  return {
    goal: `${DOCUMENTS} documents that are read at once`,
    product: `${noRoom}95th percentile of ${told(({ beside }) => show(spreadOf(beside), 'ms', 1))} until all were read, ${show(spreadOf(tookSeconds), 's')}`,
    beside: `the same without them: ${told(({ without }) => show(spreadOf(without), 'ms', 1))}`,
    ratio: `${told(({ ratios }) => show(spreadOf(ratios), '×', 2))}${Math.max(...ratios) > MOST_RATIO * 0.95 ? '; no room is left' : ''}`,
    limit: `each at most ${MOST_RATIO}, with at most ${MOST_OTHER_WORK * 100} % of the processors in other hands`,
    isMet: hasRoom && ratios.every((ratio) => ratio <= MOST_RATIO),
  }
})

type PerAnswer<Value> = Record<(typeof ANSWERS)[number], Value>

function perAnswer<Value>(make: () => Value): PerAnswer<Value> {
  return Object.fromEntries(ANSWERS.map((answer) => [answer, make()])) as PerAnswer<Value>
}

function noTimes(): PerAnswer<number[]> {
  return perAnswer(() => [])
}

/**
 * Asks for each answer in turn for half a second and adds how long each took, in milliseconds. Both sides are measured in the same
 * windows, because each opens new connections.
 */
async function addWindow(
  { port }: ServerProcess,
  tokens: readonly string[],
  times: PerAnswer<number[]>,
): Promise<void> {
  for (const answer of ANSWERS)
    await load({
      port,
      requests: tokens.map((token) => requestOf(`GET /api/${answer}`, { cookie: `__Host-session=${token}` })),
      connections: CONNECTIONS,
      seconds: WINDOW_SECONDS,
      onAnswer: (tookMs) => times[answer].push(tookMs),
    })
}

function percentile95(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.NaN
}
