import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '#server/testing/free-port.ts'
import { type Machine, type Part, postgresFolder, program, until } from './machine.ts'
import { rows } from './postgres.ts'

/** One PostgreSQL server of the cluster and its Patroni. */
export interface ClusterNode {
  name: string
  port: number
  /** The port of Patroni's REST API. */
  rest: number
  patroni: Part
  /** Kills the server, and also its Patroni if the whole machine is to fail. */
  kill(what: 'server' | 'machine'): Promise<void>
  /** Starts a killed Patroni again, which brings its server back as a standby. */
  revive(): void
}

export interface Cluster {
  nodes: ClusterNode[]
  /** The connection string of a database, with all servers in it. */
  url(database: string): string
  /** The server that accepts writes now. Throws if none does within a minute. */
  primary(): Promise<ClusterNode>
  /** Waits until all servers are up and a standby confirms what the primary commits. */
  whole(): Promise<void>
}

/** Starts three servers under Patroni and etcd, with a standby confirming each commit. */
export async function startCluster(machine: Machine): Promise<Cluster> {
  const etcd = await startEtcd(machine)
  const nodes: ClusterNode[] = []
  for (const name of ['node-1', 'node-2', 'node-3']) {
    const node = await startNode(machine, name, etcd)
    nodes.push(node)
    // The first node creates the cluster, and the others copy it.
    if (nodes.length === 1) await until('the cluster is made', () => isPrimary(node), { part: node.patroni })
  }
  const cluster: Cluster = {
    nodes,
    url: (database) =>
      `postgres://postgres:none@${nodes.map(({ port }) => `127.0.0.1:${port}`).join(',')}/${database}`,
    primary: () =>
      until('a server takes writes', async () => {
        const found = await Promise.all(nodes.map((node) => isPrimary(node).catch(() => false)))
        return nodes[found.indexOf(true)]
      }),
    async whole() {
      await until(
        'the cluster is whole',
        async () => {
          const { rest } = await cluster.primary()
          // PostgreSQL's own view is not enough: a standby may take over only once Patroni has noted it as
          // synchronous.
          const answer = await fetch(`http://127.0.0.1:${rest}/cluster`)
          const { members } = (await answer.json()) as { members: { role: string; state: string }[] }
          const areThere = members.filter(({ state }) => ['running', 'streaming'].includes(state))
          return areThere.length === nodes.length && members.some(({ role }) => role === 'sync_standby')
        },
        { seconds: 180 },
      )
    },
  }
  await cluster.whole()
  return cluster
}

function urlOf(port: number): string {
  return `postgres://postgres:none@127.0.0.1:${port}/postgres`
}

async function isPrimary({ port }: ClusterNode): Promise<boolean> {
  const [row] = await rows<{ standby: boolean }>(urlOf(port), 'select pg_is_in_recovery() as standby')
  return row?.standby === false
}

async function startEtcd(machine: Machine): Promise<string> {
  const [client, peer] = [await freePort(), await freePort()]
  const at = (port: number) => `http://127.0.0.1:${port}`
  const part = machine.start('etcd', program('etcd', 'etcd-server'), [
    ...['--name', 'etcd', '--data-dir', machine.mkdir('etcd')],
    ...['--listen-client-urls', at(client), '--advertise-client-urls', at(client)],
    ...['--listen-peer-urls', at(peer), '--initial-advertise-peer-urls', at(peer)],
    ...['--initial-cluster', `etcd=${at(peer)}`],
  ])
  await until('etcd answers', () => fetch(`${at(client)}/health`).then(({ ok }) => ok), { part })
  return `127.0.0.1:${client}`
}

async function startNode(machine: Machine, name: string, etcd: string): Promise<ClusterNode> {
  const patroni = program('patroni')
  const folder = machine.mkdir(name, { asPostgres: true })
  const [port, rest] = [await freePort(), await freePort()]
  const data = join(folder, 'data')
  const file = join(machine.folder, `${name}.json`)
  // JSON is valid YAML.
  writeFileSync(file, JSON.stringify(settings({ name, folder, data, port, rest, etcd })))
  const start = () => machine.start(name, patroni, [file], { asPostgres: true, cwd: folder })
  const serverPid = () => Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
  const node: ClusterNode = {
    name,
    port,
    rest,
    patroni: start(),
    async kill(what) {
      const pid = serverPid()
      if (what === 'machine') await node.patroni.kill()
      killIfAlive(pid)
      while (isAlive(pid)) await delay(10)
    },
    revive() {
      if (!node.patroni.isRunning()) node.patroni = start()
    },
  }
  // Patroni starts its server as a separate process, which outlives a killed Patroni.
  machine.onClose(async () => {
    try {
      killIfAlive(serverPid())
    } catch {
      // It was stopped, and its pid file is gone.
    }
  })
  return node
}

function killIfAlive(pid: number): void {
  if (isAlive(pid)) process.kill(pid, 'SIGKILL')
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

interface NodeSettings {
  name: string
  folder: string
  data: string
  port: number
  rest: number
  etcd: string
}

function settings({ name, folder, data, port, rest, etcd }: NodeSettings) {
  const account = { username: 'postgres', password: 'none' }
  return {
    scope: 'verdaccord',
    name,
    restapi: { listen: `127.0.0.1:${rest}`, connect_address: `127.0.0.1:${rest}` },
    etcd3: { hosts: [etcd] },
    bootstrap: {
      dcs: {
        // The lowest value that Patroni accepts: how long a primary may be missing before another takes over.
        ttl: 20,
        loop_wait: 2,
        retry_timeout: 5,
        synchronous_mode: true,
        postgresql: { use_pg_rewind: true, parameters: { max_connections: 200, wal_log_hints: 'on' } },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C' }],
    },
    postgresql: {
      listen: `127.0.0.1:${port}`,
      connect_address: `127.0.0.1:${port}`,
      data_dir: data,
      bin_dir: postgresFolder(),
      pgpass: join(folder, 'pgpass'),
      authentication: { superuser: account, replication: account, rewind: account },
      parameters: { unix_socket_directories: '' },
      pg_hba: ['host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust'],
    },
  }
}
