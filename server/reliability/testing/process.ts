import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { atEndOfFile } from '#server/testing/end-of-file.ts'
import { freePort } from '#server/testing/free-port.ts'

export type Env = Record<string, string>

export type ScriptName = 'main' | 'admin'

export interface Exit {
  code: number | null
  signal: NodeJS.Signals | null
  /** Standard output and error together. */
  output: string
}

export interface RunningProcess {
  pid: number
  output(): string
  exited: Promise<Exit>
  /** Ends it like a crash, and waits until it is gone. */
  kill(): Promise<Exit>
  /** Asks it to stop, and returns how it ended. */
  stop(): Promise<Exit>
}

export interface RunningServer extends RunningProcess {
  url: string
  /** A call from our own pages; with `cookie` on behalf of its owner. */
  call(method: string, path: string, options?: CallOptions): Promise<Response>
}

export interface CallOptions {
  cookie?: string
  /** An object is sent as JSON, a form as multipart. */
  body?: object
  headers?: Record<string, string>
  signal?: AbortSignal
}

const READY_LINE = 'Verdaccord is ready at '
const READY_WITHIN_MS = 180_000

/** Starts the server as `npm start` does and waits for its ready line. Throws its output if it ends instead. */
export async function startServer(env: Env): Promise<RunningServer> {
  const port = env.PORT ?? String(await freePort())
  const url = env.PUBLIC_URL ?? `http://127.0.0.1:${port}`
  const running = startScript('main', [], { ...env, PORT: port, PUBLIC_URL: url })
  await saysReady(running)
  return { ...running, url, call: callTo(url) }
}

/**
 * Starts one of the server's scripts with exactly this environment: as in production if the build was just made
 * (`npm test`), which also starts in a fifth of the time, otherwise from the source.
 */
export function startScript(name: ScriptName, args: string[], env: Env): RunningProcess {
  const script = process.env.TEST_SERVER === 'built' ? `../../../dist/server/${name}.js` : `../../${name}.ts`
  // Outside the repository, so that a developer's .env isn't read.
  const child = spawn(process.execPath, [fileURLToPath(new URL(script, import.meta.url)), ...args], {
    env,
    cwd: tmpdir(),
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  const exited = once(child, 'close').then(([code, signal]): Exit => ({ code, signal, output }))
  const end = (signal: 'SIGKILL' | 'SIGTERM') => {
    child.kill(signal)
    return exited
  }
  // A failing test leaves no process behind.
  atEndOfFile(() => end('SIGKILL'))
  return {
    pid: child.pid ?? 0,
    output: () => output,
    exited,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  }
}

/** Runs one of the server's scripts to its end. */
export function runScript(name: ScriptName, args: string[], env: Env): Promise<Exit> {
  return startScript(name, args, env).exited
}

/** Waits until a started server is ready. Throws its output if it ends instead or takes too long. */
export async function saysReady(running: RunningProcess): Promise<void> {
  const deadline = performance.now() + READY_WITHIN_MS
  let ended = false
  void running.exited.then(() => {
    ended = true
  })
  while (!running.output().includes(READY_LINE)) {
    if (ended) throw new Error(`The server ended before it was ready:\n${running.output()}`)
    if (performance.now() > deadline) throw new Error(`The server was not ready:\n${running.output()}`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

function callTo(url: string): RunningServer['call'] {
  return (method, path, { cookie, body, headers, signal } = {}) =>
    fetch(url + path, {
      method,
      redirect: 'manual',
      headers: {
        'sec-fetch-site': 'same-origin',
        ...(cookie && { cookie }),
        ...(body && !(body instanceof FormData) && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body && { body: body instanceof FormData ? body : JSON.stringify(body) }),
      ...(signal && { signal }),
    })
}
