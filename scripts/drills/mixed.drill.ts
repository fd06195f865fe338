import { request } from 'node:https'
import { setTimeout as delay } from 'node:timers/promises'
import type { Person } from '../../server/reliability/testing/people.ts'
import { drill } from './parts/drill.ts'
import { startMixedLoad, uploadSelfie } from './parts/load.ts'
import { startProcesses } from './parts/processes.ts'

// Mixed load on three processes behind nginx and PgBouncer. MINUTES: for how long (10).
const MINUTES = Number(process.env.MINUTES ?? 10)

await drill(async (machine, report) => {
  const all = await startProcesses(machine)
  const { origin, nginx, servers, people, database } = all
  report.figure(
    'parts',
    `${nginx.version} with deploy/nginx.conf, PgBouncer in transaction mode, ${servers.length} processes`,
  )
  const [person] = (await people({ count: 1 })) as [Person]
  await callFrom('127.0.0.7', `${origin}/api/admin/users`, person.cookie)
  const { rows: denied } = await database.pool.query("select ip from events where type = 'auth.denied'")
  report.figure('the address of a call from 127.0.0.7 that claims to be 9.9.9.9', denied[0]?.ip)
  report.expect('the address of people is theirs', denied[0]?.ip === '127.0.0.7')
  const { status } = await uploadSelfie(origin, person, 24_000_000)
  report.figure('an upload of 24 MB through nginx', status)
  report.expect('it is taken', status === 200)

  const load = await startMixedLoad(all, report, MINUTES)
  await delay(MINUTES * 60_000)
  await load.stop()
})

/**
 * Calls from another loopback address, which the ledger must name: neither the proxy's nor the one that the
 * call claims.
 */
async function callFrom(localAddress: string, url: string, cookie: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const headers = { cookie, 'x-forwarded-for': '9.9.9.9' }
    const asked = request(url, { localAddress, family: 4, headers }, (answer) =>
      answer.resume().on('end', resolve),
    )
    asked.on('error', reject)
    asked.end()
  })
}
