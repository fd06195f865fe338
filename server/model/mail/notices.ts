import { NOTICE_DAYS } from '#contract/account/notices.ts'
import type { Capability } from '#contract/roles.ts'
import type { CaseKind } from '#contract/verification/cases.ts'
import { rolesThatMay } from '#domain/roles/held-roles.ts'
import { APPLICANT_ISSUER } from '#server/model/schema/applicants.ts'
import type { Db } from '#server/platform/database/database.ts'
import {
  closeNoticesOfTask,
  countUpNotice,
  growStaffNotices,
  insertNotice,
  insertStaffNotices,
  selectNoticeKeys,
  updateNotice,
} from './mail.sql.ts'

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
  ] as const
}

const storedKey = ({ userId, key }: Pick<NoticeToGive, 'userId' | 'key'>) => `${userId}:${key}`

/**
 * Tells a person something in the list of the header, in the transaction of what causes it and once for its key. Who has
 * no account yet has no header: a visitor's application is told of when it is claimed. Returns whether it is new.
 */
export async function giveNotice(tx: Db, notice: NoticeToGive): Promise<boolean> {
  const { userId } = notice
  const { rowCount } = await insertNotice(tx, [
    storedKey(notice),
    userId,
    ...valuesOf(notice),
    APPLICANT_ISSUER,
  ])
  return rowCount === 1
}

/** Returns those of the notices that were given before. */
export async function givenBefore<T extends Pick<NoticeToGive, 'userId' | 'key'>>(
  db: Db,
  notices: readonly T[],
): Promise<Set<T>> {
  if (notices.length === 0) return new Set()
  const { rows } = await selectNoticeKeys(db, [notices.map(storedKey)])
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
  const { rows } = await countUpNotice(tx, [key])
  if (!rows[0]) return
  const { title, detail, path } = several(rows[0].number)
  await updateNotice(tx, [
    key,
    title,
    detail ?? null,
    path ?? null,
    notice.about?.userId ?? null,
    notice.about?.kind ?? null,
  ])
}

/**
 * The same for everyone whose role may do what it calls for, but some, such as the one who caused it. One that `grows` puts its words
 * in place of those that were given under its key.
 */
export async function tellStaffWhoMay(
  tx: Db,
  capability: Capability,
  notice: Omit<NoticeToGive, 'userId'> & { grows?: boolean },
  except: readonly number[] = [],
): Promise<void> {
  const give = notice.grows ? growStaffNotices : insertStaffNotices
  await give(tx, [notice.key, except, ...valuesOf(notice), rolesThatMay(capability)])
}

/** A task is done, or no longer to be done: what told of it is urgent no more, for everyone who was told. */
export async function closeNotices(tx: Db, task: string, at: Date): Promise<void> {
  await closeNoticesOfTask(tx, [task, at])
}
