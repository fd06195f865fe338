import { randomBytes, randomUUID } from 'node:crypto'
import { and, eq, gt, isNotNull, isNull, lte, sql } from 'drizzle-orm'
import { APPLICATION_DAYS } from '#contract/onboarding/application-claims.ts'
import type { CaseKind } from '#contract/verification/cases.ts'
import { DAY_MS } from '#domain/plain-date.ts'
import { APPLICANT_ISSUER, applicantSessions, applicants } from '#server/model/schema/applicants.ts'
import { users } from '#server/model/schema/users.ts'
import type { Database, Db } from '#server/platform/database/database.ts'
import { gather } from '#server/platform/database/gather.ts'
import type { Caller } from './caller.ts'
import { toCaller } from './caller-query.ts'
import { hashToken } from './session-store.ts'
import { lockAddress, selectVisitors } from './sessions.sql.ts'

const LIFETIME_MS = APPLICATION_DAYS * DAY_MS

/** An address that its visitor has just proven. */
interface ProvenVisit {
  email: string
  /** The kind of account they came for. */
  kind: CaseKind | null
  /** The token that the browser had so far; it stops working. */
  former: string | undefined
  /** Whether to start an application if there is none. */
  mayBegin: boolean
}

interface OpenedApplication {
  userId: number
  /** For the cookie. */
  token: string
  isNew: boolean
}

export interface VisitorStore {
  /**
   * Opens the application of a proven address in a browser, or starts one if there is none and `mayBegin`;
   * otherwise returns undefined. Of two concurrent calls for one address, the second opens what the first has
   * started.
   */
  open(tx: Db, visit: ProvenVisit): Promise<OpenedApplication | undefined>
  /** The token's holder now; undefined if it is unknown or the application has expired. */
  findCaller(token: string): Promise<Caller | undefined>
}

/** Applications with this address, compared without case for ASCII letters only. */
export function hasAddress(email: string) {
  return eq(sql`lower(${applicants.email} collate "C")`, sql`lower(${email}::text collate "C")`)
}

/** Visitors' sessions in the product's database. They last as long as the application. */
export function visitorStore(database: Database, now: () => Date): VisitorStore {
  return {
    async open(tx, { email, kind, former, mayBegin }) {
      const at = now()
      await lockAddress(tx, [email])
      const userId = await retainedFor(tx, email, former, at)
      if (userId === undefined && !mayBegin) return undefined
      const applicantId = userId ?? (await begin(tx, { email, kind }, at))
      const token = randomBytes(32).toString('base64url')
      if (former) await tx.delete(applicantSessions).where(eq(applicantSessions.tokenHash, hashToken(former)))
      await tx
        .insert(applicantSessions)
        .values({ tokenHash: hashToken(token), userId: applicantId, createdAt: at })
      return { userId: applicantId, token, isNew: userId === undefined }
    },
    findCaller: gather(async (tokens: readonly string[]) => {
      const hashes = tokens.map(hashToken)
      const { rows } = await selectVisitors(database.pool, [hashes, now().toISOString()])
      const callers = new Map(rows.map((row) => [row.caller.tokenHash, toCaller(row)]))
      return hashes.map((hash) => callers.get(hash))
    }),
  }
}

/** The application kept for an address: proven before, or opened in this browser before there were codes. */
async function retainedFor(
  tx: Db,
  email: string,
  former: string | undefined,
  at: Date,
): Promise<number | undefined> {
  // An expired application awaits deletion and gives up its address.
  await tx
    .update(applicants)
    .set({ provenAt: null })
    .where(and(hasAddress(email), isNotNull(applicants.provenAt), lte(applicants.expiresAt, at)))
  const [proven] = await tx
    .select({ userId: applicants.userId })
    .from(applicants)
    .where(and(hasAddress(email), isNotNull(applicants.provenAt)))
    .for('update')
  if (proven || !former) return proven?.userId
  const [unproven] = await tx
    .select({ userId: applicants.userId })
    .from(applicants)
    .innerJoin(applicantSessions, eq(applicantSessions.userId, applicants.userId))
    .where(
      and(
        eq(applicantSessions.tokenHash, hashToken(former)),
        hasAddress(email),
        isNull(applicants.provenAt),
        gt(applicants.expiresAt, at),
      ),
    )
    .for('update', { of: applicants })
  if (unproven)
    await tx.update(applicants).set({ provenAt: at }).where(eq(applicants.userId, unproven.userId))
  return unproven?.userId
}

async function begin(
  tx: Db,
  { email, kind }: Pick<ProvenVisit, 'email' | 'kind'>,
  at: Date,
): Promise<number> {
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
    provenAt: at,
    kind,
    createdAt: at,
    expiresAt: new Date(at.getTime() + LIFETIME_MS),
  })
  return user.id
}
