import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { hasAddress } from '#server/model/access/visitor-store.ts'
import { findBusiness } from '#server/model/cases/business-profiles.ts'
import { BUSINESS_DRAFT, readDraft } from '#server/model/cases/drafts.ts'
import { applicants } from '#server/model/schema/applicants.ts'
import { users } from '#server/model/schema/users.ts'
import type { Db } from '#server/platform/database/database.ts'
import { signingNames } from './signing-names.ts'

/**
 * The names and companies that we know of those who sign in, or have an application, with this address: the first words
 * that someone would try as their password.
 */
export async function guessableNames(db: Db, email: string): Promise<string[]> {
  const accounts = await db
    .select({ id: users.id, company: users.company })
    .from(users)
    .where(sql`lower(${users.auth0Email}) = lower(${email})`)
  const visitors = await db
    .select({ id: users.id, company: users.company })
    .from(applicants)
    .innerJoin(users, eq(users.id, applicants.userId))
    .where(and(hasAddress(email), isNotNull(applicants.provenAt)))
  const found: (string | null | undefined)[] = []
  for (const { id, company } of [...accounts, ...visitors]) {
    const submitted = await findBusiness(db, id)
    const { draft } = await readDraft(db, id, BUSINESS_DRAFT)
    const names = await signingNames(db, id)
    found.push(company, submitted?.answers.legalName, draft?.legalName, ...names)
  }
  return found.filter((words) => typeof words === 'string')
}
