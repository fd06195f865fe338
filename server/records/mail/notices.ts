import type { Db } from '#server/platform/database/database.ts'
import { APPLICANT_ISSUER } from '#server/platform/database/schema/applicants.ts'

/** What a person is told in the list of the header. */
export interface NoticeToGive {
  userId: number
  /** What makes it the same notice, among those of this person. */
  key: string
  title: string
  detail?: string
  /** Where to look or act, a path of this product. */
  path?: string
  at: Date
}

/**
 * Tells a person something in the list of the header, in the transaction of what causes it and once for its key. Who has
 * no account yet has no header: a visitor's application is told of when it is claimed. Gives whether it is new.
 */
export async function giveNotice(
  tx: Db,
  { userId, key, title, detail, path, at }: NoticeToGive,
): Promise<boolean> {
  const { rowCount } = await tx.$client.query(
    `insert into notices (notice_key, user_id, title, detail, path, created_at)
     select $1, u.id, $3, $4, $5, $6 from users u where u.id = $2 and u.issuer <> $7 and u.disabled_at is null
     on conflict (notice_key) do nothing`,
    [`${userId}:${key}`, userId, title, detail ?? null, path ?? null, at, APPLICANT_ISSUER],
  )
  return rowCount === 1
}

/** The same for every administrator but some, such as the one who caused it. */
export async function tellAdministrators(
  tx: Db,
  { key, title, detail, path, at }: Omit<NoticeToGive, 'userId'>,
  except: readonly number[] = [],
): Promise<void> {
  await tx.$client.query(
    `insert into notices (notice_key, user_id, title, detail, path, created_at)
     select u.id || ':' || $1, u.id, $2, $3, $4, $5 from users u
     where (u.is_admin or u.is_super_admin) and u.disabled_at is null and u.id <> all($6::bigint[])
     on conflict (notice_key) do nothing`,
    [key, title, detail ?? null, path ?? null, at, except],
  )
}
