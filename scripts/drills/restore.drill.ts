import { chmodSync } from 'node:fs'
import { CreateBucketCommand } from '@aws-sdk/client-s3'
import { openPostgres } from '../../server/platform/database/postgres.ts'
import { seedPeople } from '../../server/reliability/testing/people.ts'
import { drill } from './parts/drill.ts'
import { uploadSelfie } from './parts/load.ts'
import { runAsPostgres } from './parts/machine.ts'
import { rows, startPostgres } from './parts/postgres.ts'
import { clientOfGateway, startGateway } from './parts/radosgw.ts'
import { call, installationEnv, runAdmin, startServer } from './parts/verdaccord.ts'

// A dump and a bucket are restored to another PostgreSQL (security B18). PROFILES: number of people (10,000);
// UPLOADS: number of documents (60).
const PROFILES = Number(process.env.PROFILES ?? 10_000)
const UPLOADS = Number(process.env.UPLOADS ?? 60)

await drill(async (machine, report) => {
  const gateway = await startGateway(machine)
  const client = clientOfGateway(gateway)
  await client.send(new CreateBucketCommand({ Bucket: 'documents' }))
  const first = await startPostgres(machine, 'postgres')
  await rows(first.url('postgres'), 'create database verdaccord')
  const env = installationEnv(machine, {
    DATABASE_URL: first.url('verdaccord'),
    S3_URL: gateway.url('documents'),
  })
  const before = await startServer(machine, 'app', env)
  const database = openPostgres(first.url('verdaccord'), 2)
  machine.onClose(() => database.close())
  await rows(
    first.url('verdaccord'),
    `with people as (
       insert into users (issuer, auth0_id, name)
       select 'http://127.0.0.1:9/', 'many|' || n, 'Person ' || n from generate_series(1, $1::int) n returning id
     ), drafts as (
       insert into cases (user_id, kind, state, version, round, round_limit, items, created_at, updated_at)
       select id, 'consumer', 'draft', 1, 0, 5, '[]', now(), now() from people returning id, user_id
     )
     insert into kyc_profiles (case_id, user_id, first_name, last_name, dob, email, phone, address, doc_type, created_at, updated_at)
     select id, user_id, 'Ada', 'Lovelace', '1988-03-09', 'ada@people.example', '+442079460142', '14 Larkfield Road', 'passport', now(), now()
     from drafts`,
    [PROFILES],
  )
  const people = await seedPeople(database, { count: Math.ceil(UPLOADS / 4) })
  const [staff] = await seedPeople(database, { count: 1, role: 'superAdmin' })
  const origin = (port: number) => `http://127.0.0.1:${port}`
  let uploaded = 0
  for (let i = 0; i < UPLOADS; i++) {
    const person = people[i % people.length]
    if (person && (await uploadSelfie(origin(before.port), person, 500_000)).ok) uploaded++
  }
  report.figure('there are', `${PROFILES} people and ${uploaded} documents in the bucket`)

  const folder = machine.mkdir('backup')
  chmodSync(folder, 0o777)
  const dump = `${folder}/dump`
  let startedAt = performance.now()
  const seconds = () => `${((performance.now() - startedAt) / 1000).toFixed(1)} s`
  runAsPostgres('pg_dump', ['--format=custom', '--file', dump, first.url('verdaccord')])
  report.figure('the dump', seconds())
  const sinceDump = await uploadSelfie(origin(before.port), people[0] as (typeof people)[0], 500_000)
  report.expect('a document is uploaded after the dump', sinceDump.ok)

  startedAt = performance.now()
  const drilled = runAdmin({ ...env, PATH: process.env.PATH ?? '' }, 'drill', dump, gateway.url('documents'))
  report.figure(`npm run admin -- drill, beside the running product, ${seconds()}`, drilled.said)
  report.expect('it finds everything whole', drilled.isOk)

  // The loss: the whole server with its database.
  await before.part.kill()
  await first.part.kill()
  startedAt = performance.now()
  const second = await startPostgres(machine, 'postgres-2')
  await rows(second.url('postgres'), 'create database verdaccord')
  runAsPostgres('pg_restore', ['--dbname', second.url('verdaccord'), '--no-owner', '--exit-on-error', dump])
  const restoredEnv = { ...env, DATABASE_URL: second.url('verdaccord') }
  const after = await startServer(machine, 'app-restored', restoredEnv)
  report.figure('another server, restored and served', seconds())
  report.expect('within 10 minutes', performance.now() - startedAt < 600_000)
  const { cookie } = people[1] as (typeof people)[0]
  const draft = { cookie, body: { draft: { firstName: 'Ada' }, revision: 0 } }
  const save = () => call(origin(after.port), 'PUT', '/api/onboarding/consumer/draft', draft)
  report.expect('it starts with maintenance: a change is 503', (await save()).status === 503)
  const files = runAdmin(restoredEnv, 'verify-files')
  report.figure('verify-files', files.said)
  report.expect('each row has its file', files.isOk && files.said.includes(`${uploaded * 2} checked`))
  const ledger = runAdmin(restoredEnv, 'verify-audit')
  report.expect(`the ledger is whole (${ledger.said})`, ledger.isOk)
  const checkpoint = runAdmin(restoredEnv, 'checkpoint', '--despite', 'restored in a drill')
  report.expect(`a checkpoint is taken (${checkpoint.said.slice(0, 120)})`, checkpoint.isOk)
  const opened = runAdmin(restoredEnv, 'maintenance', 'off')
  report.expect(`maintenance ends (${opened.said})`, opened.isOk)
  let status = 0
  for (let i = 0; i < 100 && status !== 200; i++) {
    status = (await save()).status
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  report.expect('then changes are taken', status === 200)
  report.expect(
    'and uploads',
    (await uploadSelfie(origin(after.port), people[1] as (typeof people)[0], 500_000)).ok,
  )
  const found = await call(origin(after.port), 'GET', '/api/admin/users?name=Person%209999', {
    cookie: staff?.cookie,
  })
  report.expect('a person of the backup is found', found.ok && (await found.json()).count === 1)
})
