import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '#server/testing/free-port.ts'
import { openPostgres } from '../../server/platform/database/postgres.ts'
import { makeJpeg } from '../../server/platform/files/test-files.ts'
import { type Person, seedPeople } from '../../server/reliability/testing/people.ts'
import { drill } from './parts/drill.ts'
import { answersAt, program, until } from './parts/machine.ts'
import { rows, startPostgres } from './parts/postgres.ts'
import { call, installationEnv, startServer } from './parts/verdaccord.ts'

// ClamAV as Debian ships it, with one signature of ours: it finds a file, is killed, is silent, and is back.
await drill(async (machine, report) => {
  const clamd = program('clamd', 'clamav-daemon')
  const folder = machine.mkdir('clamav')
  const port = await freePort()
  const harmful = await makeJpeg({ artist: 'harmful' })
  const md5 = createHash('md5').update(harmful).digest('hex')
  writeFileSync(join(folder, 'drill.hdb'), `${md5}:${harmful.length}:Drill.Harmful\n`)
  const file = join(folder, 'clamd.conf')
  const settings = ['Foreground yes', `DatabaseDirectory ${folder}`, `TCPSocket ${port}`, 'TCPAddr 127.0.0.1']
  writeFileSync(file, `${settings.join('\n')}\nUser root\nTemporaryDirectory ${folder}\n`)
  const start = async () => {
    const part = machine.start('clamd', clamd, ['-c', file])
    await answersAt(port, part)
    return part
  }
  let scanner = await start()

  const postgres = await startPostgres(machine, 'postgres')
  await rows(postgres.url('postgres'), 'create database verdaccord')
  const env = installationEnv(machine, {
    DATABASE_URL: postgres.url('verdaccord'),
    CLAMD_URL: `tcp://127.0.0.1:${port}`,
  })
  const server = await startServer(machine, 'app', env)
  const origin = `http://127.0.0.1:${server.port}`
  const database = openPostgres(postgres.url('verdaccord'), 2)
  machine.onClose(() => database.close())
  const [person] = (await seedPeople(database, { count: 1 })) as [Person]
  let turn = 0
  const upload = async (content?: Buffer) => {
    const form = new FormData()
    const picture = content ?? (await makeJpeg({ artist: `clean ${turn++}` }))
    form.set('documentType', 'selfie')
    form.set('file', new File([new Uint8Array(picture)], 'selfie.jpg', { type: 'image/jpeg' }))
    const startedAt = performance.now()
    const { status } = await call(origin, 'POST', '/api/uploads/kyc-document-direct', {
      cookie: person.cookie,
      body: form,
    })
    return { status, words: `${status} after ${((performance.now() - startedAt) / 1000).toFixed(1)} s` }
  }
  const documents = async () =>
    Number((await database.pool.query('select count(*) from documents')).rows[0]?.count)
  const ready = async () => {
    const answer = await call(origin, 'GET', '/api/health/ready')
    return { status: answer.status, state: (await answer.json()).status as string }
  }

  const clean = await upload()
  report.figure('a clean picture', clean.words)
  report.expect('it is taken', clean.status === 200)
  const found = await upload(harmful)
  report.figure('one that ClamAV knows', found.words)
  report.expect(
    'it is refused with 422, and nothing is kept',
    found.status === 422 && (await documents()) === 1,
  )
  for (const how of ['killed', 'silent']) {
    if (how === 'killed') await scanner.kill()
    else process.kill(scanner.pid, 'SIGSTOP')
    const refused = await upload()
    report.figure(`an upload with ClamAV ${how}`, refused.words)
    report.expect('it is 503, and nothing is kept', refused.status === 503 && (await documents()) === 1)
    await until('readiness names it', async () => (await ready()).state === 'degraded')
    report.expect('the process is degraded and still ready', (await ready()).status === 200)
    if (how === 'killed') scanner = await start()
    else process.kill(scanner.pid, 'SIGCONT')
    await until('uploads are taken again', async () => (await upload()).status === 200)
    report.expect('and taken again when it is back', true)
    await database.pool.query('delete from documents where id <> (select min(id::text)::uuid from documents)')
  }
})
