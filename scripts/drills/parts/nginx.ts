import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '#server/testing/free-port.ts'
import { type Machine, type Part, program, until } from './machine.ts'

/** The proxy, configured by `deploy/nginx.conf`. */
export interface NginxPart {
  part: Part
  version: string
}

/** The address of the proxy, known before it starts because the processes behind it need it for their links. */
export async function proxyOrigin(): Promise<string> {
  return `https://localhost:${await freePort()}`
}

/**
 * Starts nginx with `deploy/nginx.conf` in front of processes on these ports. Only locations are replaced: its
 * own ports, the certificate, the log and the addresses of the processes.
 */
export async function startNginx(machine: Machine, origin: string, ports: number[]): Promise<NginxPart> {
  const nginx = program('nginx')
  const folder = machine.mkdir('nginx')
  const [certificate, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')]
  execFileSync(
    program('openssl'),
    [
      ...[
        'req',
        '-x509',
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:prime256v1',
        '-nodes',
        '-days',
        '2',
      ],
      ...['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-out', certificate],
      ...['-keyout', key],
    ],
    { stdio: 'pipe' },
  )
  // The certificate was just made here, and nothing leaves this machine.
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'

  const site = readFileSync(fileURLToPath(new URL('../../../deploy/nginx.conf', import.meta.url)), 'utf8')
  const places: [RegExp, string][] = [
    [/listen 80 /, `listen 127.0.0.1:${await freePort()} `],
    [/listen 443 /, `listen 127.0.0.1:${new URL(origin).port} `],
    [
      / {4}server app-1:3000(.*)\n {4}server app-2:3000.*\n/,
      ports.map((port) => `    server 127.0.0.1:${port}$1\n`).join(''),
    ],
    [/\/etc\/nginx\/tls\/fullchain\.pem/, certificate],
    [/\/etc\/nginx\/tls\/privkey\.pem/, key],
    [/\/var\/log\/nginx/, folder],
  ]
  for (const [what] of places) if (!what.test(site)) throw new Error(`deploy/nginx.conf has no ${what}`)
  const placed = places.reduce((text, [what, place]) => text.replace(what, place), site)
  writeFileSync(join(folder, 'site.conf'), placed)
  const file = join(folder, 'nginx.conf')
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  )
  writeFileSync(
    file,
    `daemon off; worker_processes 2; pid ${folder}/pid; events { worker_connections 4096; }\n` +
      `http { ${temporary.join(' ')} include site.conf; }\n`,
  )
  const asked = ['-c', file, '-p', folder, '-e', join(folder, 'error.log')]
  execFileSync(nginx, ['-t', ...asked], { stdio: 'pipe' })
  const part = machine.start('nginx', nginx, asked, { stopSignal: 'SIGQUIT' })
  await until('nginx answers', () => fetch(`${origin}/api/health/live`).then(({ ok }) => ok), { part })
  const { stderr } = spawnSync(nginx, ['-v'], { encoding: 'utf8' })
  return { part, version: stderr.trim().replace('nginx version: ', '') }
}
