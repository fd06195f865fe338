import type { CaseKind, CaseState, ItemKey } from '#contract/verification/cases.ts'
import { dueAt } from '#domain/cases/review-clock.ts'
import { cases } from '#server/model/schema/cases.ts'
import { users } from '#server/model/schema/users.ts'
import type { Database } from '#server/platform/database/database.ts'

const HOUR_MS = 3_600_000

interface Wanted {
  userId?: number
  name?: string
  kind?: CaseKind
  state?: CaseState
  submittedHoursAgo?: number
  items?: ItemKey[]
}

let people = 0

/**
 * Stores a case as it is some hours after its submission, without submitting it: for lists and for claims.
 */
export async function caseOf(
  database: Database,
  now: Date,
  wanted: Wanted = {},
): Promise<{ id: number; userId: number }> {
  const { kind = 'consumer', state = 'submitted', submittedHoursAgo = 1, items = ['name'] } = wanted
  const userId = wanted.userId ?? (await personOf(database, now, wanted.name))
  const submittedAt = new Date(now.getTime() - submittedHoursAgo * HOUR_MS)
  const [row] = await database.db
    .insert(cases)
    .values({
      userId,
      kind,
      state,
      version: 1,
      round: 1,
      roundLimit: 5,
      items: items.map((key) => ({
        key,
        decision: 'pending',
        reasons: [],
        text: null,
        note: null,
        evidence: `hash of ${key}`,
        refused: [],
        isSettled: false,
      })),
      submittedAt,
      dueAt: dueAt(submittedAt),
      createdAt: submittedAt,
      updatedAt: submittedAt,
    })
    .returning({ id: cases.id })
  if (!row) throw new Error('An insert answers with its row')
  return { id: row.id, userId }
}

async function personOf(database: Database, at: Date, name = 'Amara Okafor'): Promise<number> {
  const email = `case-${++people}@people.example`
  const [row] = await database.db
    .insert(users)
    .values({
      issuer: 'https://id.people.example/',
      auth0Id: email,
      auth0Email: email,
      email,
      name,
      createdAt: at,
      updatedAt: at,
    })
    .returning({ id: users.id })
  if (!row) throw new Error('An insert answers with its row')
  return row.id
}
