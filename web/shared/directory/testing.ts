import { vi } from 'vitest'
import { isDocumentSlot } from '#contract/documents/documents.ts'
import type { BusinessProfile } from '#contract/onboarding/business.ts'
import { businessField, businessShape } from '#contract/onboarding/business-fields.ts'
import type { ReviewCase, ReviewItem } from '#contract/review/admin-cases.ts'
import type { ItemKey } from '#contract/verification/cases.ts'
import { FINAL_REASONS } from '#contract/verification/reason-codes.ts'
import { retryReasonsFor } from '#domain/cases/decision-reasons.ts'

/** An undecided item, with a file if it is a document. */
export function reviewItem(item: ItemKey, label: string, changes: Partial<ReviewItem> = {}): ReviewItem {
  const isFile = isDocumentSlot(item)
  return {
    item,
    label,
    decision: 'pending',
    reasons: [],
    applicantText: null,
    internalNote: null,
    acceptedBy: null,
    formerMark: null,
    beforeAccept: [],
    possibleReasons: [...retryReasonsFor(item), ...FINAL_REASONS],
    changed: false,
    before: null,
    after: null,
    evidence: null,
    judgedBy: isFile ? [storedDocument().id] : [],
    supportChanges: [],
    document: isFile ? storedDocument() : null,
    isRead: false,
    notices: [],
    formerDocuments: [],
    ...changes,
  }
}

/** A submitted case with these items. */
export function reviewCase(items: ReviewItem[], changes: Partial<ReviewCase> = {}): ReviewCase {
  return {
    id: 7,
    kind: 'consumer',
    state: 'submitted',
    kyc_status: 'submitted',
    version: 3,
    round: 1,
    submittedAt: '2025-11-19T10:00:00Z',
    emailConfirmed: true,
    dueAt: '2025-11-21T10:00:00Z',
    dueState: 'on_time',
    workingMs: 3_600_000,
    decidedAt: null,
    decidedBy: null,
    approval: null,
    confirmBy: null,
    documentsOpen: { until: null },
    lapsedClaim: null,
    owner: null,
    proposal: null,
    riskDisclosure: 'confirmed',
    items,
    missingEvidence: [],
    statusObstacles: [],
    hints: [],
    hintUserIds: [],
    isOwn: false,
    mayDecide: true,
    notes: [],
    undoUntil: null,
    events: [],
    ...changes,
  }
}

/** A company as last submitted, with every optional field set. */
export function businessProfile(changes: Partial<BusinessProfile> = {}): BusinessProfile {
  return {
    ...businessShape<BusinessProfile>((name) => [businessField(name).wire, null]),
    id: 3,
    legal_name: 'Fern Hill Limited',
    registered_address: '1 Fern Lane\nBristol\nBS99 1AA',
    registration_country: 'GB',
    company_number: '01234567',
    bank_country: 'GB',
    no_ubo_reason: null,
    user_type: 'corporate',
    verification_status: 'submitted',
    cdd_status: 'submitted',
    created_at: '2025-11-19T10:00:00Z',
    representatives: [],
    beneficialOwners: [],
    seniorManager: null,
    ...changes,
  }
}

/** A fake server: answers by method and path, records requests, refuses unexpected ones. */
export function fakeServer(answers: Record<string, { status?: number; body: unknown }>) {
  const calls: { key: string; body: unknown }[] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const key = `${init.method ?? 'GET'} ${url.split('?')[0]}`
    const answer = answers[key]
    if (!answer) throw new Error(`Nobody expected ${key}`)
    calls.push({ key, body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined })
    return Response.json(answer.body, { status: answer.status ?? 200 })
  })
  return calls
}

/** A file as the server describes it. */
export function storedDocument(
  id = '00000000-0000-4000-8000-000000000000',
): NonNullable<ReviewItem['document']> {
  return {
    id,
    documentType: 'id-front',
    docType: null,
    kind: 'consumer',
    documentUrl: `/api/documents/${id}`,
    fileName: 'front.jpg',
    mime: 'image/jpeg',
    bytes: 1000,
    pages: null,
    width: 1200,
    height: 800,
    problems: [],
    sha256: 'a'.repeat(64),
    issuedOn: null,
    expiresOn: null,
    noIssueDate: false,
    noExpiryDate: false,
    uploadedAt: '2025-11-19T09:00:00Z',
    keptAt: null,
  }
}
