import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '#server/testing/free-port.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const TICKS_PER_SECOND = 100
const START_LIMIT_MS = 60_000

/** A server under measurement, in its own process. */
export interface ServerProcess {
  pid: number
  port: number
  /** From starting the process to its first answer. */
  startMs: number
  /** Processor time used so far, by all its threads. */
  cpuMs(): number
  /** Memory held now, and the peak. */
  memory(): { rss: number; peak: number }
  /** Resets the peak of memory. */
  resetPeak(): void
  stop(): Promise<void>
}

interface ProductOptions {
  databaseUrl: string
  env?: Record<string, string>
}

/** Settings for a browser on this machine, which reaches the server without https. */
export const LOCAL = { NODE_ENV: 'development', PUBLIC_URL: '', DEMO: '0' }

/**
 * Starts the product from its built bundle as production runs it, with everything on; only its limits are
 * raised so that they don't end the measurement. Its log goes to a file.
 */
export function startProduct({ databaseUrl, env = {} }: ProductOptions): Promise<ServerProcess> {
  return start(join(root, 'dist/server/main.js'), '/api/health/live', (port, folder) => ({
    NODE_ENV: 'production',
    PORT: String(port),
    // Only a loopback address may have limits this wide.
    PUBLIC_URL: 'https://localhost',
    DATABASE_URL: databaseUrl,
    DATA_DIR: join(folder, 'data'),
    OIDC_ISSUER: 'https://id.verdaccord.example/',
    OIDC_CLIENT_ID: 'bench',
    DOCUMENT_KEYS: `bench:${randomBytes(32).toString('base64')}`,
    CAPTCHA_KEY: randomBytes(32).toString('base64'),
    SMTP_URL: 'smtp://127.0.0.1:9',
    SANCTIONS_FETCH: 'off',
    RATE_LIMIT_FACTOR: '10000',
    ...env,
  }))
}

/** Starts a bare program of bench/programs, which takes PORT and DATABASE_URL from its environment. */
export function startProgram(
  name: string,
  { databaseUrl = '', env = {} }: Partial<ProductOptions> = {},
): Promise<ServerProcess> {
  return start(join(root, 'bench/programs', `${name}.mjs`), '/', (port, folder) => ({
    NODE_ENV: 'production',
    PORT: String(port),
    DATABASE_URL: databaseUrl,
    DATA_DIR: folder,
    ...env,
  }))
}

async function start(
  file: string,
  readyPath: string,
  envOf: (port: number, folder: string) => Record<string, string>,
): Promise<ServerProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'verdaccord-bench-'))
  const port = await freePort()
  const log = openSync(join(folder, 'log'), 'w')
  const startedAt = performance.now()
  const child = spawn(process.execPath, [file], {
    cwd: folder,
    env: { PATH: process.env.PATH, ...envOf(port, folder) },
    stdio: ['ignore', log, log],
  })
  const said = () => readFileSync(join(folder, 'log'), 'utf8').slice(-2000)
  while (!(await answers(port, readyPath))) {
    if (child.exitCode !== null) throw new Error(`${file} ended:\n${said()}`)
    if (performance.now() - startedAt > START_LIMIT_MS) {
      child.kill('SIGKILL')
      throw new Error(`${file} did not answer:\n${said()}`)
    }
  }
  const startMs = performance.now() - startedAt
  return {
    // A process that answers has one.
    pid: child.pid as number,
    port,
    startMs,
    cpuMs: () => cpuMsOf(child),
    memory: () => ({ rss: statusOf(child, 'VmRSS'), peak: statusOf(child, 'VmHWM') }),
    resetPeak: () => resetPeak(child),
    async stop() {
      child.kill('SIGTERM')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Whether the server gives a complete answer; retries shortly after a refused connection. */
function answers(port: number, path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('connect', () =>
      socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`),
    )
    socket.on('data', () => {
      resolve(true)
      socket.destroy()
    })
    socket.on('error', () => setTimeout(() => resolve(false), 1))
  })
}

function cpuMsOf(child: ChildProcess): number {
  const text = readFileSync(`/proc/${child.pid}/stat`, 'utf8')
  // The second field is the program's name in brackets and may contain spaces.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return ((Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND) * 1000
}

function statusOf(child: ChildProcess, name: string): number {
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) * 1024
}

function resetPeak(child: ChildProcess): void {
  writeFileSync(`/proc/${child.pid}/clear_refs`, '5')
}
