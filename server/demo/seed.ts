import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { and, eq } from 'drizzle-orm'
import { INVESTOR_CERTIFICATION_TYPE } from '#contract/certifications/investor-rules.ts'
import { CONSUMER_SLOTS, type DocumentSlot, documentType } from '#contract/documents/documents.ts'
import { MAX_FILE_BYTES } from '#contract/file-types.ts'
import type { RoleName } from '#contract/roles.ts'
import { addDays, londonDate } from '#domain/plain-date.ts'
import { RISK_DISCLOSURE_IN_FORCE, riskDisclosureAcceptance } from '#server/features/certifications/accept.ts'
import { signStatement } from '#server/features/certifications/accept-statement.ts'
import { recordReading } from '#server/features/documents/record-reading.ts'
import { giveReason, recordView } from '#server/features/documents/record-view.ts'
import { storeDocument } from '#server/features/documents/store-document.ts'
import { completeOnboarding } from '#server/features/onboarding/submission.ts'
import { submitConsumer } from '#server/features/onboarding/submit.ts'
import { submitBusiness } from '#server/features/onboarding/submit-business.ts'
import { decideByItems } from '#server/features/review/decide.ts'
import type { Caller } from '#server/model/access/caller.ts'
import { recordEvent } from '#server/model/audit/record-event.ts'
import { findBusiness } from '#server/model/cases/business-profiles.ts'
import { findCase } from '#server/model/cases/cases.ts'
import { currentDocuments } from '#server/model/cases/documents.ts'
import { findKycProfile } from '#server/model/cases/kyc-profiles.ts'
import { allCertifications } from '#server/model/certifications/certifications.ts'
import { chooseUserTypeOf } from '#server/model/people/user-type.ts'
import { documents } from '#server/model/schema/documents.ts'
import { users } from '#server/model/schema/users.ts'
import type { Db } from '#server/platform/database/database.ts'
import { createAccount, findAccountByEmail } from '#server/platform/identity/embedded/accounts.ts'
import { hashPassword } from '#server/platform/identity/embedded/passwords.ts'
import type { Services } from '#server/services.ts'
import { seedInvitations } from './invitations.ts'
import { seedInvoices } from './invoices.ts'
import { DEMO_COMPANY, DEMO_PASSWORD, DEMO_PEOPLE, type DemoPerson } from './people.ts'
import { specimen } from './specimen.ts'

/** As printed on the specimen licence. */
const SPECIMEN_EXPIRY = '2032-02-11'

const ORIGIN = { requestId: 'demo', ip: undefined, userAgent: undefined }

const FIRST_ACCEPTANCE = {
  additionalData: undefined,
  shown: RISK_DISCLOSURE_IN_FORCE,
  referenceUrl: undefined,
  overwrite: false,
  origin: ORIGIN,
} as const

/**
 * Seeds the demo people once, through the same use cases as everyone else (choices §6.1); returns the lines
 * about how to sign in. A start that was killed half-way is resumed. Never called in production.
 */
export async function seedDemo(services: Services): Promise<string[]> {
  const passwordHash = await hashPassword(DEMO_PASSWORD)
  const staff: Partial<Record<RoleName, number>> = {}
  const seeded = new Set<string>()
  for (const person of DEMO_PEOPLE) {
    const userId = await seedPerson(services, person, passwordHash)
    if (userId === undefined) continue
    if (person.role) staff[person.role] = userId
    seeded.add(person.email)
    await seedVerification(services, person, userId, staff.reviewer)
    if (person.submitsCompany) await seedCompany(services, userId)
    await seedStatement(services, person, userId)
  }
  if (staff.finance !== undefined) await seedInvoices(services, staff.finance, seeded)
  if (staff.admin !== undefined) await seedInvitations(services, staff.admin)
  const width = Math.max(...DEMO_PEOPLE.map(({ email }) => email.length))
  return [
    `  Demo sign-ins, password ${DEMO_PASSWORD}:`,
    ...DEMO_PEOPLE.map(({ email, note }) => `  ${email.padEnd(width)}  ${note}`),
  ]
}

/** Returns the user's id, created now or at an earlier start; undefined if someone else has the address. */
async function seedPerson(
  services: Services,
  person: DemoPerson,
  passwordHash: string,
): Promise<number | undefined> {
  const now = services.now()
  const isSuperAdmin = person.role === 'super_admin'
  return services.database.transaction(async (tx) => {
    const known = await findAccountByEmail(tx, person.email)
    if (known) return findUser(tx, services.identity.issuer, known.sub)
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
        isAdmin: isSuperAdmin || person.role === 'admin',
        isSuperAdmin,
        roles: person.role && !isSuperAdmin && person.role !== 'admin' ? [person.role] : [],
        adminRoleAssignedAt: person.role ? now : null,
        adminRoleAssignedBy: person.role ? 'System' : null,
      })
      .returning({ id: users.id })
    if (user)
      await recordEvent(tx, {
        at: now,
        type: 'user.created',
        actor: { kind: 'user', id: user.id },
        userId: user.id,
        origin: ORIGIN,
      })
    return user?.id
  })
}

async function findUser(tx: Db, issuer: string, sub: string): Promise<number | undefined> {
  const [user] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.issuer, issuer), eq(users.auth0Id, sub)))
  return user?.id
}

/** Brings a person's verification to its intended state; what a visitor has changed since stays as it is. */
async function seedVerification(
  services: Services,
  { verification, name, email }: DemoPerson,
  userId: number,
  reviewer: number | undefined,
): Promise<void> {
  if (!verification) return
  const seeding = forSeeding(services, verification.stage === 'submitted')
  const { db } = services.database
  const submittedBefore = ((await findCase(db, userId, 'consumer'))?.current.round ?? 0) > 0
  if (!submittedBefore) await submitFor(seeding, { userId, name, email }, verification)

  const caller = await callerForSeed(db, userId)
  const profile = await findKycProfile(db, userId)
  if (profile && !caller.onboardingCompletedAt) await completeOnboarding(seeding, userId, profile.id, ORIGIN)

  const stored = await findCase(db, userId, 'consumer')
  const isUndecided = stored?.current.state === 'submitted' && stored.decidedAt === null
  if (verification.stage === 'approved' && reviewer !== undefined && stored && isUndecided) {
    const items = stored.current.items.map(({ key }) => ({
      item: key,
      decision: 'accepted' as const,
      reasons: [],
    }))
    const caller = await callerForSeed(db, reviewer)
    const act = { actor: { kind: 'staff', id: reviewer }, origin: ORIGIN } as const
    const papers = await currentDocuments(db, userId, 'consumer')
    if (papers[0]) await giveReason(seeding, act, papers[0], 'Review of the application')
    for (const row of papers) {
      await recordReading(seeding, caller, row, { type: 'document.fetched' }, ORIGIN)
      await recordView(
        seeding,
        caller,
        row,
        { viewing: randomUUID(), page: 1, shownWidth: 1200, shownMs: 4000 },
        ORIGIN,
      )
    }
    await decideByItems(
      seeding,
      { caller, userId, kind: 'consumer', origin: ORIGIN },
      { version: stored.current.version, items },
    )
  }
}

/**
 * No one is at a demo person's browser to solve a captcha, and the hour of a demo's start is no reason for an
 * alert. Documents are read by a machine only where a reviewer will see that, to keep the start short.
 */
function forSeeding(services: Services, isReviewed: boolean): Services {
  const { captcha, config } = services
  const reading = {
    ...config.reading,
    withoutCasePerDay: Number.POSITIVE_INFINITY,
    hours: { from: 0, to: 24 },
  }
  const readsDocuments = config.readsDocuments && isReviewed
  return {
    ...services,
    captcha: { ...captcha, verify: async () => {} },
    config: { ...config, reading, readsDocuments },
  }
}

/** Submits a person's company, unless it was ever submitted. */
async function seedCompany(services: Services, userId: number): Promise<void> {
  const { db } = services.database
  if (await findBusiness(db, userId)) return
  await riskDisclosureAcceptance(services)({ userId, ...FIRST_ACCEPTANCE })
  await submitBusiness(forSeeding(services, true), {
    caller: await callerForSeed(db, userId),
    answers: DEMO_COMPANY,
    declarations: { accurate: true, authorised: true },
    flags: {},
    captchaToken: undefined,
    origin: ORIGIN,
  })
}

/** Has a person sign their investor statement, unless they ever signed one. */
async function seedStatement(
  services: Services,
  { name, statement }: DemoPerson,
  userId: number,
): Promise<void> {
  if (!statement) return
  const rows = await allCertifications(services.database.db, userId)
  if (rows.some((row) => row.certificationType === INVESTOR_CERTIFICATION_TYPE)) return
  await signStatement(services, {
    userId,
    data: { ...statement, fullName: name, acknowledgedRisk: true, acknowledgedStatement: true },
    readText: undefined,
    referenceUrl: undefined,
    overwrite: false,
    origin: ORIGIN,
  })
}

interface Applicant {
  userId: number
  name: string
  email: string
}

async function submitFor(
  services: Services,
  { userId, name, email }: Applicant,
  { userType, beyond }: NonNullable<DemoPerson['verification']>,
): Promise<void> {
  await riskDisclosureAcceptance(services)({ userId, ...FIRST_ACCEPTANCE })
  for (const slot of [...CONSUMER_SLOTS, ...(beyond?.slots ?? [])])
    await storeSpecimen(services, userId, name, slot)
  await services.database.transaction((tx) =>
    chooseUserTypeOf(
      tx,
      { userId, type: userType, flags: {}, skipCertificationCheck: true, origin: ORIGIN },
      services.now(),
    ),
  )
  const [firstName = name, lastName = name] = name.split(' ')
  const answers = {
    firstName,
    lastName,
    dob: '1988-03-09',
    ...(beyond && { placeOfBirth: beyond.placeOfBirth }),
    email,
    phone: '+44 20 7946 0142',
    address: '14 Larkfield Road\nBristol\nBS99 1AA',
    docType: 'drivingLicence',
    userType,
  } as const
  await submitConsumer(services, {
    caller: await callerForSeed(services.database.db, userId),
    answers,
    confirmed: true,
    flags: {},
    captchaToken: undefined,
    origin: ORIGIN,
  })
}

async function storeSpecimen(
  services: Services,
  userId: number,
  name: string,
  slot: DocumentSlot,
): Promise<void> {
  const { db } = services.database
  const stored = (await currentDocuments(db, userId)).find((document) => document.slot === slot)
  const { date } = documentType(slot)
  const day = londonDate(stored?.createdAt ?? services.now())
  const issuedOn = date === 'issuedOn' ? addDays(day, -20) : null
  const row =
    stored ??
    (await storeDocument(services, {
      userId,
      slot,
      docType: documentType(slot).group === 'id' ? 'drivingLicence' : undefined,
      fileName: `${slot}.jpg`,
      source: Readable.from([await specimen(slot, name, issuedOn)]),
      maxBytes: MAX_FILE_BYTES,
      signal: AbortSignal.timeout(60_000),
      origin: ORIGIN,
    }))
  // The start that stored it may have been killed before storing its dates.
  if (row.issuedOn || row.expiresOn) return
  await db
    .update(documents)
    .set({ issuedOn, expiresOn: date === 'expiresOn' ? SPECIMEN_EXPIRY : null })
    .where(eq(documents.id, row.id))
}

/** A seeded person as a caller, for use cases that need one. */
async function callerForSeed(db: Db, userId: number): Promise<Caller> {
  const [user] = await db.select().from(users).where(eq(users.id, userId))
  if (!user) throw new Error('The demo person was just seeded')
  return {
    ...user,
    userId,
    tokenHash: '',
    authTime: user.createdAt,
    hasSecondFactor: false,
    needsSecondFactor: false,
    needsStepUp: false,
    consumerCase: null,
    businessCase: null,
    application: null,
  }
}
