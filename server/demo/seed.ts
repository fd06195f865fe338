import { eq } from 'drizzle-orm'
import { CONSUMER_SLOTS, MAX_FILE_BYTES } from '#contract/documents.ts'
import { addDays, londonDate } from '#domain/plain-date.ts'
import { decideByItems } from '../features/admin/decide.ts'
import { acceptRiskDisclosure } from '../features/certifications/accept.ts'
import { storeDocument } from '../features/documents/store-document.ts'
import { completeOnboarding } from '../features/onboarding/complete.ts'
import { submitConsumer } from '../features/onboarding/submit.ts'
import { documents } from '../platform/database/schema/documents.ts'
import { users } from '../platform/database/schema/users.ts'
import { createAccount, findAccountByEmail } from '../platform/identity/embedded/accounts.ts'
import { hashPassword } from '../platform/identity/embedded/passwords.ts'
import { chooseUserTypeOf } from '../records/user-type.ts'
import type { Services } from '../services.ts'
import { callerForSeed } from './caller.ts'
import { DEMO_PASSWORD, DEMO_PEOPLE, type DemoPerson } from './people.ts'
import { specimen } from './specimens.ts'

const ORIGIN = { requestId: 'demo', ip: undefined, userAgent: undefined }

/**
 * Seeds the demo people once, through the same use cases that people go through (decisions §6, §9); gives the lines
 * that tell how to sign in. Never called in production.
 */
export async function seedDemo(services: Services): Promise<string[]> {
  const passwordHash = await hashPassword(DEMO_PASSWORD)
  let reviewer: number | undefined
  for (const person of DEMO_PEOPLE) {
    const userId = await seedPerson(services, person, passwordHash)
    if (person.role) reviewer = userId ?? reviewer
    if (userId !== undefined && person.verification)
      await seedVerification(services, person, userId, reviewer)
  }
  const width = Math.max(...DEMO_PEOPLE.map(({ email }) => email.length))
  return [
    `  Demo sign-ins, password ${DEMO_PASSWORD}:`,
    ...DEMO_PEOPLE.map(({ email, note }) => `  ${email.padEnd(width)}  ${note}`),
  ]
}

/** Gives the new user's id, or undefined for someone seeded before. */
async function seedPerson(
  services: Services,
  person: DemoPerson,
  passwordHash: string,
): Promise<number | undefined> {
  const now = services.now()
  return services.database.transaction(async (tx) => {
    if (await findAccountByEmail(tx, person.email)) return undefined
    const account = await createAccount(tx, {
      email: person.email,
      passwordHash,
      name: person.name,
      emailVerified: true,
      now,
    })
    if (!account) return undefined
    const [user] = await tx
      .insert(users)
      .values({
        issuer: services.identity.issuer,
        auth0Id: account.sub,
        auth0Email: person.email,
        emailVerified: true,
        email: person.email,
        emailConfirmedAt: now,
        name: person.name,
        company: person.company ?? null,
        isAdmin: person.role !== undefined,
        isSuperAdmin: person.role === 'super',
        adminRoleAssignedAt: person.role ? now : null,
        adminRoleAssignedBy: person.role ? 'System' : null,
      })
      .returning({ id: users.id })
    return user?.id
  })
}

async function seedVerification(
  services: Services,
  person: DemoPerson,
  userId: number,
  reviewer: number | undefined,
): Promise<void> {
  const { verification, name, email } = person
  if (!verification) return
  // Nobody sits at a demo person's browser to answer a captcha.
  const seeding: Services = { ...services, captcha: { ...services.captcha, verify: async () => {} } }
  await acceptRiskDisclosure(seeding, {
    userId,
    additionalData: undefined,
    referenceUrl: undefined,
    overwrite: false,
    origin: ORIGIN,
  })
  for (const slot of CONSUMER_SLOTS) {
    const source = specimen(slot, name)
    const row = await storeDocument(seeding, {
      userId,
      slot,
      fileName: `${slot}.jpg`,
      source,
      maxBytes: MAX_FILE_BYTES,
      signal: AbortSignal.timeout(60_000),
      origin: ORIGIN,
    })
    const today = londonDate(services.now())
    const dates =
      slot === 'proof-of-address'
        ? { issuedOn: addDays(today, -20) }
        : slot === 'selfie'
          ? {}
          : { expiresOn: addDays(today, 2000) }
    await services.database.db
      .update(documents)
      .set({ issuedOn: null, ...dates })
      .where(eq(documents.id, row.id))
  }
  const type = verification.userType
  await services.database.transaction((tx) =>
    chooseUserTypeOf(
      tx,
      { userId, type, flags: {}, skipCertificationCheck: true, origin: ORIGIN },
      services.now(),
    ),
  )
  const [firstName = name, lastName = name] = name.split(' ')
  const answers = {
    firstName,
    lastName,
    dob: '1988-03-09',
    email,
    phone: '+44 20 7946 0142',
    address: '14 Larkfield Road\nBristol\nBS99 1AA',
    docType: 'drivingLicence',
    userType: type,
  } as const
  const submitted = await submitConsumer(seeding, {
    caller: await callerForSeed(services.database.db, userId),
    answers,
    confirmed: true,
    captchaToken: undefined,
    origin: ORIGIN,
  })
  await completeOnboarding(seeding, userId, submitted.profile.id, ORIGIN)
  if (verification.stage === 'approved' && reviewer !== undefined) {
    const items = submitted.stored.record.items.map(({ key }) => ({
      item: key,
      decision: 'accepted' as const,
      reasons: [],
    }))
    await decideByItems(
      seeding,
      { caller: await callerForSeed(services.database.db, reviewer), userId, origin: ORIGIN },
      { version: submitted.stored.record.version, items },
    )
  }
}
