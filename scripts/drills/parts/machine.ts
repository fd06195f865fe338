import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

/** A part that a drill has started. */
export interface Part {
  name: string
  pid: number
  isRunning(): boolean
  /** What it has printed of late. */
  said(): string
  /** Ends it as a crash would, and waits until it is gone. */
  kill(): Promise<void>
  /** Asks it to stop, and ends it after a while. */
  stop(): Promise<void>
}

interface StartOptions {
  env?: Record<string, string>
  /** Run as the account of PostgreSQL, because the part refuses to run as root. */
  asPostgres?: boolean
  stopSignal?: NodeJS.Signals
  cwd?: string
}

const STOP_MS = 20_000

/** Where a drill puts its parts: a temporary folder and ports of loopback. All of it is gone when `close` is done. */
export class Machine {
  readonly folder: string
  readonly #parts: Part[] = []
  readonly #closers: (() => Promise<void>)[] = []

  constructor() {
    this.folder = mkdtempSync(join(tmpdir(), 'verdaccord-drill-'))
    chmodSync(this.folder, 0o755)
  }

  /** Makes a folder; for a part that runs as the account of PostgreSQL one of its own. */
  mkdir(name: string, { asPostgres = false } = {}): string {
    const path = join(this.folder, name)
    mkdirSync(path, { recursive: true, mode: asPostgres ? 0o700 : 0o755 })
    const account = asPostgres ? postgresAccount() : undefined
    if (account) chownSync(path, account.uid, account.gid)
    return path
  }

  start(name: string, command: string, args: string[], options: StartOptions = {}): Part {
    const log = join(this.folder, `${name}.log`)
    const out = openSync(log, 'a')
    const child = spawn(command, args, {
      cwd: options.cwd ?? this.folder,
      env: { PATH: `${process.env.PATH}${delimiter}/usr/sbin`, LANG: 'C', ...options.env },
      stdio: ['ignore', out, out],
      ...(options.asPostgres && postgresAccount()),
    })
    const part: Part = {
      name,
      pid: child.pid ?? 0,
      isRunning: () => child.exitCode === null && child.signalCode === null,
      said: () => readFileSync(log, 'utf8').slice(-3000),
      kill: () => end(child, 'SIGKILL'),
      stop: () => end(child, options.stopSignal ?? 'SIGTERM'),
    }
    this.#parts.push(part)
    return part
  }

  /** Also done when the drill is over, after its parts are stopped: for what a part leaves running. */
  onClose(work: () => Promise<void>): void {
    this.#closers.push(work)
  }

  async close(): Promise<void> {
    for (const part of this.#parts.toReversed()) await part.stop()
    for (const close of this.#closers.toReversed()) await close()
    // KEEP=1 leaves the logs of all parts to be looked at.
    if (process.env.KEEP === '1') console.log(`The logs are in ${this.folder}`)
    else rmSync(this.folder, { recursive: true, force: true })
  }
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill(signal)
  const late = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
  await ended
  clearTimeout(late)
}

/** PostgreSQL and PgBouncer refuse to run as root. */
export function postgresAccount(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const [, , uid, gid] = /^(postgres):[^:]*:(\d+):(\d+)/m.exec(readFileSync('/etc/passwd', 'utf8')) ?? []
  return { uid: Number(uid), gid: Number(gid) }
}

/** The whole path of a program. Throws which of Debian's packages has it when it is not installed. */
export function program(name: string, debianPackage = name): string {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', postgresFolder()]
  const found = folders.map((folder) => join(folder, name)).find((path) => existsSync(path))
  if (!found) throw new NotInstalled(`${name} is not installed. On Debian: apt-get install ${debianPackage}`)
  return found
}

/** A drill needs a part that this machine does not have. */
export class NotInstalled extends Error {}

/** Where Debian keeps the programs of the newest PostgreSQL. */
export function postgresFolder(): string {
  const home = '/usr/lib/postgresql'
  const [newest = '15'] = existsSync(home) ? readdirSync(home).sort((a, b) => Number(b) - Number(a)) : []
  return join(home, newest, 'bin')
}

/** Runs a program to its end, as the account of PostgreSQL. Throws what it printed. */
export function runAsPostgres(name: string, args: string[], env: Record<string, string> = {}): void {
  const options = { env: { PATH: process.env.PATH, LANG: 'C', ...env }, ...postgresAccount(), cwd: '/' }
  execFileSync(program(name, 'postgresql'), args, { ...options, stdio: 'pipe' })
}

/** Asks until the answer is there. Throws the last failure, with what a part has said, when it takes too long. */
export async function until<T>(
  what: string,
  ask: () => Promise<T | undefined | false>,
  { seconds = 60, part }: { seconds?: number; part?: Part } = {},
): Promise<T> {
  const deadline = performance.now() + seconds * 1000
  let last: unknown
  while (performance.now() < deadline) {
    const answer = await ask().catch((error: unknown) => {
      last = error
    })
    if (answer) return answer
    if (part && !part.isRunning()) break
    await delay(100)
  }
  throw new Error(`${what}: not within ${seconds} s. ${last ?? ''}\n${part?.said() ?? ''}`)
}

/** Waits until something listens at a port of loopback. */
export function answersAt(port: number, part: Part): Promise<boolean> {
  const connected = () =>
    new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true))
      socket.on('error', () => resolve(false))
      socket.on('connect', () => socket.destroy())
    })
  return until(`${part.name} listens`, connected, { part })
}
