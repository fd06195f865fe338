import '#web/ui/jsdom-gaps.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { FormProvider, useForm } from 'react-hook-form'
import { expect, test, vi } from 'vitest'
import type { StoredDocument } from '#contract/documents/uploads.ts'
import type { ItemDecision } from '#contract/verification/cases.ts'
import { endpointQuery, queryClient } from '#web/lib/query-client.ts'
import { sessionQuery } from '#web/lib/session.ts'
import { EMPTY_DATE } from '#web/ui/date-parts.ts'
import { correctionOf, type ReturnedCase } from '../journey/correction.ts'
import { type Journey, JourneyContext } from '../journey/journey.ts'
import { SlotUpload } from './slot-upload.tsx'

const STATEMENT: StoredDocument = {
  id: '0b9f5a0e-2a55-4a6f-8b35-0a6c4d3f2e11',
  documentType: 'bank-statement',
  docType: null,
  kind: 'consumer',
  documentUrl: '/api/documents/0b9f5a0e-2a55-4a6f-8b35-0a6c4d3f2e11',
  fileName: 'statement.pdf',
  mime: 'application/pdf',
  bytes: 4,
  pages: 1,
  width: null,
  height: null,
  problems: [],
  sha256: 'a'.repeat(64),
  issuedOn: '2026-11-03',
  expiresOn: null,
  noIssueDate: false,
  noExpiryDate: false,
  keptAt: null,
  uploadedAt: '2026-11-20T14:32:00Z',
}

const onHold = vi.fn()

function Harness({ own, document }: { own: ReturnedCase; document: StoredDocument }) {
  const form = useForm({
    defaultValues: { firstName: 'Ada', lastName: 'Byron', dob: EMPTY_DATE, address: '1 Mill Lane' },
  })
  const journey = {
    kind: 'consumer',
    document: () => document,
    documents: [document],
    files: [],
    onUnsent: () => undefined,
    onHold,
    correction: correctionOf(own, { stepOfItem: () => 'proof-of-address', mayAdd: () => false }),
  } as Partial<Journey> as Journey
  return (
    <QueryClientProvider client={queryClient}>
      <FormProvider {...form}>
        <JourneyContext value={journey}>
          <SlotUpload slot="bank-statement" description="A second proof of your address." />
        </JourneyContext>
      </FormProvider>
    </QueryClientProvider>
  )
}

/** The letter was returned, so the statement that came with it may be replaced. */
function show(decision: ItemDecision, { printed = '2026-11-03', document = STATEMENT } = {}) {
  queryClient.setQueryData(sessionQuery.queryKey, { isAuthenticated: false, user: null, applicant: null })
  queryClient.setQueryData(
    endpointQuery('GET /api/documents/:id/reading', { params: { id: STATEMENT.id } }).queryKey,
    {
      state: 'read',
      values: [{ field: 'issuedOn', value: printed, confidence: 0.9, proof: 'none', area: null }],
    } as never,
  )
  const own = {
    state: 'needs_resubmission',
    items: [
      { item: 'proof-of-address', decision: 'retry', editable: true, reasons: [], fixed: false },
      { item: 'bank-statement', decision, editable: true, reasons: [], fixed: false },
    ],
  } as unknown as ReturnedCase
  render(<Harness own={own} document={document} />)
}

test('an accepted document that may be replaced says so, and asks nothing again', () => {
  show('accepted')
  expect(screen.getByText('Checked')).toBeVisible()
  expect(screen.queryByText('We read this. Is it right?')).toBeNull()
})

test('its replacement is asked about', async () => {
  show('pending')
  expect(await screen.findByText('We read this. Is it right?')).toBeVisible()
  expect(screen.queryByText('Checked')).toBeNull()
})

test('a date that was read and is too old is shown in its field with what is wrong, and Continue waits', async () => {
  show('pending', { printed: '2025-03-07', document: { ...STATEMENT, issuedOn: null } })
  const tooOld = 'This document is more than 3 months old. Upload a newer one.'
  expect(await screen.findAllByText(tooOld)).toHaveLength(1)
  const field = screen.getByLabelText('Year')
  await userEvent.click(screen.getByRole('button', { name: 'Yes, use it' }))
  expect(screen.getByLabelText('Year')).toHaveValue('2025')
  // The field is still the same one.
  expect(field.isConnected).toBe(true)
  expect(screen.getByText(tooOld)).toBeVisible()
  expect(onHold).toHaveBeenLastCalledWith('bank-statement', tooOld)
})

test('a photo can be undone until it is submitted, even after a reload', async () => {
  const photo = { ...STATEMENT, mime: 'image/jpeg', width: 1200, height: 800 }
  const own = (submittedAt: string | null) =>
    queryClient.setQueryData(endpointQuery('GET /api/onboarding/consumer/case').queryKey, {
      case: { state: 'needs_resubmission', submittedAt },
    } as never)
  own('2026-11-19T10:00:00Z')
  show('pending', { document: photo })
  expect(await screen.findByRole('button', { name: 'Undo' })).toBeVisible()
  own('2026-11-21T10:00:00Z')
  await vi.waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull())
  expect(screen.getByRole('button', { name: 'Upload Different Document' })).toBeVisible()
})

test('a questioned picture blocks Continue until another has replaced it, and can be restored', async () => {
  show('pending', { document: { ...STATEMENT, mime: 'image/png', width: 40, height: 30 } })
  const asked = 'Choose a larger picture, or use this one anyway'
  expect(await screen.findByText('Do you have a larger picture?')).toBeVisible()
  expect(onHold).toHaveBeenLastCalledWith('bank-statement', asked)
  expect(screen.getByText('Uploaded, not ready yet')).toBeVisible()
  expect(screen.queryByText('Document ready')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Upload Different Document' }))
  expect(screen.queryByText('Do you have a larger picture?')).toBeNull()
  expect(onHold).toHaveBeenLastCalledWith('bank-statement', asked)
  await userEvent.click(screen.getByRole('button', { name: 'Back to the file you uploaded' }))
  expect(screen.getByText('Do you have a larger picture?')).toBeVisible()
})

test('while another file is being sent, the stored one does not block Continue', async () => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
  show('pending', { document: { ...STATEMENT, mime: 'image/png', width: 40, height: 30 } })
  const asked = 'Choose a larger picture, or use this one anyway'
  await userEvent.click(await screen.findByRole('button', { name: 'Upload Different Document' }))
  expect(onHold).toHaveBeenLastCalledWith('bank-statement', asked)
  const chosen = new File(['%PDF-1.7 a newer statement'], 'newer.pdf', { type: 'application/pdf' })
  const input = document.querySelector('input[type=file]')
  await userEvent.upload(input as HTMLInputElement, chosen)
  await userEvent.click(await screen.findByRole('button', { name: /^Upload/ }))
  await vi.waitFor(() => expect(onHold).toHaveBeenLastCalledWith('bank-statement', null))
  vi.unstubAllGlobals()
})
