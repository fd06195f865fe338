import { randomBytes, randomUUID } from 'node:crypto'
import { UNCLAIMED_DAYS } from '#contract/claims.ts'
import { DAY_MS } from '#domain/plain-date.ts'
import type { Database, Db } from '#server/platform/database/database.ts'
import { gather } from '#server/platform/database/gather.ts'
import { APPLICANT_ISSUER, applicants } from '#server/platform/database/schema/applicants.ts'
import { users } from '#server/platform/database/schema/users.ts'
import type { Caller } from './caller.ts'
import { APPLICANTS, type CallerRow, toCaller } from './caller-query.ts'
import { hashToken } from './session-store.ts'

const LIFETIME_MS = UNCLAIMED_DAYS * DAY_MS

export interface ApplicantStore {
  /** Makes a provisional user who holds an application begun with this email; gives the token for the cookie. */
  start(tx: Db, email: string): Promise<{ userId: number; token: string }>
  /** Who holds this token now; undefined when it is unknown or the application's time is over. */
  callerOf(token: string): Promise<Caller | undefined>
}

/**
 * Applicant sessions on the product's database (decisions §2). Nothing of theirs ends early: they live as long as the
 * application.
 */
export function applicantStore(database: Database, now: () => Date): ApplicantStore {
  return {
    async start(tx, email) {
      const at = now()
      const token = randomBytes(32).toString('base64url')
      const [user] = await tx
        .insert(users)
        .values({
          issuer: APPLICANT_ISSUER,
          auth0Id: `${APPLICANT_ISSUER}|${randomUUID()}`,
          createdAt: at,
          updatedAt: at,
        })
        .returning({ id: users.id })
      if (!user) throw new Error('An insert answers with its row')
      await tx.insert(applicants).values({
        userId: user.id,
        email,
        tokenHash: hashToken(token),
        createdAt: at,
        expiresAt: new Date(at.getTime() + LIFETIME_MS),
      })
      return { userId: user.id, token }
    },
    callerOf: gather(async (tokens: readonly string[]) => {
      const hashes = tokens.map(hashToken)
      const { rows } = await database.pool.query<Pick<CallerRow, 'caller'>>({
        name: 'callers-of-applicants',
        text: APPLICANTS,
        values: [hashes, now().toISOString()],
      })
      const callers = new Map(rows.map((row) => [row.caller.tokenHash, toCaller(row)]))
      return hashes.map((hash) => callers.get(hash))
    }),
  }
}
