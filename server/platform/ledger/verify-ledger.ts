import type { Database } from '#server/platform/database/database.ts'
import {
  bytesOf,
  EVENT_COLUMNS,
  eventDigest,
  readAsWritten,
  timeOf,
  type WrittenEvent,
} from './event-digest.ts'
import { guardFaults } from './ledger-guards.ts'

/** The end of a lane, or how far it was verified. */
export interface LaneEnd {
  lane: number
  seq: number
  hash: Buffer
}

/** The end that a lane had when a checkpoint was taken. */
export interface Pin extends LaneEnd {
  /** The first checkpoint with this end. */
  checkpoint: number
  /** When the last one with this end was taken. */
  takenAt: Date
}

export interface LedgerReport {
  checked: number
  /** The first broken event of each lane, and lanes whose end is missing. */
  faults: string[]
  /** The ends of all lanes when the verification began. */
  ends: LaneEnd[]
  /** How far each lane was verified; less than its end if `most` was reached. */
  verified: LaneEnd[]
}

interface Check {
  /** How far lanes were verified before; reading starts there. From the beginning if undefined. */
  from?: readonly LaneEnd[]
  /** The ends that lanes had, oldest first within each lane. */
  pins?: readonly Pin[]
  /** About how many events to read at most. */
  most?: number
}

const BATCH = 5000
/** A job's run and the clocks of several machines lie between when something happens and when it is written. */
const LATE_MS = 3_600_000
/** Beyond every event's number: the event with the starting number was read before. */
const LAST_ID = '9223372036854775807'
const START = { seq: 0, hash: Buffer.alloc(0) }

/** The last event of each lane, by one index look-up each, with the head that says where it ends. */
const ENDS = {
  text: `
  with recursive lanes as (
    (select lane from public.events order by lane limit 1)
    union all
    select (select e.lane from public.events e where e.lane > lanes.lane order by e.lane limit 1)
    from lanes where lanes.lane is not null
  )
  select lanes.lane, head.seq as expected, last.seq,
    (select e.id from public.events e where e.lane = lanes.lane order by e.seq limit 1) as first
  from lanes
  cross join lateral (select e.seq from public.events e where e.lane = lanes.lane order by e.seq desc limit 1) last
  left join public.event_lanes head on head.lane = lanes.lane
  where lanes.lane is not null and (head.seq is null or last.seq > head.seq)`,
  gives: { lane: 'int4', expected: 'int8?', seq: 'int8', first: 'int8?' },
} as const

/**
 * Walks every lane and computes each hash here, ignoring events written after it began. Returns what was
 * verified and each place where the chain is broken or differs from a checkpoint.
 */
export async function verifyLedger(
  database: Database,
  { from = [], pins = [], most = Number.POSITIVE_INFINITY }: Check = {},
): Promise<LedgerReport> {
  const heads = await readAsWritten(database, {
    text: 'select lane, seq, hash from public.event_lanes order by lane',
    gives: { lane: 'int4', seq: 'int8', hash: 'bytea' },
  })
  const ends = heads.map((row) => ({
    lane: Number(row.lane),
    seq: Number(row.seq),
    hash: bytesOf(row.hash),
  }))
  const report: LedgerReport = { checked: 0, faults: await guardFaults(database), ends, verified: [] }
  report.faults.push(...(await pinFaults(database, pins, ends)))
  const pinsOf = Map.groupBy(pins, ({ lane }) => lane)
  for (const end of ends) {
    const start = from.find(({ lane }) => lane === end.lane) ?? { lane: end.lane, ...START }
    const walk = { start, end, pins: pinsOf.get(end.lane) ?? [], most }
    report.verified.push(await verifyLane(database, walk, report))
  }
  for (const row of await readAsWritten(database, ENDS))
    report.faults.push(
      row.expected === null
        ? `event ${row.first}: its lane has no head`
        : `lane ${row.lane}: ends at ${row.seq}, expected ${row.expected}`,
    )
  return report
}

/** Reads a lane up to its end, and returns how far. */
async function verifyLane(
  database: Database,
  { start, end, pins, most }: { start: LaneEnd; end: LaneEnd; pins: readonly Pin[]; most: number },
  report: LedgerReport,
): Promise<LaneEnd> {
  // If a lane is shorter than before, its pin reports that.
  if (end.seq < start.seq) return start
  let { seq, hash } = start
  let id = LAST_ID
  while (seq < end.seq) {
    if (report.checked >= most) return { lane: end.lane, seq, hash }
    const rows = await readAsWritten(database, {
      text: `select id, at, lane, seq, prev_hash, hash, type, actor_kind, actor_id, user_id, case_id, subject, before, after,
         reasons, note, ip, request_id
       from public.events where lane = $1 and (seq, id) > ($2, $3) and seq <= $4 order by seq, id limit $5`,
      values: [end.lane, seq, id, end.seq, BATCH],
      gives: EVENT_COLUMNS,
    })
    for (const row of rows) {
      report.checked++
      const fault = faultOf(row, { seq, hash }) ?? lateFault(row, pins)
      if (fault) report.faults.push(`event ${row.id}: ${fault}`)
      seq = Number(row.seq)
      hash = bytesOf(row.hash)
      id = row.id
    }
    if (rows.length === 0) break
  }
  if (seq !== end.seq || !hash.equals(end.hash))
    report.faults.push(`lane ${end.lane}: ends at ${seq}, expected ${end.seq}`)
  return { lane: end.lane, seq, hash }
}

function faultOf(row: WrittenEvent, before: { seq: number; hash: Buffer }): string | undefined {
  const missing = Number(row.seq) - before.seq - 1
  if (missing < 0) return 'has the place of another one'
  if (missing > 0) return `${missing} before it are missing`
  if (!bytesOf(row.prev_hash).equals(before.hash)) return 'does not follow the one before'
  if (!eventDigest(row).equals(bytesOf(row.hash))) return 'was changed'
}

/** What was written after a checkpoint can't have happened long before it. */
function lateFault(row: WrittenEvent, pins: readonly Pin[]): string | undefined {
  const before = pins.findLast(({ seq }) => seq < Number(row.seq))
  if (!before || timeOf(row).getTime() >= before.takenAt.getTime() - LATE_MS) return undefined
  return `is dated ${timeOf(row).toISOString()}, but was written after ${before.takenAt.toISOString()}`
}

/**
 * Whether each lane still has the event that was its end, in the same place. Reports the first difference in
 * each lane.
 */
async function pinFaults(
  database: Database,
  pins: readonly Pin[],
  ends: readonly LaneEnd[],
): Promise<string[]> {
  const faults = new Map<number, string>()
  for (let at = 0; at < pins.length; at += BATCH) {
    const batch = pins.slice(at, at + BATCH).filter(({ seq }) => seq > 0)
    const rows = await readAsWritten(database, {
      text: `select e.lane, e.seq, e.hash from unnest($1::int[], $2::bigint[]) as pin (lane, seq)
       join public.events e on e.lane = pin.lane and e.seq = pin.seq`,
      values: [batch.map(({ lane }) => lane), batch.map(({ seq }) => seq)],
      gives: { lane: 'int4', seq: 'int8', hash: 'bytea?' },
    })
    const found = new Map(rows.map((row) => [`${row.lane}/${row.seq}`, bytesOf(row.hash)]))
    for (const pin of batch) {
      if (faults.has(pin.lane)) continue
      const fault = pinFault(pin, found.get(`${pin.lane}/${pin.seq}`), ends)
      if (fault) faults.set(pin.lane, `lane ${pin.lane}: ${fault}`)
    }
  }
  return [...faults.values()]
}

function pinFault(
  { lane, seq, hash, checkpoint }: Pin,
  found: Buffer | undefined,
  ends: readonly LaneEnd[],
): string | undefined {
  if (found?.equals(hash)) return undefined
  if (found)
    return `was written again before its event ${seq}, which checkpoint ${checkpoint} knows otherwise`
  const end = ends.find((end) => end.lane === lane)?.seq ?? 0
  if (end === 0) return `is empty, and had ${seq} events in checkpoint ${checkpoint}`
  if (end < seq) return `ends at ${end}, and had ${seq} events in checkpoint ${checkpoint}`
  return `its event ${seq} is gone, which checkpoint ${checkpoint} knows`
}
