import { eq } from 'drizzle-orm'
import { usableNames } from '#domain/person-name.ts'
import { findBusiness } from '#server/model/cases/business-profiles.ts'
import { BUSINESS_DRAFT, CONSUMER_DRAFT, readDraft } from '#server/model/cases/drafts.ts'
import { findKycProfile } from '#server/model/cases/kyc-profiles.ts'
import { users } from '#server/model/schema/users.ts'
import type { Db } from '#server/platform/database/database.ts'

/**
 * The names by which the product knows a person: from the submitted profile, the application in progress and the
 * account; without any, those of the people whom their company named, since a company's account often has no name.
 * A statement must be signed with one of them; empty while none is known.
 */
export async function signingNames(db: Db, userId: number): Promise<string[]> {
  const profile = await findKycProfile(db, userId)
  const { draft } = await readDraft(db, userId, CONSUMER_DRAFT)
  const [user] = await db.select({ name: users.name }).from(users).where(eq(users.id, userId))
  const own = usableNames([
    profile && `${profile.firstName} ${profile.lastName}`,
    draft?.firstName && draft.lastName && `${draft.firstName} ${draft.lastName}`,
    user?.name,
  ])
  return own.length > 0 ? own : usableNames(await namedByCompany(db, userId))
}

/** The names of a company's representatives and owners, as submitted and as in the application in progress. */
async function namedByCompany(db: Db, userId: number): Promise<(string | undefined)[]> {
  const submitted = await findBusiness(db, userId)
  const { draft } = await readDraft(db, userId, BUSINESS_DRAFT)
  return [submitted?.answers, draft].flatMap((answers) => [
    answers?.primaryRepresentative?.name,
    answers?.secondaryRepresentative?.name,
    ...(answers?.beneficialOwners ?? []).map(({ fullName }) => fullName),
    answers?.seniorManager?.fullName,
  ])
}
