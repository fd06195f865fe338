import { createHash } from 'node:crypto'
import type { Database, Db } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { Tried } from './deps.ts'

/** This many wrong passwords cost nothing but the try; each one more doubles the wait, up to the longest. */
const FREE_TRIES = 4
const FIRST_WAIT_SECONDS = 5
const LONGEST_WAIT_SECONDS = 900
/** After this long without a try the count begins again. */
const FORGET_HOURS = 24
/** Browsers that have signed in to an account are known for this long since they last did. */
export const KNOWN_DEVICE_DAYS = 400

/** Whose password or code is tried, and from where: by address, since who tries need not have an account. */
interface Attempt {
  email: string
  what: Tried
  /** Hash of the browser's mark; undefined for one that has none. */
  device: string | undefined
}

/** One counted try. */
interface Try {
  /** How many wrong ones it makes, should it be wrong. */
  failures: number
  isKnownDevice: boolean
  /** Forgets the tries that led to it, once the password was right. */
  succeeded(tx: Db): Promise<void>
}

/**
 * Counts a try of a password or of a code, before it is looked at, so that of many at once each is counted. A browser that has signed in to
 * the account before has a count of its own, so that strangers cannot keep its owner out; all others share one. Throws
 * RATE_LIMITED with the seconds to wait while the former failures still cost.
 */
export async function countTry(
  database: Database,
  { email, what, device }: Attempt,
  now: Date,
): Promise<Try> {
  const isKnownDevice = device !== undefined && (await isKnown(database.db, email, device))
  const key = keyOf({ email, what, device: isKnownDevice ? device : undefined })
  const at = now.getTime()
  const { rows } = await database.pool.query<{ failures: number; until: Date; isTaken: boolean }>(
    `with taken as (
       insert into idp_tries (key, failures, next_at, forget_at)
       values ($1, 1, $2, $3)
       on conflict (key) do update set
         failures = case when idp_tries.forget_at <= $2 then 1 else idp_tries.failures + 1 end,
         next_at = $2::timestamptz + make_interval(secs => case
           when idp_tries.forget_at <= $2 or idp_tries.failures < ${FREE_TRIES} then 0
           else least(${LONGEST_WAIT_SECONDS}, ${FIRST_WAIT_SECONDS} * 2 ^ least(30, idp_tries.failures - ${FREE_TRIES})) end),
         forget_at = $3
       where idp_tries.next_at <= $2 or idp_tries.forget_at <= $2
       returning failures
     )
     select failures, null::timestamptz as until, true as "isTaken" from taken
     union all
     select failures, next_at, false from idp_tries where key = $1 and not exists (select from taken)`,
    [key, now, new Date(at + FORGET_HOURS * 3_600_000)],
  )
  const [found] = rows
  if (!found?.isTaken) {
    const seconds = Math.ceil(((found?.until ?? now).getTime() - at) / 1000)
    throw new AppError(
      'RATE_LIMITED',
      `Too many tries. Try again in ${inWords(Math.max(1, seconds))}${what === 'password' ? ', or reset your password' : ''}.`,
      {
        retryAfter: Math.max(1, seconds),
      },
    )
  }
  return {
    failures: found.failures,
    isKnownDevice,
    succeeded: async (tx) => void (await tx.$client.query('delete from idp_tries where key = $1', [key])),
  }
}

/** Notes that a browser has signed in to an account. Returns whether it is the first time, and others had done so before. */
export async function noteDevice(tx: Db, accountId: number, device: string, now: Date): Promise<boolean> {
  const { rows } = await tx.$client.query<{ isNew: boolean }>(
    `with before as (select device_hash from idp_devices where account_id = $1),
     noted as (
       insert into idp_devices (account_id, device_hash, seen_at) values ($1, $2, $3)
       on conflict (account_id, device_hash) do update set seen_at = excluded.seen_at
     )
     select exists (select from before) and not exists (select from before where device_hash = $2) as "isNew"`,
    [accountId, device, now],
  )
  return rows[0]?.isNew === true
}

/** Knows no browser of an account any more, and forgets what was tried: its password is new. */
export async function forgetDevices(tx: Db, account: { id: number; email: string }): Promise<void> {
  await tx.$client.query('delete from idp_devices where account_id = $1', [account.id])
  await tx.$client.query('delete from idp_tries where key = $1', [
    keyOf({ email: account.email, what: 'password', device: undefined }),
  ])
}

async function isKnown(db: Db, email: string, device: string): Promise<boolean> {
  const { rowCount } = await db.$client.query(
    `select from idp_devices d join idp_accounts a on a.id = d.account_id
     where lower(a.email) = lower($1) and d.device_hash = $2`,
    [email, device],
  )
  return (rowCount ?? 0) > 0
}

/** A hash, so that the table says of no one that someone tried their address. */
function keyOf({ email, what, device }: Attempt): string {
  return createHash('sha256')
    .update(`${email.toLowerCase()}\n${device ?? ''}${what === 'password' ? '' : `\n${what}`}`)
    .digest('base64url')
}

function inWords(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  if (seconds < 60) return seconds === 1 ? '1 second' : `${seconds} seconds`
  return minutes === 1 ? '1 minute' : `${minutes} minutes`
}
