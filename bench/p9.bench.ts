import { setTimeout as delay } from 'node:timers/promises'
import { makeJpeg, padded } from '#server/platform/files/test-files.ts'
import { load } from './lib/load.ts'
import { interleave, show } from './lib/measure.ts'
import { addPeople, addSessions, spread } from './lib/people.ts'
import { startPostgres } from './lib/postgres.ts'
import { measurement } from './lib/report.ts'
import { type ServerProcess, startProduct, startProgram } from './lib/server-process.ts'
import { uploads } from './lib/uploads.ts'

// P9: a picture sent as multipart, compared with a bare program that encrypts it in the same way, decodes it
// and stores a rendition as the product must (security R41); then the memory of twenty of the largest at once.
const PEOPLE = 400
const BYTES = 5_000_000
const LARGEST = 24 * 1024 * 1024
const AT_ONCE = 20
const LEAST = 0.75
const MOST_ADDED = 160_000_000

async function picture(bytes: number): Promise<Buffer> {
  return padded(await makeJpeg({ artist: 'bench' }), bytes)
}

await measurement(async (later) => {
  const postgres = await startPostgres()
  later(() => postgres.stop())
  const databaseUrl = await postgres.create('bench_p9')
  await addPeople(databaseUrl, PEOPLE)
  const tokens = await addSessions(databaseUrl, spread(PEOPLE, PEOPLE))
  const product = await startProduct({ databaseUrl })
  later(() => product.stop())
  const bare = await startProgram('upload')
  later(() => bare.stop())

  const requests = uploads(tokens, await picture(BYTES))
  const side = (server: ServerProcess) => ({
    server,
    run: (seconds: number) => load({ port: server.port, requests, connections: 4, seconds }),
  })
  const cost = await interleave({ product: side(product), bare: side(bare) }, { rounds: 5, seconds: 1.5 })
  const rate = cost.product.perSecond.median / cost.bare.perSecond.median
  const cpu = cost.bare.cpuMicros.median / cost.product.cpuMicros.median

  const fresh = await startProduct({ databaseUrl })
  later(() => fresh.stop())
  await load({ port: fresh.port, requests: requests.slice(0, 8), connections: 4, seconds: 10, once: true })
  await delay(3000)
  const before = fresh.memory().rss
  fresh.resetPeak()
  const largest = uploads(tokens.slice(-AT_ONCE), await picture(LARGEST - 1024))
  const sent = await load({
    port: fresh.port,
    requests: largest,
    connections: AT_ONCE,
    seconds: 60,
    once: true,
  })
  const added = fresh.memory().peak - before

  const text = ({ perSecond, cpuMicros }: typeof cost.product) =>
    `${show(perSecond, 'a second', 1)}, ${show(cpuMicros, 'µs of processor each')}`
  return {
    goal: `P9 upload of ${BYTES / 1e6} MB, and memory of ${AT_ONCE} of 24 MB at once`,
    product: `${text(cost.product)}; ${(added / 1e6).toFixed(0)} MB added by ${sent.answered} at once`,
    beside: `node:http + busboy + SHA-256 + AES-256-GCM + decoding: ${text(cost.bare)}`,
    ratio: `${cpu.toFixed(2)} by processor time, ${rate.toFixed(2)} by rate`,
    limit: `at least ${LEAST} by processor time, at most ${MOST_ADDED / 1e6} MB`,
    isMet: cpu >= LEAST && sent.answered === AT_ONCE && added <= MOST_ADDED,
  }
})
