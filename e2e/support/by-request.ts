import { randomInt } from 'node:crypto'
import type { APIRequestContext, APIResponse, BrowserContext } from '@playwright/test'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { ConsumerSlot, DocType, DocumentSlot } from '#contract/documents/documents.ts'
import type { BusinessAnswers } from '#contract/onboarding/business.ts'
import type { ReviewCase } from '#contract/review/admin-cases.ts'
import type { RoleName } from '#contract/roles.ts'
import type { CaseKind, ItemKey } from '#contract/verification/cases.ts'
import { requiredSlots } from '#domain/cases/document-requirements.ts'
import { aLook } from '#server/testing/reviews.ts'
import { type Picture, picture } from './onboarding.ts'
import { codeFor, DEMO_PASSWORD } from './people.ts'

/**
 * The preparation of a journey, by the same calls that the pages make: other journeys go through the pages
 * themselves.
 */

/** As a browser sends a call from our own pages, at any URL of the product. */
const FROM_OUR_PAGES = { 'sec-fetch-site': 'same-origin' }

/** Creates an account by proving its address, and signs its browser profile in. */
export async function arriveNew({ request }: BrowserContext, email: string): Promise<void> {
  const post = await openForms(request)
  await post('sign-up', { email })
  await post('code', { code: await codeFor(request, email) })
  arrivedAs(email, await post('new-account', { password: DEMO_PASSWORD }))
}

/** Signs a browser profile in with an existing account. */
export async function arrive({ request }: BrowserContext, email: string): Promise<void> {
  const post = await openForms(request)
  arrivedAs(email, await post('sign-in', { email, password: DEMO_PASSWORD }))
}

/** Starts a sign-in; returns a function that posts the forms of the provider's pages. */
async function openForms(
  request: APIRequestContext,
): Promise<(step: string, form: Record<string, string>) => Promise<APIResponse>> {
  const page = await request.get('/api/auth/login?returnTo=/welcome')
  const address = /action="([^"]+)\/sign-in"/.exec(await page.text())?.[1]
  const headers = { origin: new URL(page.url()).origin }
  return (step, form) => request.post(`${address}/${step}`, { form, headers })
}

function arrivedAs(email: string, answer: APIResponse): void {
  if (new URL(answer.url()).pathname !== '/welcome') throw new Error(`${email} could not enter`)
}

const ANSWERS = {
  firstName: 'Mehmet',
  lastName: 'Yılmaz',
  dob: '1988-03-09',
  phone: '+44 20 7946 0142',
  address: '14 Larkfield Road\nBristol\nBS99 1AA',
  docType: 'passport' as DocType,
  userType: 'buy_retire',
}
type Answers = typeof ANSWERS
type Files = Partial<Record<ConsumerSlot, Picture>>
/** The dates printed on documents. */
type Dates = Partial<Record<ConsumerSlot, { issuedOn: string } | { expiresOn: string }>>

/** Creates a person with a submitted application; returns the files they sent. */
export async function arriveSubmitted(
  context: BrowserContext,
  email: string,
  answers: Partial<Answers> = {},
  given: Files = {},
  dates: Dates = {},
): Promise<Files> {
  await arriveNew(context, email)
  const files = await prepare(context, answers.docType, given, dates)
  await handIn(context, email, answers)
  return files
}

/** Submits the application of the session's person, whose files are stored; `answers` override the default ones. */
export async function handIn(
  { request }: BrowserContext,
  email: string,
  answers: Partial<Answers> = {},
): Promise<void> {
  const { profile } = await call<{ profile: { id: number } }>(request, '/api/onboarding/kyc', {
    ...ANSWERS,
    email,
    ...answers,
    confirmed: true,
    captchaToken: await captchaToken(request),
  })
  await call(request, '/api/onboarding/consumer/complete', { profileId: profile.id })
}

/** Saves the same answers as a draft, as the form does while they are typed. */
export async function saveDraft(
  { request }: BrowserContext,
  email: string,
  answers: Partial<Answers> = {},
): Promise<void> {
  const data = { draft: { ...ANSWERS, email, ...answers }, revision: 0 }
  const saved = await request.put('/api/onboarding/consumer/draft', { data, headers: FROM_OUR_PAGES })
  if (!saved.ok()) throw new Error(`The draft was refused: ${await saved.text()}`)
}

/** Does everything before the typed answers: accepts the risk disclosure, stores the documents. */
export async function prepare(
  context: BrowserContext,
  docType: DocType = 'passport',
  given: Files = {},
  dates: Dates = {},
): Promise<Files> {
  const { request } = context
  await acceptRisk(request)
  const files: Files = {}
  for (const slot of requiredSlots(docType)) {
    const file = given[slot] ?? (await picture(`${slot}.jpg`))
    await store(request, slot, file, 'consumer', dates[slot])
    files[slot] = file
  }
  return files
}

/** The answers of a company with two owners and a unique number. */
function companyAnswers(email: string) {
  return {
    legalName: 'Fern Hill Carbon Limited',
    registeredAddress: '1 Fern Lane\nBristol\nBS99 1AA',
    registrationCountry: 'GB',
    companyNumber: String(randomInt(10_000_000, 100_000_000)),
    email,
    bankCountry: 'GB',
    beneficialOwners: [
      {
        id: 'o1',
        fullName: 'Ada Fern',
        birthDate: '1971-03',
        nationality: 'GB',
        residenceCountry: 'GB',
        ownershipPercent: 37.5,
      },
      {
        id: 'o2',
        fullName: 'Bela Fern',
        birthDate: '1968-07-20',
        nationality: 'HU',
        residenceCountry: 'AT',
        ownershipPercent: 25,
      },
    ],
    primaryRepresentative: {
      name: 'Cay Hill',
      birthDate: '1980-12',
      email: 'cay@fernhill.example',
      powers: 'Board resolution',
    },
    userType: 'sell',
  }
}

/** Creates a person with a submitted company, with its additional document if given. */
export async function arriveWithCompany(
  context: BrowserContext,
  email: string,
  answers: Partial<BusinessAnswers> = {},
  paper?: Picture,
): Promise<void> {
  await arriveNew(context, email)
  await acceptRisk(context.request)
  if (paper) await store(context.request, 'other', paper, 'business')
  await handInCompany(context.request, email, answers)
}

/** Submits the company of the session's person; `answers` override the default ones. */
export async function handInCompany(
  request: APIRequestContext,
  email: string,
  answers: Partial<BusinessAnswers> = {},
): Promise<void> {
  await call(request, '/api/onboarding/business', {
    ...companyAnswers(email),
    ...answers,
    declarations: { accurate: true, authorised: true },
    captchaToken: await captchaToken(request),
  })
}

/** Records that the risk disclosure was accepted. */
export async function acceptRisk(request: APIRequestContext): Promise<void> {
  await call(request, '/api/certifications/accept', {
    certification_type: 'risk_disclosure',
    certification_name: 'main_risk_disclosure',
  })
}

async function store(
  request: APIRequestContext,
  slot: DocumentSlot,
  file: Picture,
  kind: CaseKind = 'consumer',
  dates: Dates[ConsumerSlot] = undefined,
): Promise<void> {
  const answer = await request.post('/api/uploads/kyc-document-direct', {
    headers: FROM_OUR_PAGES,
    multipart: { documentType: slot, kind, fileName: file.name, ...dates, file },
  })
  if (!answer.ok()) throw new Error(`The upload was refused: ${await answer.text()}`)
}

/** Decides the latest case of a person or their company, as this browser profile's reviewer. */
export async function decide(
  context: BrowserContext,
  email: string,
  decision: 'approve' | { sendBack: ItemKey; reason: string; text: string },
  kind: CaseKind = 'consumer',
): Promise<void> {
  const { request } = context
  const id = await userIdOf(context, email)
  const answer = await (await request.get(`/api/admin/users/${id}/kyc-case?kind=${kind}`)).json()
  const reviewCase = answer.case as ReviewCase
  const { items } = reviewCase
  await lookAtAll(request, items)
  // Without documents nothing has opened the case yet, so it is claimed here.
  const isOpened = items.some(({ document }) => document)
  const { version } = isOpened
    ? reviewCase
    : (await call<{ case: ReviewCase }>(request, `/api/admin/users/${id}/kyc-claim`, { kind })).case
  const verdicts = items.map(({ item }) =>
    decision !== 'approve' && item === decision.sendBack
      ? {
          item,
          decision: 'retry',
          reasons: [decision.reason],
          applicantText: decision.text,
          internalNote: null,
        }
      : { item, decision: 'accepted', reasons: [], applicantText: null, internalNote: null },
  )
  await call(request, `/api/admin/users/${id}/kyc-decision`, { kind, version, items: verdicts })
}

/** Has every document of a case shown to the reviewer, and records that those without dates have none. */
async function lookAtAll(request: APIRequestContext, items: ReviewCase['items']): Promise<void> {
  const documents = items.flatMap(({ document }) => document ?? [])
  if (documents[0])
    await call(request, `${documents[0].documentUrl}/reason`, { reason: 'Reviewing the application' })
  for (const document of documents) {
    await request.get(document.documentUrl)
    await call(request, `${document.documentUrl}/views`, aLook())
    const { issuedOn, expiresOn } = document
    const data = { issuedOn, expiresOn, noIssueDate: !issuedOn, noExpiryDate: !expiresOn }
    const dated = await request.put(`${document.documentUrl}/dates`, { data, headers: FROM_OUR_PAGES })
    if (!dated.ok()) throw new Error(`The dates were refused: ${await dated.text()}`)
  }
}

/** Gives or removes a role, as this browser profile's super admin. */
export async function changeRole(
  context: BrowserContext,
  direction: 'promote' | 'demote',
  email: string,
  role: RoleName,
): Promise<void> {
  await call(context.request, `/api/admin/users/${direction}`, { email, role })
}

/**
 * Records, as this browser profile's reviewer, that an approved person's ID document expired long ago, and asks
 * them to confirm their details.
 */
export async function askAfterExpiry(
  staff: BrowserContext,
  person: BrowserContext,
  email: string,
): Promise<void> {
  const { documents } = await (await person.request.get('/api/documents')).json()
  const front = documents.find(({ documentType }: { documentType: string }) => documentType === 'id-front')
  const dated = await staff.request.put(`/api/documents/${front.id}/dates`, {
    data: { issuedOn: null, expiresOn: '2025-01-31' },
    headers: FROM_OUR_PAGES,
  })
  if (!dated.ok()) throw new Error(`The date was refused: ${await dated.text()}`)
  const id = await userIdOf(staff, email)
  const answer = await (await staff.request.get(`/api/admin/users/${id}/kyc-case`)).json()
  const asked = { version: answer.case.version, note: 'The passport has ended' }
  await call(staff.request, `/api/admin/users/${id}/kyc-reverification`, asked)
}

/** Returns a user's id, as this browser profile's reviewer finds it. */
export async function userIdOf(context: BrowserContext, email: string): Promise<number> {
  const found = await context.request.get(`/api/admin/users?email=${encodeURIComponent(email)}`)
  const { data } = (await found.json()) as { data: { id: number }[] }
  if (!data[0]) throw new Error(`Nobody has the address ${email}`)
  return data[0].id
}

/** Sends a call as our own pages do, and returns its response. Throws if it is refused. */
export async function call<Answer>(request: APIRequestContext, path: string, data: object): Promise<Answer> {
  const answer = await request.post(path, { data, headers: FROM_OUR_PAGES })
  if (!answer.ok()) throw new Error(`${path} was refused: ${await answer.text()}`)
  return (await answer.json()) as Answer
}

async function captchaToken(request: APIRequestContext): Promise<string> {
  const challenge = await (await request.get('/api/captcha/challenge')).json()
  const solution = await solveChallenge({ challenge, deriveKey })
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
}
