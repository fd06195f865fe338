import { spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import type { AnyEndpoint } from '#contract/endpoint.ts'
import { ENDPOINTS } from '#contract/endpoints.ts'
import { VARIABLES } from '#server/boot/config-variables.ts'
import { ConfigError, readConfig } from '#server/config.ts'
import manifest from '../package.json' with { type: 'json' }

const root = dirname(import.meta.dirname)
const read = (file: string) => readFileSync(join(import.meta.dirname, file), 'utf8')
const dockerfile = read('Dockerfile')
const compose = read('compose.yaml')
const nginx = read('nginx.conf')
const settings = assignments(read('app.env.example'))
const secrets = assignments(read('.env.example'))
const image = assignments(dockerfile)
const endpoints: readonly AnyEndpoint[] = ENDPOINTS

/** Lines of NAME=value, as in env files and after ENV. */
function assignments(text: string): Record<string, string> {
  const found = text.matchAll(/^(?:ENV)? *([A-Z][A-Z0-9_]*)=(.*?)(?: \\)?$/gm)
  return Object.fromEntries([...found].map(([, name = '', value = '']) => [name, value]))
}

/** What the group of a pattern matched, for all matches. */
function caught(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].flatMap(([, group]) => group ?? [])
}

/** What compose.yaml passes to the application, with its passwords filled in. */
function composeEnvironment(): Record<string, string> {
  const [, block = ''] = /^ {2}environment:\n((?: {4}.*\n)+)/m.exec(compose) ?? []
  const lines = block.replaceAll(/\$\{\w+:\?[^}]*\}/g, 'a-password').matchAll(/^ {4}([A-Z0-9_]+): (.*)$/gm)
  return Object.fromEntries([...lines].map(([, name = '', value = '']) => [name, value]))
}

/** The address that compose.yaml gives a service. */
function addressOf(service: string): string | undefined {
  return new RegExp(`^ {2}${service}:\\n(?: {4}.*\\n)*? +front: \\{ ipv4_address: (\\S+) \\}`, 'm').exec(
    compose,
  )?.[1]
}

test('the image has the Node that package.json pins', () => {
  expect(caught(dockerfile, /^FROM node:([\d.]+)-/gm)).toEqual([
    manifest.dependencies.node,
    manifest.dependencies.node,
  ])
})

test('every image is named by its digest, and each tag by only one digest', () => {
  const images = [...caught(dockerfile, /^FROM (\S+)/gm), ...caught(compose, /^ {4}image: (\S+)$/gm)]
  expect(images.length).toBeGreaterThan(6)
  expect(images.filter((name) => !/^[\w./-]+:[\w.-]+@sha256:[0-9a-f]{64}$/.test(name))).toEqual([])
  const tags = [...new Set(images)].map((name) => name.split('@')[0])
  expect(tags).toEqual([...new Set(tags)])
})

test('the image has every file that the bundled server reads from its sources', () => {
  const copied = caught(dockerfile, /^COPY (server\/\S+) /gm)
  const sources = globSync('server/**/*.ts', { cwd: root }).filter(
    // Demo people and sample lists are never read in production.
    (file) => !/\.test\.ts$|\/testing\/|^server\/demo\//.test(file) && !file.endsWith('sanctions-lists.ts'),
  )
  const files = sources.flatMap((source) =>
    caught(readFileSync(join(root, source), 'utf8'), /new URL\('([^']+)', import\.meta\.url\)/g)
      .filter((path) => !path.endsWith('-worker.ts') && !path.includes('dist/'))
      .map((path) => join(dirname(source), path)),
  )
  expect(files).toContain('server/migrations')
  expect(files.filter((file) => !copied.some((folder) => `${file}/`.startsWith(`${folder}/`)))).toEqual([])
})

test('every variable that is set for the application exists', () => {
  const named = Object.keys({ ...image, ...settings, ...composeEnvironment() })
  expect(named).toContain('DATABASE_URL')
  // MALLOC_ARENA_MAX is the memory allocator's.
  expect(named.filter((name) => name !== 'MALLOC_ARENA_MAX' && !(name in VARIABLES))).toEqual([])
})

test('.env.example has exactly the variables that compose.yaml fills in', () => {
  expect(new Set(caught(compose, /\$\{(\w+):\?/g))).toEqual(new Set(Object.keys(secrets)))
})

test('the examples have no secret, and name everything else that production needs', () => {
  const env = { ...image, ...settings, ...composeEnvironment() }
  const start = (given: Record<string, string>) => readConfig({ ...env, ...given })
  expect(Object.values(secrets).filter(Boolean)).toEqual([])
  expect(() => start({})).toThrow(ConfigError)
  const filled = start({
    OIDC_CLIENT_ID: 'verdaccord',
    DOCUMENT_KEYS: 'k1:p4bMOYOTsVe7jOBBWBD8tfX2lLv1wrwjj2Zd2gYpkLQ=',
    CAPTCHA_KEY: 'Zk1v9QeLr4mTnXw7BsYd2HcUj6GfPa38',
  })
  expect(filled).toMatchObject({
    production: true,
    host: '0.0.0.0',
    bucket: { name: 'documents', endpoint: 'http://storage:7070' },
  })
})

test('the proxy finds the processes at their addresses in compose.yaml, and only it is trusted by them', () => {
  for (const service of ['app-1', 'app-2']) {
    expect(addressOf(service)).toMatch(/^172\./)
    expect(compose).toContain(`"${service}:${addressOf(service)}"`)
    expect(nginx).toContain(`server ${service}:${image.PORT} `)
  }
  expect(dockerfile).toContain(`\nEXPOSE ${image.PORT}\n`)
  expect(composeEnvironment().TRUSTED_PROXIES).toBe(addressOf('proxy'))
})

test('health checks call the path that the application serves', () => {
  const asked = caught(dockerfile + compose, /(\/api\/[\w/-]+)[`"]/g)
  // Whether it is alive: its dependencies may be down, and restarting it would not help.
  expect(asked).toEqual(['/api/health/live', '/api/health/live'])
  expect(asked.filter((path) => !endpoints.some((endpoint) => endpoint.path === path))).toEqual([])
})

test('the proxy accepts the largest body, streams it, and ignores what clients say about their address', () => {
  const largest = Math.max(...endpoints.map(({ bodyLimit }) => bodyLimit ?? 0))
  const [megabytes] = caught(nginx, /client_max_body_size (\d+)m;/g)
  expect(Number(megabytes) * 1024 * 1024).toBeGreaterThan(largest)
  expect(nginx).toContain('proxy_request_buffering off;')
  expect(nginx).toContain('proxy_set_header X-Forwarded-For $remote_addr;')
})

test('a process has more time to stop than it needs', () => {
  const main = readFileSync(join(root, 'server/main.ts'), 'utf8')
  const [stopMs = '0'] = caught(main, /STOP_MS = ([\d_]+)/g)
  const [drainSeconds = '0'] = caught(
    readFileSync(join(root, 'server/config.ts'), 'utf8'),
    /DRAIN_SECONDS \?\? \(production \? (\d+)/g,
  )
  const [graceSeconds] = caught(compose, /stop_grace_period: (\d+)s/g)
  expect(Number(stopMs.replaceAll('_', ''))).toBeGreaterThan(0)
  const mostMs = Number(drainSeconds) * 1000 + Number(stopMs.replaceAll('_', ''))
  expect(Number(graceSeconds) * 1000).toBeGreaterThan(mostMs)
})

/** The services of compose.yaml, each with its own lines. */
function servicesOf(): [string, string][] {
  const [, block = ''] = /^services:\n([\s\S]*?)^networks:/m.exec(compose) ?? []
  return block.split(/^(?= {2}\w[\w-]*:$)/m).flatMap((lines) => {
    const name = /^ {2}([\w-]+):$/m.exec(lines)?.[1]
    const isOurs = lines.includes('<<: *app')
    return name
      ? [[name, isOurs ? lines + (/^x-app:[\s\S]*?(?=^services:)/m.exec(compose)?.[0] ?? '') : lines]]
      : []
  }) as [string, string][]
}

test('each service only has the capabilities that are named, and those that stay have a health check', () => {
  const services = servicesOf()
  expect(services.map(([name]) => name)).toContain('database')
  for (const [name, lines] of services) {
    expect([name, lines.includes('cap_drop: [ALL]')]).toEqual([name, true])
    expect([name, lines.includes('no-new-privileges:true')]).toEqual([name, true])
    // The images of the application, the scanner and the mail catcher have their own health checks.
    const stays = lines.includes('restart: unless-stopped') && !/app-|scanner|mail/.test(name)
    if (stays) expect([name, lines.includes('healthcheck:')]).toEqual([name, true])
  }
})

test('the database’s log is archived completely or not at all, and never overwritten', () => {
  const [, command = ''] = /-carchive_command=(.*)$/m.exec(compose) ?? []
  const folder = mkdtempSync(join(tmpdir(), 'verdaccord-archive-'))
  const archive = (name: string, content: string) => {
    writeFileSync(join(folder, 'segment'), content)
    const filled = command
      .replaceAll('/archive/wal/', `${folder}/`)
      .replaceAll('%f', name)
      .replaceAll('%p', join(folder, 'segment'))
    return spawnSync('sh', ['-c', filled]).status
  }
  expect([
    archive('000000010000000000000001', 'first'),
    archive('000000010000000000000001', 'other'),
  ]).toEqual([0, 1])
  expect(readFileSync(join(folder, '000000010000000000000001'), 'utf8')).toBe('first')
  expect(readdirSync(folder).toSorted()).toEqual(['000000010000000000000001', 'segment'])
  rmSync(folder, { recursive: true })
})

test('the systemd service starts the build’s output, as an account without rights, and has time to stop', () => {
  const unit = read('verdaccord.service')
  const set = Object.fromEntries([...unit.matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]))
  expect(set).toMatchObject({
    User: 'verdaccord',
    ExecStart: '/opt/verdaccord/node_modules/node/bin/node dist/server/main.js',
    CapabilityBoundingSet: '',
    NoNewPrivileges: 'yes',
    ProtectSystem: 'strict',
  })
  const given = caught(unit, /([A-Z][A-Z_]+)=\S+/g).filter((name) => name.includes('_') || name === 'HOST')
  expect(given.filter((name) => name !== 'MALLOC_ARENA_MAX' && !(name in VARIABLES))).toEqual([])
  expect(Number(set.TimeoutStopSec)).toBeGreaterThanOrEqual(15)
  expect(Number.parseInt(set.MemoryMax ?? '', 10)).toBeGreaterThan(0)
})

test('the application has an account of its own at the store, without the administrator’s key', () => {
  const services = new Map(servicesOf())
  const withRootKey = [...services].filter(([, lines]) => lines.includes('STORAGE_ROOT_SECRET'))
  expect(withRootKey.map(([name]) => name)).toEqual(['storage', 'account'])
  const bucket = new URL(composeEnvironment().S3_URL ?? '')
  expect(services.get('account')).toContain(`create-user --access ${bucket.username} --secret`)
  expect(services.get('account')).toContain(`--bucket ${bucket.hostname} --owner ${bucket.username}`)
  expect(services.get('storage')).not.toContain(`ROOT_ACCESS_KEY_ID: ${bucket.username}`)
})

test('the bucket’s rights are those that the store needs, with none over former versions', () => {
  const { Statement: statements } = JSON.parse(read('s3-policy.json')) as {
    Statement: { Effect: string; Action: string | string[] }[]
  }
  const actions = (effect: string) =>
    statements.filter(({ Effect }) => Effect === effect).flatMap(({ Action }) => Action)
  const asked = caught(readFileSync(join(root, 'docs/operations.md'), 'utf8'), /`(s3:\w+)`/g)
  expect(new Set(actions('Allow'))).toEqual(new Set(asked))
  expect(actions('Deny')).toContain('s3:DeleteObjectVersion')
})
