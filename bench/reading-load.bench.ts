import { londonDate } from '#domain/plain-date.ts'
import { seeded } from '#domain/screening/ordinary-people.ts'
import { codedSpecimen } from '#server/testing/specimens/id-specimens.ts'
import { someShot } from '#server/testing/specimens/paper.ts'
import { specimenPerson } from '#server/testing/specimens/people.ts'
import { load, requestOf } from './lib/load.ts'
import { show, spreadOf } from './lib/measure.ts'
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
const SECONDS = 5
const ANSWERS = ['auth/user', 'verification/status', 'documents'] as const
const LONGEST_SECONDS = 120
const MOST_RATIO = 1.2
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

  for (const answer of ANSWERS) await answerTimes(server, tokens, answer)
  const found = Object.fromEntries(
    ANSWERS.map((answer) => [
      answer,
      { without: [] as number[], beside: [] as number[], ratios: [] as number[] },
    ]),
  )
  const tookSeconds: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const without = new Map<string, number>()
    for (const answer of ANSWERS) without.set(answer, percentile95(await answerTimes(server, tokens, answer)))
    const givers = tokens.slice(round * DOCUMENTS, (round + 1) * DOCUMENTS)
    const requests = uploads(givers, picture, 'id-front')
    await load({ port: server.port, requests, connections: DOCUMENTS, seconds: 60, once: true })
    const startedAt = performance.now()
    const seconds = () => (performance.now() - startedAt) / 1000
    const beside = new Map<string, number[]>(ANSWERS.map((answer) => [answer, []]))
    while ((await waiting()) > 0) {
      if (seconds() > LONGEST_SECONDS) throw new Error('The documents were not read')
      for (const answer of ANSWERS)
        beside.get(answer)?.push(...(await answerTimes(server, tokens, answer, 0.5)))
    }
    tookSeconds.push(seconds())
    for (const [answer, times] of Object.entries(found)) {
      const [alone, amid] = [without.get(answer) ?? Number.NaN, percentile95(beside.get(answer) ?? [])]
      times.without.push(alone)
      times.beside.push(amid)
      times.ratios.push(amid / alone)
    }
  }
  const told = (say: (times: (typeof found)[string]) => string) =>
    Object.entries(found)
      .map(([answer, times]) => `${answer} ${say(times)}`)
      .join(', ')
  const ratios = Object.values(found).map(({ ratios }) => spreadOf(ratios).median)
  return {
    goal: `${DOCUMENTS} documents that are read at once`,
    product: `95th percentile of ${told(({ beside }) => show(spreadOf(beside), 'ms', 1))} until all were read, ${show(spreadOf(tookSeconds), 's')}`,
    beside: `the same without them: ${told(({ without }) => show(spreadOf(without), 'ms', 1))}`,
    ratio: told(({ ratios }) => show(spreadOf(ratios), '×', 2)),
    limit: `each at most ${MOST_RATIO}`,
    isMet: ratios.every((ratio) => ratio <= MOST_RATIO),
  }
})

/** How long answers to people at work took, in ms. */
async function answerTimes(
  { port }: ServerProcess,
  tokens: readonly string[],
  answer: (typeof ANSWERS)[number],
  seconds = SECONDS,
): Promise<number[]> {
  const times: number[] = []
  await load({
    port,
    requests: tokens.map((token) => requestOf(`GET /api/${answer}`, { cookie: `__Host-session=${token}` })),
    connections: CONNECTIONS,
    seconds,
    onAnswer: (tookMs) => times.push(tookMs),
  })
  return times
}

function percentile95(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.NaN
}
