import { USER_TYPE_SELECTION } from '#contract/certifications/certifications.ts'
import type { BusinessDraft } from '#contract/onboarding/business.ts'
import type { ConsumerDraft } from '#contract/onboarding/onboarding.ts'
import type { CaseKind } from '#contract/verification/cases.ts'
import type { Home, LeafLine } from '#contract/verification/leaf.ts'
import type { AccountStanding } from '#contract/verification/standing.ts'
import { canResubmit } from '#domain/cases/case-view.ts'
import { isWithUs } from '#domain/cases/case-waiting.ts'
import type { Removal } from '#domain/cases/removed-people.ts'
import { momentText } from '#domain/date-text.ts'
import { isReadyToSend } from '#domain/documents/photos-to-take.ts'
import { companySubjects } from '#domain/leaf/company-subjects.ts'
import type { HomeFacts } from '#domain/leaf/home-title.ts'
import { leafLines } from '#domain/leaf/leaf-lines.ts'
import { ownHome } from '#domain/leaf/own-home.ts'
import type { LeafSubject, OwnFacts } from '#domain/leaf/own-subjects.ts'
import { personSubjects } from '#domain/leaf/person-subjects.ts'
import { isTraderCertification, storedUserType } from '#domain/onboarding/user-type.ts'
import { londonDate } from '#domain/plain-date.ts'
import type { Caller } from '#server/model/access/caller.ts'
import { findBusiness } from '#server/model/cases/business-profiles.ts'
import type { StoredCase } from '#server/model/cases/cases.ts'
import { answeredFile, currentDocuments, heldDocuments } from '#server/model/cases/documents.ts'
import { BUSINESS_DRAFT, CONSUMER_DRAFT, readDraft } from '#server/model/cases/drafts.ts'
import { caseAsItIsNow, docTypeNow } from '#server/model/cases/evidence.ts'
import { findKycProfile } from '#server/model/cases/kyc-profiles.ts'
import { type NamedItem, removedNames, removedPeople } from '#server/model/cases/removed-people.ts'
import { hasAcceptedRiskDisclosure, isInForce } from '#server/model/certifications/certifications.ts'
import { questionsClosedUntil } from '#server/model/certifications/investor-answers.ts'
import { namesOf } from '#server/model/people/names.ts'
import { erasureDueAt } from '#server/model/people/open-erasure.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Services } from '#server/services.ts'
import { type ReadFacts, standingOf } from './account-standing.ts'

type Holder = Pick<Caller, 'userId' | 'name' | 'userType' | 'pendingUserType'>

interface Standing {
  facts: ReadFacts
  standing: AccountStanding
}

/** A person's home page: their standing, with the lines of the leading case. */
export async function homeOf(
  db: Db,
  services: Pick<Services, 'config' | 'now'>,
  holder: Holder,
  { facts, standing }: Standing,
): Promise<Home> {
  const drafts = await draftsOf(db, holder)
  const kind = shownKind({ facts, standing }, drafts)
  return {
    ...ownHome(await homeFacts(db, services, holder, { facts, standing, kind, drafts })),
    erasureDueAt: await erasureDueAt(db, holder.userId),
  }
}

/** Which of the two verifications the home page shows. */
function shownKind({ facts, standing }: Standing, drafts: Drafts): CaseKind {
  const hasCase = facts.consumer ?? facts.business
  return !hasCase && drafts.business && !drafts.consumer ? 'business' : standing.leading
}

/**
 * The lines of one of a person's verifications, without a kind of the one that the home page shows; null once it is rejected.
 */
export async function ownLines(
  tx: Db,
  services: Pick<Services, 'config' | 'now'>,
  { userId, kind: asked }: { userId: number; kind?: CaseKind },
): Promise<LeafLine[] | null> {
  const { holder, facts, standing } = await standingOf(tx, services, userId)
  const drafts = await draftsOf(tx, holder)
  const kind = asked ?? shownKind({ facts, standing }, drafts)
  const { lines } = await homeFacts(tx, services, holder, { facts, standing, kind, drafts })
  return lines?.map(({ line }) => line) ?? null
}

interface Drafts {
  consumer: ConsumerDraft | null
  business: BusinessDraft | null
  savedAt: Record<CaseKind, string | null>
}

async function draftsOf(db: Db, { userId }: Holder): Promise<Drafts> {
  const consumer = await readDraft(db, userId, CONSUMER_DRAFT)
  const business = await readDraft(db, userId, BUSINESS_DRAFT)
  return {
    consumer: consumer.draft,
    business: business.draft,
    savedAt: { consumer: consumer.savedAt, business: business.savedAt },
  }
}

async function homeFacts(
  db: Db,
  { config, now }: Pick<Services, 'config' | 'now'>,
  holder: Holder,
  { facts, standing, kind, drafts }: Standing & { kind: CaseKind; drafts: Drafts },
): Promise<HomeFacts> {
  const at = { now: now(), dateStyle: config.dateStyle }
  const stored = facts[kind]
  const savedAt = drafts.savedAt[kind]
  const closed = await questionsClosedUntil(db, holder.userId, config.investorRules, at.now)
  const own: OwnFacts = {
    riskReadAt: facts.certifications.find((row) => hasAcceptedRiskDisclosure([row]))?.acknowledgedAt ?? null,
    ...chosenPurpose(drafts[kind]?.userType, holder, facts),
    certification: heldCertification(facts, at.now),
    questionsOpen: closed && momentText(closed, at.dateStyle),
    isWaiting: isWithUs(stored?.current.state ?? null),
  }
  const { subjects, firstName, companyName, fileAt } =
    kind === 'business'
      ? await ofCompany(db, holder, stored, { own, draft: drafts.business, at })
      : await ofPerson(db, holder, stored, { own, draft: drafts.consumer, at })
  const removal = stored ? await removedPeople(db, stored) : null
  return {
    kind,
    caseId: stored?.id ?? null,
    current: stored?.current ?? null,
    savedAt: latest(savedAt === null ? null : new Date(savedAt), fileAt),
    isStarted: Boolean(stored ?? drafts[kind]),
    lines: leafLines(subjects, stored ? await leafCase(db, stored, removal) : null, {
      ...at,
      reader: 'applicant',
      firstNameOf: await reviewers(db, stored, config.showReviewers),
    }),
    standing: standing[kind],
    next: standing.next,
    firstName: firstName ?? firstWord(holder.name),
    company: companyName,
    decidedAt: stored?.decidedAt ?? null,
    removal: removal && removedNames(removal),
    approvalShownAt: stored?.approvalShownAt ?? null,
    retention: config.retention,
    supportEmail: config.company.supportEmail,
    ...at,
  }
}

type Made = {
  subjects: LeafSubject[]
  firstName: string | null
  companyName: string | null
  /** When the last file was given. */
  fileAt: Date | null
}
type At = Parameters<typeof personSubjects>[1]

/** Current draft answers take precedence over the last submission; a submission deletes the draft. */
async function ofPerson(
  db: Db,
  { userId }: Holder,
  stored: StoredCase | undefined,
  { own, draft, at }: { own: OwnFacts; draft: ConsumerDraft | null; at: At },
): Promise<Made> {
  const answers = draft ?? (await findKycProfile(db, userId)) ?? {}
  const rows = await currentDocuments(db, userId, 'consumer')
  const docType = docTypeNow(answers.docType, rows, stored)
  const about = { docType, today: londonDate(at.now) }
  const files = rows.map(answeredFile)
  const documents = rows.flatMap((row) =>
    heldDocuments([row]).map((document) => ({
      ...document,
      givenAt: row.createdAt,
      isReady: isReadyToSend(answeredFile(row), files, about),
    })),
  )
  const subjects = personSubjects(
    {
      ...own,
      state: stored?.current.state ?? null,
      answers,
      docType,
      documents,
    },
    at,
  )
  const fileAt = rows.map(({ createdAt }) => createdAt).reduce(latest, null)
  return { subjects, firstName: firstWord(answers.firstName), companyName: null, fileAt }
}

async function ofCompany(
  db: Db,
  { userId }: Holder,
  stored: StoredCase | undefined,
  { own, draft, at }: { own: OwnFacts; draft: BusinessDraft | null; at: At },
): Promise<Made> {
  const former = await findBusiness(db, userId)
  const [document] = await currentDocuments(db, userId, 'business')
  const fields = draft ?? former?.answers ?? {}
  const subjects = companySubjects(
    {
      ...own,
      state: stored?.current.state ?? null,
      fields,
      furthest: draft?.step ?? (former ? 'review' : null),
      documentGivenAt: document?.createdAt ?? null,
    },
    at,
  )
  return {
    subjects,
    firstName: null,
    companyName: fields.legalName ?? null,
    fileAt: document?.createdAt ?? null,
  }
}

/** What a person wants to do, and when they chose it, unless the draft has another choice. */
function chosenPurpose(
  drafted: string | undefined,
  holder: Holder,
  { certifications }: ReadFacts,
): Pick<OwnFacts, 'purpose' | 'chosenAt'> {
  const chosen = storedUserType(holder.pendingUserType ?? holder.userType)
  const purpose = storedUserType(drafted ?? null) ?? chosen
  const selection = certifications.find((row) => row.certificationName === USER_TYPE_SELECTION)
  return { purpose, chosenAt: (purpose === chosen && selection?.acknowledgedAt) || null }
}

async function leafCase(db: Db, stored: StoredCase, removal: Removal<NamedItem> | null) {
  const { decidedAt } = stored
  const { current, returned } = await caseAsItIsNow(db, stored)
  return {
    state: current.state,
    // If a former release decided, its decision has the time.
    items: current.items.map((item) =>
      item.isFinal && item.acceptedBy && decidedAt && item.checked === undefined
        ? { ...item, checked: { by: item.acceptedBy, at: decidedAt.toISOString() } }
        : item,
    ),
    fixed: returned.flatMap(({ key, isFixed }) => (isFixed ? [key] : [])),
    decidedAgain: removal?.decidedAgain.map(({ item }) => item) ?? [],
    canResubmit: canResubmit(current),
  }
}

/** The first names of those who checked a case's items; empty if applicants aren't to see them. */
async function reviewers(
  db: Db,
  stored: StoredCase | undefined,
  isShown: boolean,
): Promise<(reviewer: number) => string | null> {
  const ids =
    stored?.current.items.flatMap(({ checked, acceptedBy }) => checked?.by ?? acceptedBy ?? []) ?? []
  if (!isShown || ids.length === 0) return () => null
  const names = await namesOf(db, [...new Set(ids)])
  return (reviewer) => {
    const name = names.get(reviewer) ?? ''
    // Someone without a name is known by an address, which applicants must not see.
    return name.includes('@') ? null : firstWord(name)
  }
}

/** The certification in force, or the one that was last. */
function heldCertification(
  { certifications, statementEndsAt }: ReadFacts,
  now: Date,
): OwnFacts['certification'] {
  const held = certifications.filter(({ certificationType: type, certificationName: name }) =>
    isTraderCertification({ type, name }),
  )
  const inForce = held.find((row) => isInForce(row, now))
  if (inForce) return { signedAt: inForce.acknowledgedAt, endsAt: inForce.expiresAt, isInForce: true }
  const [last] = held
  return last
    ? { signedAt: last.acknowledgedAt, endsAt: statementEndsAt ?? last.expiresAt, isInForce: false }
    : null
}

function latest(left: Date | null, right: Date | null): Date | null {
  return left && right ? (left > right ? left : right) : (left ?? right)
}

function firstWord(name: string | null | undefined): string | null {
  return name?.trim().split(/\s+/)[0] || null
}
