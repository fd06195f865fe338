import { eq } from 'drizzle-orm'
import { z } from 'zod'
import type { CasePolicy } from '#domain/cases/case.ts'
import { recordEvent } from '#server/model/audit/record-event.ts'
import { users } from '#server/model/schema/users.ts'
import type { Database } from '#server/platform/database/database.ts'
import { countOn } from '#server/platform/files/store-owner.ts'
import { eachInTurn, type JobProgress } from '#server/platform/jobs/in-batches.ts'
import type { Services } from '#server/services.ts'
import {
  endErasuresDue,
  lockUnnoted,
  selectErased,
  selectUnnoted,
  updateNotedAt,
  upsertErased,
} from './people.sql.ts'
import { isOnLegalHold } from './relationships.ts'
import { removePerson } from './remove-person.ts'

/**
 * A tombstone as stored next to the files. It names no one; the time of the sign-up distinguishes two holders
 * of the same number.
 */
const Note = z.object({
  userId: z.number(),
  createdAt: z.string(),
  endedAt: z.string(),
  ground: z.string(),
  retainUntil: z.string().nullable(),
  erasedAt: z.string(),
  purgedAt: z.string().nullable(),
})
type Note = z.infer<typeof Note>

type NoteParts = Pick<Services, 'database' | 'files'>

/**
 * Stores a note next to the files that this person's account was erased. Throws if the store or the database is
 * away.
 */
export async function writeErasureNote({ database, files }: NoteParts, userId: number): Promise<void> {
  await countOn({ database, store: files.store })
  await writeNote({ database, files }, userId)
}

/** Stores notes next to the files about all erased accounts that have none yet, page by page. */
export async function writeErasureNotes(
  { database, files }: NoteParts,
  progress: JobProgress,
): Promise<void> {
  await eachInTurn(progress, 'noted', {
    page: async (after = '0', size) => {
      const { rows } = await selectUnnoted(database.pool, [after, size])
      // Before the notes: from now on, even after a crash, a backup from before these erasures is older than
      // the store.
      if (rows.length > 0) await countOn({ database, store: files.store })
      return rows
    },
    work: ({ id }) => writeNote({ database, files }, Number(id)),
    failed: 'An erasure could not be noted beside the files; the next night does it',
  })
}

/**
 * Under a lock, so that of two concurrent calls the older note never remains; returns whether there was one to
 * write.
 */
function writeNote({ database, files }: NoteParts, userId: number): Promise<boolean> {
  return database.transaction(async (tx) => {
    const { rows } = await lockUnnoted(tx, [userId])
    const [row] = rows
    if (!row) return false
    await files.store.writeErasure(`user${userId}at${dayOf(row)}`, JSON.stringify(row))
    await updateNotedAt(tx, [userId])
    return true
  })
}

const dayOf = ({ createdAt }: Record<string, unknown>) => String((createdAt as Date).getTime())

/**
 * Applies the whole list, and records that: erases again everyone whom a restored database still has although
 * they were erased after its dump; returns how many. What the law requires to keep about them is kept until the
 * day that they were told.
 */
export async function applyErasureNotes(
  { database, files }: NoteParts,
  { at, policy }: { at: Date; policy: CasePolicy },
): Promise<{ again: number; held: number }> {
  let [again, held] = [0, 0]
  for await (const text of files.store.readErasures()) {
    const note = Note.parse(JSON.parse(text))
    const outcome = await applyNote(database, note, { at, policy })
    if (outcome === 'held') held += 1
    else if (outcome) {
      again += 1
      for (const key of outcome) await files.remove(key)
    }
  }
  await endErasuresDue(database.pool)
  return { again, held }
}

async function applyNote(
  database: Database,
  note: Note,
  by: { at: Date; policy: CasePolicy },
): Promise<string[] | 'held' | undefined> {
  return database.transaction(async (tx) => {
    const [user] = await tx.select().from(users).where(eq(users.id, note.userId)).for('update')
    if (!user || user.createdAt.getTime() !== Date.parse(note.createdAt)) return undefined
    const { rows } = await selectErased(tx, [user.id])
    if (rows.length > 0) return undefined
    if (await isOnLegalHold(tx, user.id)) return 'held'
    const { keys, removed } = await removePerson(tx, user, { ...by, evidence: note.purgedAt !== null })
    await upsertErased(tx, [
      user.id,
      note.endedAt,
      note.ground,
      note.retainUntil,
      note.erasedAt,
      note.purgedAt,
      JSON.stringify(removed),
    ])
    await recordEvent(tx, {
      at: by.at,
      type: 'erasure.applied_again',
      actor: { kind: 'system' },
      userId: user.id,
      after: { removed },
    })
    return keys
  })
}
