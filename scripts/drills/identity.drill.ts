import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '#server/testing/free-port.ts'
import { openPostgres } from '../../server/platform/database/postgres.ts'
import { type Person, seedPeople } from '../../server/reliability/testing/people.ts'
import { drill } from './parts/drill.ts'
import { answersAt, NotInstalled, type Part } from './parts/machine.ts'
import { rows, startPostgres } from './parts/postgres.ts'
import { call, type Env, installationEnv, startServer } from './parts/verdaccord.ts'

// An external identity provider is down, silent and back (security B07), and clocks differ from its own
// (security B15): our processes run with a clock of their own, by libfaketime.
const CLIENT_ID = 'verdaccord'

await drill(async (machine, report) => {
  const library = faketime()
  const postgres = await startPostgres(machine, 'postgres')
  await rows(postgres.url('postgres'), 'create database verdaccord')
  const [port, issuerPort] = [await freePort(), await freePort()]
  const issuer = `http://127.0.0.1:${issuerPort}`
  const origin = `http://127.0.0.1:${port}`
  const startIssuer = async (): Promise<Part> => {
    const file = fileURLToPath(new URL('./parts/issuer.ts', import.meta.url))
    const env = { PORT: String(issuerPort), CLIENT_ID, REDIRECT_URI: `${origin}/api/auth/callback` }
    const part = machine.start('issuer', process.execPath, [file], { env })
    await answersAt(issuerPort, part)
    return part
  }
  let provider = await startIssuer()
  const clock = join(machine.folder, 'clock')
  const setClock = (offset: string) => writeFileSync(clock, offset)
  setClock('+0')
  const env: Env = installationEnv(machine, {
    DATABASE_URL: postgres.url('verdaccord'),
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: CLIENT_ID,
    OIDC_CLIENT_SECRET: 'drill',
    PORT: String(port),
    // The offset is read again at each look at the clock; the monotonic clock stays real.
    LD_PRELOAD: library,
    FAKETIME_TIMESTAMP_FILE: clock,
    FAKETIME_NO_CACHE: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  })
  const server = await startServer(machine, 'app', env)
  const database = openPostgres(postgres.url('verdaccord'), 2)
  machine.onClose(() => database.close())
  const [person] = (await seedPeople(database, { count: 1 })) as [Person]
  const isServed = async () => (await call(origin, 'GET', '/api/auth/profile', person)).status === 200

  const honest = await signIn(origin)
  report.figure('a sign-in at a provider of another process', figureText(honest))
  report.expect('it succeeds', honest.isSignedIn)

  const away = await signIn(origin, () => provider.kill())
  report.figure('the provider is killed while someone is at it', figureText(away))
  report.expect('B07 it ends on the error page within 10 s', away.status === '502' && away.ms <= 10_000)
  report.expect('B07 who is signed in notices nothing', await isServed())
  provider = await startIssuer()
  const back = await signIn(origin)
  report.figure('the provider is back, with new keys', figureText(back))
  report.expect('B07 sign-in works without a restart', back.isSignedIn)

  const silent = await signIn(origin, () => process.kill(provider.pid, 'SIGSTOP'))
  report.figure('it is silent from then on', figureText(silent))
  report.expect('B07 it ends on the error page within 10 s', silent.status === '502' && silent.ms <= 10_000)
  report.expect('B07 who is signed in notices nothing', await isServed())
  process.kill(provider.pid, 'SIGCONT')
  report.expect('B07 it works once the provider answers again', (await signIn(origin)).isSignedIn)

  for (const [offset, isTaken] of [
    ['-20', true],
    ['+20', true],
    ['-600', false],
    ['+4000', false],
  ] as const) {
    setClock(offset)
    const result = await signIn(origin)
    report.figure(`B15 our clock is ${offset} s from the provider's`, figureText(result))
    report.expect(
      `B15 the sign-in is ${isTaken ? 'taken' : 'refused in words'}`,
      isTaken ? result.isSignedIn : ['400', '502'].includes(result.status),
    )
  }
  setClock('+0')
  const until = async () =>
    (
      await rows<{ at: Date }>(postgres.url('verdaccord'), 'select max(expires_at) as at from sessions')
    )[0]?.at.getTime()
  const fresh = await signIn(origin)
  const before = await until()
  setClock('-3600')
  const own = await call(origin, 'GET', '/api/auth/profile', { cookie: fresh.cookie })
  report.figure('B15 the clock steps back by an hour', `a session is answered ${own.status}`)
  report.expect('B15 no session is made longer', (await until()) === before)
  setClock('+32400')
  const later = await call(origin, 'GET', '/api/auth/profile', { cookie: fresh.cookie })
  report.expect('B15 and nine hours later by the clock it has ended', later.status === 401)
  setClock('+0')
  report.expect('our process still runs', server.part.isRunning())
  report.expect('and serves', await isServed())
})

interface SignIn {
  isSignedIn: boolean
  /** The status shown on the error page. */
  status: string
  ms: number
  cookie: string
}

/**
 * Follows a sign-in as a browser does, to the provider and back to us. `onTheWayBack` runs before we receive
 * the callback.
 */
async function signIn(origin: string, onTheWayBack?: () => unknown): Promise<SignIn> {
  const jar = new Map<string, Map<string, string>>()
  const startedAt = performance.now()
  let url = `${origin}/api/auth/login`
  for (let step = 0; step < 12; step++) {
    const { host, origin: at, searchParams, pathname } = new URL(url)
    if (pathname === '/error')
      return {
        isSignedIn: false,
        status: searchParams.get('status') ?? '',
        ms: performance.now() - startedAt,
        cookie: '',
      }
    const cookies = jar.get(host) ?? new Map<string, string>()
    jar.set(host, cookies)
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    if (pathname === '/api/auth/callback') await onTheWayBack?.()
    const answer = await fetch(url, {
      redirect: 'manual',
      headers: { cookie },
      signal: AbortSignal.timeout(30_000),
    })
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
    }
    const next = answer.headers.get('location')
    const session = cookies.get('session')
    if (at === origin && session)
      return { isSignedIn: true, status: '', ms: performance.now() - startedAt, cookie: `session=${session}` }
    if (!next)
      return {
        isSignedIn: false,
        status: String(answer.status),
        ms: performance.now() - startedAt,
        cookie: '',
      }
    url = new URL(next, url).href
  }
  throw new Error('The sign-in went in circles')
}

function figureText({ isSignedIn, status, ms }: SignIn): string {
  return `${isSignedIn ? 'signed in' : `error page ${status}`} after ${(ms / 1000).toFixed(1)} s`
}

function faketime(): string {
  for (const folder of readdirSync('/usr/lib')) {
    const file = join('/usr/lib', folder, 'faketime/libfaketimeMT.so.1')
    if (existsSync(file)) return file
  }
  throw new NotInstalled('libfaketime is not installed. On Debian: apt-get install faketime')
}
