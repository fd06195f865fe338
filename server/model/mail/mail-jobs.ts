import { setTimeout as delay } from 'node:timers/promises'
import type { JobContext, Jobs } from '#server/model/jobs/jobs.ts'
import type { Database, Db } from '#server/platform/database/database.ts'
import { countUpToLimit } from '#server/platform/jobs/in-batches.ts'
import { MailDeferred, MOST_AT_ONCE } from '#server/platform/mail/mail-transport.ts'
import { type DueKind, shareOut } from './mail-urgency.ts'
import {
  adoptLeftMails,
  LEFT_BEHIND,
  RESERVED_SECONDS,
  releaseReservedMails,
  renewReservedMails,
  reserveDueMails,
  selectDueKinds,
} from './outbox.sql.ts'
import { mailSenders, type SendMailOptions } from './send-mail.ts'

interface MailJobsOptions extends SendMailOptions {
  jobs: Jobs
  /** How long to wait if nothing was due. */
  pollSeconds?: number
}

type Context = Pick<JobContext, 'log' | 'now' | 'signal'>

/** How many emails a process sends at once, each over a connection of its own. */
export const AT_ONCE = 5
/** Few enough that a code queued while reminders are being sent is among the next. */
const PLACES = 32
const POLL_SECONDS = 2
/** After this many consecutive failures that say nothing about their emails, the server counts as down. */
const AWAY_AFTER = 3
const LONGEST_WAIT_SECONDS = 30

/** Registers the sending of due emails, in every process, and the adoption of those a former version has queued. */
export function registerMailJobs(options: MailJobsOptions): void {
  const { database, jobs, transport } = options
  jobs.standing('send-mails', sendingMails(options))
  jobs.schedule(
    'sweep-mails',
    async ({ log }) => {
      const count = await adoptMails(database.db)
      if (count > 0)
        log.info(
          { count, transport: transport.kind },
          'Mails that a former version has queued were taken over',
        )
      return { mails: count }
    },
    { countDue: () => countLeftBehind(database) },
  )
}

/** Creates the work that sends what is due until its signal is aborted. */
export function sendingMails(options: Omit<MailJobsOptions, 'jobs'>) {
  const { database, transport, pollSeconds = POLL_SECONDS } = options
  const { send, sendMany } = mailSenders(options)

  return async function sendMails(context: Context): Promise<void> {
    const { signal, log } = context
    const held = new Set<number>()
    const renewing = setInterval(
      () => {
        if (held.size > 0)
          renewReserved(database.db, [...held]).catch((error: unknown) =>
            log.warn({ err: error }, 'Mails that are under way could not be kept in hand'),
          )
      },
      (RESERVED_SECONDS / 3) * 1000,
    )
    renewing.unref()
    let failures = 0
    try {
      while (!signal.aborted) {
        failures = await (sendMany ? roundOfBatches : round)(held, failures, context)
        const wait = failures < AWAY_AFTER ? pollSeconds : waitWhileAway(failures, pollSeconds)
        await delay(wait * 1000, undefined, { signal, ref: false }).catch(() => {})
      }
    } finally {
      clearInterval(renewing)
      transport.close?.()
    }
  }

  /** The same with many per call, one call after the other. A server that asks for a pause gets one. */
  async function roundOfBatches(held: Set<number>, before: number, context: Context): Promise<number> {
    const isProbe = before >= AWAY_AFTER
    while (!context.signal.aborted) {
      try {
        const ids = await reserveMails(database.db, isProbe ? 1 : MOST_AT_ONCE)
        if (ids.length === 0) return isProbe ? before : 0
        for (const id of ids) held.add(id)
        await sendMany?.(ids, context)
        if (isProbe) return 0
      } catch (error) {
        context.log.warn({ err: error }, 'A mail was not taken and is tried again later')
        return error instanceof MailDeferred ? 0 : before + 1
      } finally {
        held.clear()
      }
    }
    return before
  }

  /** Sends until nothing is due or the server is down. Returns the number of consecutive failures at the end. */
  async function round(held: Set<number>, before: number, context: Context): Promise<number> {
    const { signal, log } = context
    // While the server is down a single email probes it.
    const isProbe = before >= AWAY_AFTER
    const waiting: number[] = []
    let failures = before
    let reserving: Promise<void> | undefined
    let isFirst = true

    async function reserve(): Promise<void> {
      if (isProbe && !isFirst) return
      isFirst = false
      for (const id of await reserveMails(database.db, isProbe ? 1 : PLACES)) {
        waiting.push(id)
        held.add(id)
      }
    }
    async function next(): Promise<number | undefined> {
      if (signal.aborted || (failures >= AWAY_AFTER && !isProbe)) return undefined
      if (waiting.length === 0) {
        reserving ??= reserve().finally(() => {
          reserving = undefined
        })
        await reserving
      }
      return waiting.shift()
    }
    async function handOverOne(id: number): Promise<void> {
      try {
        await send(id, context)
        failures = 0
      } catch (error) {
        failures = error instanceof MailDeferred ? 0 : failures + 1
        log.warn({ err: error, mailId: id }, 'A mail was not taken and is tried again later')
      } finally {
        held.delete(id)
      }
    }
    async function worker(): Promise<void> {
      for (let id = await next(); id !== undefined; id = await next()) await handOverOne(id)
    }
    try {
      await Promise.all(Array.from({ length: isProbe ? 1 : AT_ONCE }, worker))
      await releaseReserved(database.db, waiting)
    } catch (error) {
      // Their claims lapse by themselves.
      failures++
      log.warn({ err: error }, 'Mails that are due could not be read and are looked for again')
    }
    for (const id of waiting) held.delete(id)
    return failures
  }
}

function waitWhileAway(failures: number, pollSeconds: number): number {
  return Math.min(LONGEST_WAIT_SECONDS, pollSeconds * 2 ** Math.min(10, failures - AWAY_AFTER))
}

/**
 * The kinds with due emails, each counted up to `most`. Steps from kind to kind through the index, so that a
 * backlog of any length costs the same.
 */
async function dueKinds(db: Db, most: number): Promise<DueKind[]> {
  const { rows } = await selectDueKinds(db, [most])
  return rows
}

/**
 * Reserves up to `places` due emails for the caller, the oldest of each kind, as shared out by `shareOut`;
 * skips emails that another process is reserving at this moment. Returns their ids, the oldest of the most
 * urgent first.
 */
export async function reserveMails(db: Db, places: number): Promise<number[]> {
  const shares = shareOut(await dueKinds(db, places), places)
  if (shares.size === 0) return []
  const { rows } = await reserveDueMails(db, [[...shares.keys()], [...shares.values()]])
  const order = [...shares.keys()]
  return rows
    .toSorted(
      (a, b) =>
        order.indexOf(a.kind) - order.indexOf(b.kind) ||
        a.due_at.getTime() - b.due_at.getTime() ||
        Number(a.id) - Number(b.id),
    )
    .map(({ id }) => Number(id))
}

/** Extends the caller's reservation of emails. */
async function renewReserved(db: Db, ids: readonly number[]): Promise<void> {
  await renewReservedMails(db, [ids])
}

/** Returns emails that weren't tried. */
export async function releaseReserved(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await releaseReservedMails(db, [ids])
}

/** Adopts emails that a former version has queued but not sent. Returns how many. */
export async function adoptMails(db: Db): Promise<number> {
  const { rowCount } = await adoptLeftMails(db)
  return rowCount ?? 0
}

/** The number of emails to adopt. */
function countLeftBehind(database: Pick<Database, 'pool'>): Promise<number> {
  return countUpToLimit(database, `from mails where ${LEFT_BEHIND}`)
}
