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

/** A notice in the header's list. */
export interface NoticeToGive {
  userId: number
  /** Identifies the notice among the person's others. */
  key: string
  /** `{about}` in title and detail becomes the name of the person it is about, as it is when the notice is read. */
  title: string
  detail?: string
  /** Where to look or act, a path of this product. */
  path?: string
  /** Whom it is about; a company by its name. */
  about?: { userId: number; kind?: CaseKind }
  /** Keeps it above all others until the task is done, or can't be done any more. */
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
 * Adds a notice to a person's list, in the transaction of its cause and once per key. Visitors have no header:
 * they get the notices of their application when it is claimed. Returns whether it is new.
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

/** Returns those of the notices that exist already. */
export async function givenBefore<T extends Pick<NoticeToGive, 'userId' | 'key'>>(
  db: Db,
  notices: readonly T[],
): Promise<Set<T>> {
  if (notices.length === 0) return new Set()
  const { rows } = await selectNoticeKeys(db, [notices.map(storedKey)])
  const given = new Set(rows.map(({ key }) => key))
  return new Set(notices.filter((notice) => given.has(storedKey(notice))))
}

/** Adds one more item to a batch: one notice, whose text `several` makes from the current number. */
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
 * The same for everyone whose role may do all that is needed, except the person it is about, who may not do it, and
 * others, such as the person who caused it. If it `grows`, its text replaces that of the notice with the same key.
 */
export async function tellStaffWhoMay(
  tx: Db,
  capability: Capability | readonly [Capability, ...Capability[]],
  notice: Omit<NoticeToGive, 'userId'> & { grows?: boolean },
  except: readonly number[] = [],
): Promise<void> {
  const give = notice.grows ? growStaffNotices : insertStaffNotices
  const others = notice.about ? [...except, notice.about.userId] : except
  const [roles = [], ...further] = [capability].flat().map(rolesThatMay)
  await give(tx, [
    notice.key,
    others,
    ...valuesOf(notice),
    roles.filter((role) => further.every((able) => able.includes(role))),
  ])
}

/** A task is done, or needs to be done no more: its notices aren't urgent any more, for everyone who got them. */
export async function closeNotices(tx: Db, task: string, at: Date): Promise<void> {
  await closeNoticesOfTask(tx, [task, at])
}
