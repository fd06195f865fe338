import { eq } from 'drizzle-orm'
import { z } from 'zod'
import type { CasePolicy } from '#domain/cases/case-record.ts'
import type { Database } from '#server/platform/database/database.ts'
import { users } from '#server/platform/database/schema/users.ts'
import { countOn } from '#server/platform/files/store-owner.ts'
import { eachInTurn } from '#server/platform/jobs/in-batches.ts'
import type { Progress } from '#server/platform/jobs/progress.ts'
import { recordEvent } from '#server/platform/ledger/record-event.ts'
import type { Services } from '#server/services.ts'
import { isHeld } from './relationships.ts'
import { removePerson } from './remove-person.ts'

/** A tombstone as it lies beside the files. It names no one: the time of the sign-up tells two holders of one number apart. */
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

const UNNOTED = 'r.erased_at is not null and r.noted_at is distinct from coalesce(r.purged_at, r.erased_at)'

type NoteParts = Pick<Services, 'database' | 'files'>

/** Writes down beside the files that this person's account was erased. Throws where the store or the database is away. */
export async function noteErasure({ database, files }: NoteParts, userId: number): Promise<void> {
  await countOn({ database, store: files.store })
  await writeNote({ database, files }, userId)
}

/** Writes down beside the files whose account was erased, of all who are not there yet, page by page. */
export async function noteErasures({ database, files }: NoteParts, progress: Progress): Promise<void> {
  await eachInTurn(progress, 'noted', {
    page: async (after = '0', size) => {
      const { rows } = await database.pool.query<{ id: string }>(
        `select r.user_id as id from retention_records r where ${UNNOTED} and r.user_id > $1
         order by r.user_id limit $2`,
        [after, size],
      )
      // Before the notes: a backup from before these erasures is older than the store from now on, also after a crash.
      if (rows.length > 0) await countOn({ database, store: files.store })
      return rows
    },
    work: ({ id }) => writeNote({ database, files }, Number(id)),
    failed: 'An erasure could not be noted beside the files; the next night does it',
  })
}

/** Under a lock, so that of two at once the older note is never the one that stays; returns whether there was one to write. */
function writeNote({ database, files }: NoteParts, userId: number): Promise<boolean> {
  return database.transaction(async (tx) => {
    const { rows } = await tx.$client.query<Record<string, unknown>>(
      `select r.user_id::int as "userId", u.created_at as "createdAt", r.ended_at as "endedAt", r.ground,
         r.retain_until as "retainUntil", r.erased_at as "erasedAt", r.purged_at as "purgedAt"
       from retention_records r join users u on u.id = r.user_id
       where ${UNNOTED} and r.user_id = $1 for update of r`,
      [userId],
    )
    const [row] = rows
    if (!row) return false
    await files.store.writeErasure(`user${userId}at${dayOf(row)}`, JSON.stringify(row))
    await tx.$client.query(
      'update retention_records set noted_at = coalesce(purged_at, erased_at) where user_id = $1',
      [userId],
    )
    return true
  })
}

const dayOf = ({ createdAt }: Record<string, unknown>) => String((createdAt as Date).getTime())

/**
 * Carries out the whole list, and notes that: erases again whom a restored database still has although they were erased after it was dumped; returns how many. What the
 * law wants kept of them stays kept, until the day that was told to them.
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
  await database.pool.query('update installation set erasures_due = false')
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
    const { rows } = await tx.$client.query(
      'select from retention_records where user_id = $1 and erased_at is not null',
      [user.id],
    )
    if (rows.length > 0) return undefined
    if (await isHeld(tx, user.id)) return 'held'
    const { keys, removed } = await removePerson(tx, user, { ...by, evidence: note.purgedAt !== null })
    await tx.$client.query(
      `insert into retention_records (user_id, ended_at, ground, retain_until, erased_at, purged_at, noted_at, removed)
       values ($1, $2, $3, $4, $5, $6, coalesce($6::timestamptz, $5), $7) on conflict (user_id) do update set ended_at = excluded.ended_at,
         ground = excluded.ground, retain_until = excluded.retain_until, erased_at = excluded.erased_at,
         purged_at = excluded.purged_at, noted_at = excluded.noted_at, removed = excluded.removed`,
      [
        user.id,
        note.endedAt,
        note.ground,
        note.retainUntil,
        note.erasedAt,
        note.purgedAt,
        JSON.stringify(removed),
      ],
    )
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
