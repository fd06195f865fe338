import { createHash } from 'node:crypto'
import type { Database, Db } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import { waitText } from '#server/platform/http/rate-limit.ts'
import { deleteDevices, deleteTries, selectKnownDevice, upsertDevice, upsertTry } from './accounts.sql.ts'
import type { Tried } from './deps.ts'

/** After this long without an attempt the count starts again. */
const FORGET_HOURS = 24
/** How long a browser that has signed in to an account is remembered after its last sign-in. */
export const KNOWN_DEVICE_DAYS = 400

/** Whose password or code is tried, and from where; by address, since there may be no account. */
interface Attempt {
  email: string
  what: Tried
  /** Hash of the browser's mark; undefined if it has none. */
  device: string | undefined
}

/** One counted attempt. */
interface Try {
  /** The number of consecutive failures if this one fails. */
  failures: number
  isKnownDevice: boolean
  /** Deletes the attempts before it, once the password was right. */
  succeeded(tx: Db): Promise<void>
}

/**
 * Counts an attempt of a password or code before checking it, so that each of many concurrent ones is counted.
 * A browser that has signed in to the account before has its own count, so that strangers can't lock the owner
 * out; all others share one. Throws RATE_LIMITED with the seconds to wait while earlier failures still impose a
 * wait.
 */
export async function countTry(
  database: Database,
  { email, what, device }: Attempt,
  now: Date,
): Promise<Try> {
  const isKnownDevice = device !== undefined && (await isKnown(database.db, email, device))
  const key = keyOf({ email, what, device: isKnownDevice ? device : undefined })
  const at = now.getTime()
  const { rows } = await upsertTry(database.pool, [key, now, new Date(at + FORGET_HOURS * 3_600_000)])
  const [found] = rows
  if (!found?.isTaken) {
    const seconds = Math.ceil(((found?.until ?? now).getTime() - at) / 1000)
    throw new AppError(
      'RATE_LIMITED',
      `Too many tries. Try again in ${waitText(Math.max(1, seconds))}${what === 'password' ? ', or reset your password' : ''}.`,
      {
        retryAfter: Math.max(1, seconds),
      },
    )
  }
  return {
    failures: found.failures,
    isKnownDevice,
    succeeded: async (tx) => void (await deleteTries(tx, [key])),
  }
}

/** Records that a browser has signed in to an account. Returns whether it is new while others were known already. */
export async function storeDevice(tx: Db, accountId: number, device: string, now: Date): Promise<boolean> {
  const { rows } = await upsertDevice(tx, [accountId, device, now])
  return rows[0]?.isNew === true
}

/** Forgets an account's browsers and attempts: its password is new. */
export async function forgetDevices(tx: Db, account: { id: number; email: string }): Promise<void> {
  await deleteDevices(tx, [account.id])
  await deleteTries(tx, [keyOf({ email: account.email, what: 'password', device: undefined })])
}

async function isKnown(db: Db, email: string, device: string): Promise<boolean> {
  const { rowCount } = await selectKnownDevice(db, [email, device])
  return (rowCount ?? 0) > 0
}

/** A hash, so that the table doesn't reveal whose address someone tried. */
function keyOf({ email, what, device }: Attempt): string {
  return createHash('sha256')
    .update(`${email.toLowerCase()}\n${device ?? ''}${what === 'password' ? '' : `\n${what}`}`)
    .digest('base64url')
}
