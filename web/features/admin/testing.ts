import { vi } from 'vitest'
import type { ReviewCase, ReviewItem } from '#contract/admin-cases.ts'
import { FINAL_REASONS, type ItemKey } from '#contract/cases.ts'
import { retryReasonsFor } from '#domain/decision-reasons.ts'

/** An undecided item with a file where it is a document. */
export function reviewItem(item: ItemKey, label: string, changes: Partial<ReviewItem> = {}): ReviewItem {
  const isFile = item !== 'name' && item !== 'birth_date' && item !== 'address'
  return {
    item,
    label,
    decision: 'pending',
    reasons: [],
    applicantText: null,
    internalNote: null,
    decidedBy: null,
    decidedAt: null,
    possibleReasons: [...retryReasonsFor(item), ...FINAL_REASONS],
    changed: false,
    before: null,
    after: null,
    document: isFile ? storedDocument() : null,
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
    dueAt: '2025-11-21T10:00:00Z',
    dueState: 'on_time',
    decidedAt: null,
    decidedBy: null,
    riskDisclosureAccepted: true,
    items,
    missingEvidence: [],
    hints: [],
    mayDecide: true,
    events: [],
    ...changes,
  }
}

/** Stands in for the server: answers by method and path, keeps what it was sent, refuses what nobody expected. */
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
    kind: 'consumer',
    documentUrl: `/api/documents/${id}`,
    fileName: 'front.jpg',
    mime: 'image/jpeg',
    bytes: 1000,
    pages: null,
    sha256: 'a'.repeat(64),
    issuedOn: null,
    expiresOn: null,
    uploadedAt: '2025-11-19T09:00:00Z',
  }
}
