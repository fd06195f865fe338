import type { Database } from '#server/platform/database/database.ts'
import { readInstallation } from '#server/platform/database/installation.ts'
import {
  type Checkpoint,
  type CheckpointKeys,
  checkedEnds,
  checkpointOf,
  digestOf,
  type Envelope,
  nextCheckpoint,
} from './checkpoint.ts'
import { CHECKPOINT_FILE, type CheckpointStore } from './checkpoint-store.ts'
import { countAddedEvents } from './ledger.sql.ts'
import { type LaneEnd, type LedgerReport, type Pin, verifyLedger } from './verify-ledger.ts'

/** The result of verifying the ledger, stored with the checkpoints. */
export interface StoredCheck {
  at: string
  checked: number
  faults: string[]
}

export interface StoredCheckpoint {
  checkpoint: Checkpoint
  envelope: Envelope
}

/** An authority's time stamps. Both functions throw a sentence. */
export interface TimeStamps {
  /** Absent if no authority is configured. */
  request?: (text: string) => Promise<string>
  /** When a text was stamped. */
  timeOf(stamp: string, text: string): Promise<Date>
}

/** The ledger's checkpoints, in a store of their own. */
export interface Checkpoints {
  /**
   * Verifies what is new since the last checkpoint, and takes the next one if there are no faults and events
   * were added. With `despite` it takes one regardless of faults, and records the reason.
   */
  advance(options?: {
    despite?: string
    most?: number
  }): Promise<StoredCheck & { taken: Checkpoint | undefined }>
  /** The number of events that no checkpoint covers yet. */
  countUnchecked(): Promise<number>
  /**
   * Reads the whole ledger, and compares it with all checkpoints since the last one taken despite faults. Returns how many
   * there are.
   */
  compare(): Promise<{ checked: number; faults: string[]; checkpoints: number }>
  /** The last checkpoint, when an authority confirmed it, and the last verification. */
  latest(): Promise<{
    checkpoint: Checkpoint | undefined
    timeStampedAt: Date | undefined
    check: StoredCheck | undefined
  }>
}

/** Where a checkpoint without a time stamp is reported. */
export interface WarnLog {
  warn(details: { err: unknown }, text: string): void
}

interface Parts {
  database: Database
  store: CheckpointStore
  keys: CheckpointKeys
  now: () => Date
  log: WarnLog
  timeStamps: TimeStamps
}

const LAST_CHECK = 'last-check.json'
/** Takes a minute or two; the next run reads the rest. */
const MOST_EVENTS = 1_000_000
/** The most faults of a broken ledger that are stored. */
const MOST_FAULTS = 50

/** Opens a database's checkpoints. */
export function checkpointsOf({ database, store, keys, now, log, timeStamps }: Parts): Checkpoints {
  let lastName: string | undefined

  /** The newest checkpoint. Throws a sentence if it isn't ours. */
  async function newest(): Promise<StoredCheckpoint | undefined> {
    for await (const name of store.list(lastName)) if (CHECKPOINT_FILE.test(name)) lastName = name
    return lastName === undefined ? undefined : read(lastName)
  }

  async function read(name: string): Promise<StoredCheckpoint> {
    const text = await store.read(name)
    if (text === undefined) throw new CheckpointFault(`checkpoint ${Number.parseInt(name, 10)}: is gone`)
    try {
      const { content, envelope } = keys.open(text)
      const checkpoint = checkpointOf(content)
      if (fileOf(checkpoint.number) !== name) throw new Error(`says that it is number ${checkpoint.number}`)
      const { id } = await readInstallation(database)
      if (checkpoint.installation !== id) throw new Error('belongs to another installation')
      return { checkpoint, envelope }
    } catch (error) {
      throw new CheckpointFault(`checkpoint ${Number.parseInt(name, 10)}: ${(error as Error).message}`)
    }
  }

  async function storeCheck(check: StoredCheck): Promise<StoredCheck> {
    const kept = { ...check, faults: check.faults.slice(0, MOST_FAULTS) }
    await store.replace(LAST_CHECK, JSON.stringify(keys.seal(kept)))
    return kept
  }

  async function stamped(envelope: Envelope): Promise<Envelope> {
    if (!timeStamps.request) return envelope
    try {
      return { ...envelope, timeStamp: await timeStamps.request(envelope.signed) }
    } catch (error) {
      // The checkpoint is valid without it, and mustn't wait for someone else's service.
      log.warn({ err: error }, 'A checkpoint has no time stamp')
      return envelope
    }
  }

  async function take(
    before: StoredCheckpoint | undefined,
    { ends, verified }: Pick<LedgerReport, 'ends' | 'verified'>,
    takenAt: Date,
    despite: string | undefined,
  ): Promise<Checkpoint | undefined> {
    const { id: installation } = await readInstallation(database)
    const number = lastName === undefined ? 1 : Number.parseInt(lastName, 10) + 1
    const previous = before ? digestOf(before.envelope) : ''
    const content = nextCheckpoint({ number, previous, installation, takenAt, ends, verified, despite })
    const envelope = await stamped(keys.seal(content))
    // If another process took this number at the same moment, its checkpoint is the one.
    const isTaken = await store.add(fileOf(content.number), JSON.stringify(envelope))
    return isTaken ? checkpointOf(content) : undefined
  }

  /** The newest checkpoint; undefined if it can't be trusted, which the verification reports. */
  async function newestSound(): Promise<StoredCheckpoint | undefined> {
    return newest().catch((error: unknown) => {
      if (!(error instanceof CheckpointFault)) throw error
      return undefined
    })
  }

  return {
    async advance({ despite, most = MOST_EVENTS } = {}) {
      // Taken first, because anything written during the verification is newer.
      const at = now()
      let before: StoredCheckpoint | undefined
      const faults: string[] = []
      try {
        before = await newest()
      } catch (error) {
        if (!(error instanceof CheckpointFault)) throw error
        faults.push(error.message)
      }
      const report = await verifyLedger(database, {
        from: before && !despite ? checkedEnds(before.checkpoint) : [],
        pins: before ? pinsOf([before.checkpoint]) : [],
        most,
      })
      faults.push(...report.faults)
      const isNew = !before || differs(before.checkpoint, report)
      const check = await storeCheck({
        at: at.toISOString(),
        checked: report.checked,
        faults: despite ? [] : faults,
      })
      const isGood = despite !== undefined || (faults.length === 0 && isNew)
      return {
        ...check,
        faults: faults.slice(0, MOST_FAULTS),
        taken: isGood ? await take(before, report, at, despite) : undefined,
      }
    },

    async countUnchecked() {
      const last = await newestSound()
      const checked = last ? checkedEnds(last.checkpoint) : []
      const { rows } = await countAddedEvents(database.pool, [
        checked.map(({ lane }) => lane),
        checked.map(({ seq }) => seq),
      ])
      return Number(rows[0]?.added)
    },

    async compare() {
      const faults: string[] = []
      let counted: Checkpoint[] = []
      let before: StoredCheckpoint | undefined
      let checkpoints = 0
      for await (const name of store.list()) {
        if (!CHECKPOINT_FILE.test(name)) continue
        checkpoints++
        try {
          const kept = await read(name)
          const fault = await linkFault(before, kept, timeStamps)
          if (fault) faults.push(`checkpoint ${kept.checkpoint.number}: ${fault}`)
          if (kept.checkpoint.despite) counted = []
          counted.push(kept.checkpoint)
          before = kept
        } catch (error) {
          if (!(error instanceof CheckpointFault)) throw error
          faults.push(error.message)
        }
      }
      const report = await verifyLedger(database, { pins: pinsOf(counted) })
      return { checked: report.checked, faults: [...faults, ...report.faults], checkpoints }
    },

    async latest() {
      const last = await newestSound()
      const kept = await store.read(LAST_CHECK)
      const check = kept === undefined ? undefined : (keys.open(kept).content as StoredCheck)
      const { timeStamp, signed } = last?.envelope ?? {}
      const timeStampedAt =
        timeStamp && signed ? await timeStamps.timeOf(timeStamp, signed).catch(() => undefined) : undefined
      return { checkpoint: last?.checkpoint, timeStampedAt, check }
    },
  }
}

/** What is wrong with a checkpoint, in words. */
class CheckpointFault extends Error {}

function fileOf(number: number): string {
  return `${String(number).padStart(10, '0')}.json`
}

/** Checks that a checkpoint follows the one before it, and that its time stamp is for it. */
async function linkFault(
  before: StoredCheckpoint | undefined,
  { checkpoint, envelope }: StoredCheckpoint,
  timeStamps: TimeStamps,
): Promise<string | undefined> {
  const number = (before?.checkpoint.number ?? 0) + 1
  if (checkpoint.number !== number) return `checkpoint ${number} before it is missing`
  if (checkpoint.previous !== (before ? digestOf(before.envelope) : ''))
    return 'does not follow the one before'
  if (!envelope.timeStamp) return undefined
  return timeStamps.timeOf(envelope.timeStamp, envelope.signed).then(
    () => undefined,
    (error: Error) => error.message,
  )
}

/** For each lane the ends it had, oldest first, without repeats. */
function pinsOf(checkpoints: readonly Checkpoint[]): Pin[] {
  const lanes = new Map<number, Pin[]>()
  for (const { number, takenAt, lanes: ends } of checkpoints)
    for (const { lane, seq, hash } of ends) {
      const pins = lanes.get(lane) ?? []
      lanes.set(lane, pins)
      const last = pins.at(-1)
      if (last?.seq === seq && last.hash.toString('hex') === hash) last.takenAt = takenAt
      else pins.push({ lane, seq, hash: Buffer.from(hash, 'hex'), checkpoint: number, takenAt })
    }
  return [...lanes.values()].flat()
}

/** Whether events were added since, or more of them are verified now. */
function differs(
  checkpoint: Checkpoint,
  { ends, verified }: Pick<LedgerReport, 'ends' | 'verified'>,
): boolean {
  const checked = checkedEnds(checkpoint)
  const seqOf = (all: readonly Pick<LaneEnd, 'lane' | 'seq'>[], lane: number) =>
    all.find((end) => end.lane === lane)?.seq ?? 0
  return (
    ends.some(({ lane, seq }) => seq !== seqOf(checkpoint.lanes, lane)) ||
    verified.some(({ lane, seq }) => seq !== seqOf(checked, lane))
  )
}
