import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { S3Client } from '@aws-sdk/client-s3'
import { freePort } from '#server/testing/free-port.ts'
import { type Machine, type Part, program, until } from './machine.ts'

/** Ceph's S3 gateway. */
export interface GatewayPart {
  part: Part
  endpoint: string
  /** The address of a bucket, in the form `S3_URL` takes. */
  url(bucket: string): string
  /** The account that the gateway was set up with. */
  credentials: { accessKeyId: string; secretAccessKey: string }
  /** Starts the gateway again after a crash; what it has stored is still there. */
  restart(): Promise<void>
}

/** Returns a client of the gateway's own account, for what the product itself never does with a bucket. */
export function clientOfGateway({ endpoint, credentials }: GatewayPart): S3Client {
  return new S3Client({ region: 'default', endpoint, forcePathStyle: true, credentials })
}

/** Starts a monitor, an object store in memory and the gateway: a complete Ceph without redundancy. */
export async function startGateway(machine: Machine): Promise<GatewayPart> {
  const [monitor, store, gateway, ceph, admin] = [
    program('ceph-mon'),
    program('ceph-osd'),
    program('radosgw'),
    program('ceph', 'ceph-common'),
    program('radosgw-admin', 'ceph-common'),
  ]
  const folder = machine.mkdir('ceph')
  for (const name of ['mon', 'osd', 'run', 'gateway']) machine.mkdir(`ceph/${name}`)
  const [newer, older, port] = [await freePort(), await freePort(), await freePort()]
  const file = join(folder, 'ceph.conf')
  const fsid = randomUUID()
  const address = `[v2:127.0.0.1:${newer},v1:127.0.0.1:${older}]`
  writeFileSync(
    file,
    `[global]\n${Object.entries(settings(folder, fsid, address))
      .map(([name, value]) => `${name} = ${value}\n`)
      .join('')}`,
  )
  const run = (command: string, ...args: string[]) =>
    execFileSync(command, ['-c', file, ...args], { cwd: folder, stdio: 'pipe', timeout: 60_000 }).toString()

  execFileSync(
    program('monmaptool', 'ceph-common'),
    ['--create', '--fsid', fsid, '--addv', 'a', address, join(folder, 'monmap')],
    { stdio: 'pipe' },
  )
  run(monitor, '--mkfs', '-i', 'a', '--monmap', join(folder, 'monmap'))
  const mon = machine.start('ceph-mon', monitor, ['-c', file, '-f', '-i', 'a'])
  await until(
    'the monitor answers',
    async () => run(ceph, '--connect-timeout', '3', 'mon', 'stat').includes('leader'),
    { part: mon },
  )

  const uuid = randomUUID()
  run(ceph, 'osd', 'new', uuid)
  run(store, '-i', '0', '--mkfs', '--osd-uuid', uuid)
  run(ceph, 'osd', 'crush', 'add', 'osd.0', '1', 'root=default', 'host=one')
  const osd = machine.start('ceph-osd', store, ['-c', file, '-f', '-i', '0'])
  await until('the store of objects is up', async () => run(ceph, 'osd', 'stat').includes('1 up'), {
    part: osd,
  })

  const endpoint = `http://127.0.0.1:${port}`
  const startOne = async () => {
    const part = machine.start('radosgw', gateway, [
      ...['-c', file, '-f', '-n', 'client.gateway', '--rgw-data', join(folder, 'gateway')],
      ...['--rgw-frontends', `beast endpoint=127.0.0.1:${port}`],
    ])
    await until('the gateway answers', () => fetch(endpoint).then(({ ok }) => ok), { part, seconds: 60 })
    return part
  }
  const part = await startOne()
  const credentials = { accessKeyId: 'verdaccord', secretAccessKey: randomUUID().replaceAll('-', '') }
  run(
    admin,
    'user',
    'create',
    '--uid=verdaccord',
    '--display-name=Verdaccord',
    `--access-key=${credentials.accessKeyId}`,
    `--secret-key=${credentials.secretAccessKey}`,
  )
  const made: GatewayPart = {
    part,
    endpoint,
    credentials,
    async restart() {
      made.part = await startOne()
    },
    url: (bucket) =>
      `s3://${credentials.accessKeyId}:${credentials.secretAccessKey}@${bucket}?region=default&endpoint=${encodeURIComponent(endpoint)}`,
  }
  return made
}

function settings(folder: string, fsid: string, address: string): Record<string, string | number | boolean> {
  return {
    fsid,
    mon_host: address,
    auth_cluster_required: 'none',
    auth_service_required: 'none',
    auth_client_required: 'none',
    // The gateway's default needs keys, and there are none here.
    ms_mon_client_mode: 'crc',
    public_addr: '127.0.0.1',
    cluster_addr: '127.0.0.1',
    osd_pool_default_size: 1,
    osd_pool_default_min_size: 1,
    osd_pool_default_pg_num: 8,
    osd_crush_chooseleaf_type: 0,
    mon_allow_pool_size_one: true,
    mon_max_pg_per_osd: 1000,
    mon_data: join(folder, 'mon'),
    osd_data: join(folder, 'osd'),
    osd_objectstore: 'memstore',
    memstore_device_bytes: 4 * 1024 ** 3,
    run_dir: join(folder, 'run'),
    admin_socket: '',
    log_file: join(folder, '$name.log'),
  }
}
