import type { Db } from '#server/platform/database/database.ts'
import { selectAlarmedSuperAdmins } from './mail.sql.ts'
import { giveNotice } from './notices.ts'

interface Alarm {
  /** What makes it the same alarm: each super admin is told once. */
  key: string
  title: string
  detail: string
  path: string
  at: Date
  /** Queues the mail to one of them. */
  mail: (to: { userId: number; messageKey: string }) => Promise<unknown>
}

/** Tells every super admin at once that something is wrong, by an urgent notice and a mail. Returns whether it is new to anyone. */
export async function alarmSuperAdmins(tx: Db, { key, mail, ...notice }: Alarm): Promise<boolean> {
  const { rows } = await selectAlarmedSuperAdmins(tx)
  let isNew = false
  for (const userId of rows.map(({ id }) => Number(id))) {
    if (!(await giveNotice(tx, { ...notice, userId, key, urgent: { task: key } }))) continue
    isNew = true
    await mail({ userId, messageKey: `${key}:${userId}` })
  }
  return isNew
}
