import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '#server/testing/free-port.ts'
import { type Machine, type Part, until } from './machine.ts'

/** One of our server processes. */
export interface ServerPart {
  part: Part
  port: number
  /** From its start to its first answer, in ms. */
  readyMs: number
}

export type Env = Record<string, string>

export interface CallOptions {
  cookie?: string
  /** An object is sent as JSON, a FormData as multipart. */
  body?: object
  headers?: Record<string, string>
}

/**
 * The settings shared by all processes of an installation. Sign-in is at an external provider, so the drill
 * issues sessions itself.
 */
export function installationEnv(machine: Machine, env: Env): Env {
  return {
    DATA_DIR: machine.mkdir('data'),
    DEMO: '0',
    CAPTCHA: 'off',
    RATE_LIMIT_FACTOR: '10000',
    LOG_LEVEL: 'error',
    DOCUMENT_KEYS: `drill:${randomBytes(32).toString('base64')}`,
    CAPTCHA_KEY: randomBytes(32).toString('base64'),
    OIDC_ISSUER: 'http://127.0.0.1:9/',
    OIDC_CLIENT_ID: 'verdaccord',
    ...env,
  }
}

/** The root folder of these sources. */
export const OUR_SOURCES = fileURLToPath(new URL('../../..', import.meta.url))

/**
 * Starts one of our processes from these sources or those of another release, and waits until it serves. Throws
 * with its output if it does not.
 */
export async function startServer(
  machine: Machine,
  name: string,
  env: Env,
  sources = OUR_SOURCES,
): Promise<ServerPart> {
  const port = Number(env.PORT ?? (await freePort()))
  const main = join(sources, 'server/main.ts')
  const startedAt = performance.now()
  const part = machine.start(name, process.execPath, [main], {
    env: { PUBLIC_URL: `http://127.0.0.1:${port}`, ...env, PORT: String(port) },
  })
  await until(
    `${name} serves`,
    () => fetch(`http://127.0.0.1:${port}/api/health/live`).then(({ ok }) => ok),
    { part },
  )
  return { part, port, readyMs: performance.now() - startedAt }
}

/** Makes a call as our own pages do. */
export function call(
  origin: string,
  method: string,
  path: string,
  options: CallOptions = {},
): Promise<Response> {
  const { cookie, body, headers } = options
  const isForm = body instanceof FormData
  return fetch(origin + path, {
    method,
    redirect: 'manual',
    headers: {
      'sec-fetch-site': 'same-origin',
      ...(cookie && { cookie }),
      ...(body && !isForm && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
    signal: AbortSignal.timeout(120_000),
  })
}

/** Runs an operator's command to its end. */
export function runAdmin(env: Env, ...args: string[]): { isOk: boolean; said: string } {
  const script = join(OUR_SOURCES, 'server/admin.ts')
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], {
    env,
    encoding: 'utf8',
    cwd: tmpdir(),
  })
  return { isOk: status === 0, said: `${stdout}${stderr}`.trim().replaceAll('\n', ' ') }
}
