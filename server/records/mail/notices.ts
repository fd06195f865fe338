import type { CaseKind } from '#contract/cases.ts'
import { NOTICE_DAYS } from '#contract/notices.ts'
import type { Db } from '#server/platform/database/database.ts'
import { APPLICANT_ISSUER } from '#server/platform/database/schema/applicants.ts'

const DAY_MS = 86_400_000

/** What a person is told in the list of the header. */
export interface NoticeToGive {
  userId: number
  /** What makes it the same notice, among those of this person. */
  key: string
  /** `{about}` in title and detail is the name of who it is about, as it is when the notice is read. */
  title: string
  detail?: string
  /** Where to look or act, a path of this product. */
  path?: string
  /** Whom it is about; a company by its name. */
  about?: { userId: number; kind?: CaseKind }
  /** Keeps it above all others until the task is handled, or until it can no longer be. */
  urgent?: { task: string; until?: Date }
  at: Date
}

const COLUMNS =
  'notice_key, user_id, title, detail, path, created_at, about_user_id, about_kind, urgent_until, task'

function valuesOf({ title, detail, path, at, about, urgent }: Omit<NoticeToGive, 'userId' | 'key'>) {
  return [
    title,
    detail ?? null,
    path ?? null,
    at,
    about?.userId ?? null,
    about?.kind ?? null,
    urgent ? (urgent.until ?? new Date(at.getTime() + NOTICE_DAYS * DAY_MS)) : null,
    urgent?.task ?? null,
  ]
}

const storedKey = ({ userId, key }: Pick<NoticeToGive, 'userId' | 'key'>) => `${userId}:${key}`

/**
 * Tells a person something in the list of the header, in the transaction of what causes it and once for its key. Who has
 * no account yet has no header: a visitor's application is told of when it is claimed. Returns whether it is new.
 */
export async function giveNotice(tx: Db, notice: NoticeToGive): Promise<boolean> {
  const { userId } = notice
  const { rowCount } = await tx.$client.query(
    `insert into notices (${COLUMNS})
     select $1, u.id, $4::text, $5::text, $6::text, $7::timestamptz, $8::bigint, $9::text, $10::timestamptz, $11::text
     from users u where u.id = $2 and u.issuer <> $3 and u.disabled_at is null
     on conflict (notice_key) do nothing`,
    [storedKey(notice), userId, APPLICANT_ISSUER, ...valuesOf(notice)],
  )
  return rowCount === 1
}

/** Returns those of the notices that were given before. */
export async function givenBefore<T extends Pick<NoticeToGive, 'userId' | 'key'>>(
  db: Db,
  notices: readonly T[],
): Promise<Set<T>> {
  if (notices.length === 0) return new Set()
  const { rows } = await db.$client.query<{ key: string }>(
    'select notice_key as key from notices where notice_key = any($1)',
    [notices.map(storedKey)],
  )
  const given = new Set(rows.map(({ key }) => key))
  return new Set(notices.filter((notice) => given.has(storedKey(notice))))
}

/**
 * Tells a person of one more thing of a batch: one notice, whose words `several` makes from how many there are by now.
 */
export async function growNotice(
  tx: Db,
  notice: NoticeToGive,
  several: (number: number) => Pick<NoticeToGive, 'title' | 'detail' | 'path'>,
): Promise<void> {
  if (await giveNotice(tx, notice)) return
  const key = storedKey(notice)
  const { rows } = await tx.$client.query<{ number: number }>(
    'update notices set number = number + 1 where notice_key = $1 returning number',
    [key],
  )
  if (!rows[0]) return
  const { title, detail, path } = several(rows[0].number)
  await tx.$client.query(
    `update notices set title = $2, detail = $3, path = $4, about_user_id = $5, about_kind = $6 where notice_key = $1`,
    [key, title, detail ?? null, path ?? null, notice.about?.userId ?? null, notice.about?.kind ?? null],
  )
}

/** The same for every administrator but some, such as the one who caused it. */
export async function tellAdministrators(
  tx: Db,
  notice: Omit<NoticeToGive, 'userId'>,
  except: readonly number[] = [],
): Promise<void> {
  await tx.$client.query(
    `insert into notices (${COLUMNS})
     select u.id || ':' || $1, u.id, $3::text, $4::text, $5::text, $6::timestamptz, $7::bigint, $8::text, $9::timestamptz, $10::text
     from users u where (u.is_admin or u.is_super_admin) and u.disabled_at is null and u.id <> all($2::bigint[])
     on conflict (notice_key) do nothing`,
    [notice.key, except, ...valuesOf(notice)],
  )
}

/** A task is done, or no longer to be done: what told of it is urgent no more, for everyone who was told. */
export async function settleNotices(tx: Db, task: string, at: Date): Promise<void> {
  await tx.$client.query('update notices set handled_at = $2 where task = $1 and handled_at is null', [
    task,
    at,
  ])
}
