import { randomBytes } from 'node:crypto'
import type { Db } from '#server/platform/database/database.ts'
import { deleteLink, deleteLinksOfAccount, insertLink, selectLink } from './accounts.sql.ts'
import { tokenHash } from './token-hash.ts'

/** What an emailed link is for. */
export type LinkPurpose = 'reset-password'

export const RESET_MINUTES = 30

const LIFETIME_MS: Record<LinkPurpose, number> = {
  'reset-password': RESET_MINUTES * 60_000,
}

export interface Link {
  accountId: number
  email: string
}

/** Creates a single-use link's token; only its SHA-256 is stored. */
export async function createLink(
  db: Db,
  accountId: number,
  purpose: LinkPurpose,
  now: Date,
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await insertLink(db, [tokenHash(token), accountId, purpose, new Date(now.getTime() + LIFETIME_MS[purpose])])
  return token
}

/**
 * Whose link this is; undefined if it is unknown, used or expired. Changes nothing, because mail scanners
 * follow links too.
 */
export async function findLink(
  db: Db,
  token: string,
  purpose: LinkPurpose,
  now: Date,
): Promise<Link | undefined> {
  const { rows } = await selectLink(db, [tokenHash(token), purpose, now])
  return rows[0]
}

/** Uses up a link and all others of its purpose, and returns whose it was. Of two concurrent uses one succeeds. */
export async function consumeLink(
  tx: Db,
  token: string,
  purpose: LinkPurpose,
  now: Date,
): Promise<Link | undefined> {
  const link = await findLink(tx, token, purpose, now)
  if (!link) return undefined
  const { rowCount } = await deleteLink(tx, [tokenHash(token)])
  if (!rowCount) return undefined
  await deleteLinksOfAccount(tx, [link.accountId, purpose])
  return link
}
