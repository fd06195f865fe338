import { setTimeout as delay } from 'node:timers/promises'
import { makeJpeg, padded } from '#server/platform/files/test-files.ts'
import { load } from './lib/load.ts'
import { addPeople, addSessions, spread } from './lib/people.ts'
import { startPostgres } from './lib/postgres.ts'
import { measurement } from './lib/report.ts'
import { startProduct, startProgram } from './lib/server-process.ts'
import { uploads } from './lib/uploads.ts'

// P9, on a bucket: two hundred pictures of 10 MB at once, each of which S3 takes in parts of 5 MiB. The memory
// for uploads is limited in bytes, so the memory added must be far below the size of the files, and every file
// must be accepted.
const AT_ONCE = 200
const BYTES = 10_000_000
const WARM_UP = 8
const MOST_ADDED = 250_000_000
/** An upload that waited too long is told to retry, and does. */
const SENT = { seconds: 300, once: true, comeBack: 503 }
/** What it would take to hold one S3 part of each file in memory. */
const ONE_PART_EACH = AT_ONCE * 5 * 1024 * 1024

await measurement(async (later) => {
  const postgres = await startPostgres()
  later(() => postgres.stop())
  const databaseUrl = await postgres.create('bench_p9_bucket')
  await addPeople(databaseUrl, AT_ONCE + WARM_UP)
  const tokens = await addSessions(databaseUrl, spread(AT_ONCE + WARM_UP, AT_ONCE + WARM_UP))
  const bucket = await startProgram('bucket')
  later(() => bucket.stop())
  const endpoint = encodeURIComponent(`http://127.0.0.1:${bucket.port}`)
  const product = await startProduct({
    databaseUrl,
    env: { S3_URL: `s3://S3RVER:S3RVER@documents?region=eu-west-2&endpoint=${endpoint}` },
  })
  later(() => product.stop())

  const requests = uploads(tokens, padded(await makeJpeg({ artist: 'bench' }), BYTES))
  const run = (some: typeof requests) =>
    load({ port: product.port, requests: some, connections: some.length, ...SENT })
  await run(requests.slice(AT_ONCE))
  await delay(3000)
  const before = product.memory().rss
  product.resetPeak()
  const sent = await run(requests.slice(0, AT_ONCE))
  const added = product.memory().peak - before
  return {
    goal: `P9 memory of ${AT_ONCE} uploads of ${BYTES / 1e6} MB at once on a bucket`,
    product: `${(added / 1e6).toFixed(0)} MB added by ${sent.answered} at once, ${sent.perSecond.toFixed(1)} a second`,
    beside: `one part of each file in memory: ${(ONE_PART_EACH / 1e6).toFixed(0)} MB`,
    ratio: (added / ONE_PART_EACH).toFixed(2),
    limit: `at most ${MOST_ADDED / 1e6} MB, all ${AT_ONCE} taken`,
    isMet: sent.answered === AT_ONCE && added <= MOST_ADDED,
  }
})
