import type { PoolClient } from 'pg'
import type { Database } from '#server/platform/database/database.ts'

export interface LedgerReport {
  checked: number
  /** The first broken event of each lane, and lanes whose end is missing. */
  faults: string[]
}

const BATCH = 5000

/** The first event of each lane without a head; one look at the index for each lane, however many events there are. */
const STRAYS = `
  with recursive lanes as (
    (select lane from events order by lane limit 1)
    union all
    select (select e.lane from events e where e.lane > lanes.lane order by e.lane limit 1)
    from lanes where lanes.lane is not null
  )
  select (select e.id from events e where e.lane = lanes.lane order by e.seq limit 1) as id
  from lanes where lane is not null and not exists (select from event_lanes l where l.lane = lanes.lane)`

/**
 * Walks every lane and recomputes each hash, all at one moment of the ledger: events written meanwhile are not looked
 * at. Gives what was checked and each place where the chain is broken.
 */
export async function verifyLedger(database: Database): Promise<LedgerReport> {
  const client = await database.pool.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    return await verifyLanes(client)
  } finally {
    await client.query('rollback').catch(() => {})
    client.release()
  }
}

async function verifyLanes(client: PoolClient): Promise<LedgerReport> {
  const report: LedgerReport = { checked: 0, faults: [] }
  const lanes = await client.query<{ lane: number; seq: string; hash: Buffer }>(
    'select lane, seq, hash from event_lanes order by lane',
  )
  for (const head of lanes.rows) {
    const end = await verifyLane(client, head.lane, report)
    if (end.seq !== Number(head.seq) || !end.hash.equals(head.hash))
      report.faults.push(`lane ${head.lane}: ends at ${end.seq}, expected ${head.seq}`)
  }
  const strays = await client.query<{ id: string }>(STRAYS)
  for (const { id } of strays.rows) report.faults.push(`event ${id}: its lane has no head`)
  return report
}

async function verifyLane(
  client: PoolClient,
  lane: number,
  report: LedgerReport,
): Promise<{ seq: number; hash: Buffer }> {
  let seq = 0
  let hash: Buffer = Buffer.alloc(0)
  for (;;) {
    const { rows } = await client.query<{
      id: string
      seq: string
      prev_hash: Buffer
      hash: Buffer
      digest: Buffer
    }>(
      'select id, seq, prev_hash, hash, event_digest(e) as digest from events e where lane = $1 and seq > $2 order by seq limit $3',
      [lane, seq, BATCH],
    )
    for (const row of rows) {
      report.checked++
      if (Number(row.seq) !== seq + 1)
        report.faults.push(`event ${row.id}: ${Number(row.seq) - seq - 1} before it are missing`)
      else if (!row.prev_hash.equals(hash))
        report.faults.push(`event ${row.id}: does not follow the one before`)
      else if (!row.digest.equals(row.hash)) report.faults.push(`event ${row.id}: was changed`)
      seq = Number(row.seq)
      hash = row.hash
    }
    if (rows.length < BATCH) return { seq, hash }
  }
}
