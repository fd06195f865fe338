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
  /** The end of what it has printed. */
  said(): string
  /** Kills it as a crash would, and waits until it is gone. */
  kill(): Promise<void>
  /** Asks it to stop, and kills it if it takes too long. */
  stop(): Promise<void>
}

interface StartOptions {
  env?: Record<string, string>
  /** Runs as PostgreSQL's account, because the part refuses to run as root. */
  asPostgres?: boolean
  stopSignal?: NodeJS.Signals
  cwd?: string
}

const STOP_MS = 20_000

/** Where a drill puts its parts: a temporary folder and loopback ports. All of it is gone once `close` is done. */
export class Machine {
  readonly folder: string
  readonly #parts: Part[] = []
  readonly #closers: (() => Promise<void>)[] = []

  constructor() {
    this.folder = mkdtempSync(join(tmpdir(), 'verdaccord-drill-'))
    chmodSync(this.folder, 0o755)
  }

  /** Makes a folder, owned by PostgreSQL's account if the part runs as that. */
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

  /** Registers work for the end of the drill, after its parts are stopped: for what a part leaves running. */
  onClose(work: () => Promise<void>): void {
    this.#closers.push(work)
  }

  async close(): Promise<void> {
    for (const part of this.#parts.toReversed()) await part.stop()
    for (const close of this.#closers.toReversed()) await close()
    // KEEP=1 keeps the logs of all parts for inspection.
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

/** PostgreSQL's account, or undefined if not root: PostgreSQL and PgBouncer refuse to run as root. */
export function postgresAccount(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const [, , uid, gid] = /^(postgres):[^:]*:(\d+):(\d+)/m.exec(readFileSync('/etc/passwd', 'utf8')) ?? []
  return { uid: Number(uid), gid: Number(gid) }
}

/** The full path of a program. If it is not installed, throws which Debian package has it. */
export function program(name: string, debianPackage = name): string {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', postgresFolder()]
  const found = folders.map((folder) => join(folder, name)).find((path) => existsSync(path))
  if (!found) throw new NotInstalled(`${name} is not installed. On Debian: apt-get install ${debianPackage}`)
  return found
}

/** The drill needs a part that this machine does not have. */
export class NotInstalled extends Error {}

/** Where Debian has the programs of the newest PostgreSQL. */
export function postgresFolder(): string {
  const home = '/usr/lib/postgresql'
  const [newest = '15'] = existsSync(home) ? readdirSync(home).sort((a, b) => Number(b) - Number(a)) : []
  return join(home, newest, 'bin')
}

/** Runs a program to its end, as PostgreSQL's account. Throws with its output if it fails. */
export function runAsPostgres(name: string, args: string[], env: Record<string, string> = {}): void {
  const options = { env: { PATH: process.env.PATH, LANG: 'C', ...env }, ...postgresAccount(), cwd: '/' }
  execFileSync(program(name, 'postgresql'), args, { ...options, stdio: 'pipe' })
}

/** Repeats `ask` until there is an answer. On timeout, throws the last failure with the part's output. */
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

/** Waits until something listens on a loopback port. */
export function answersAt(port: number, part: Part): Promise<boolean> {
  const connected = () =>
    new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true))
      socket.on('error', () => resolve(false))
      socket.on('connect', () => socket.destroy())
    })
  return until(`${part.name} listens`, connected, { part })
}
