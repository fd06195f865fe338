import type { UserHold } from '#contract/privacy/privacy-admin.ts'
import { legalHolds } from '#server/model/schema/privacy.ts'
import { recordAct, type StaffAct } from '#server/model/staff/staff-act.ts'
import type { Db } from '#server/platform/database/database.ts'
import { selectHoldInForce } from './people.sql.ts'

/** The hold in force on a person’s records, for administration only (law §3.1); null if there is none. */
export async function holdInForce(db: Db, userId: number): Promise<UserHold | null> {
  const { rows } = await selectHoldInForce(db, [userId])
  const [row] = rows
  return row ? { ...row, id: Number(row.id), setAt: row.setAt.toISOString() } : null
}

/** Stops every deletion of a person's records until it is lifted; returns its id. There must be none in force. */
export async function holdRecords(
  tx: Db,
  act: StaffAct,
  { userId, reason, at }: { userId: number; reason: string; at: Date },
): Promise<number> {
  const [row] = await tx
    .insert(legalHolds)
    .values({ userId, reason, setAt: at, setBy: act.actor.id })
    .returning({ id: legalHolds.id })
  if (!row) throw new Error('An insert answers with its row')
  await recordAct(tx, act, { at, type: 'hold.set', userId, subject: `hold:${row.id}`, note: reason })
  return row.id
}
