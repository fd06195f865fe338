import { screen } from '@testing-library/react'
import { FormProvider, useForm } from 'react-hook-form'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { StoredDocument } from '#contract/documents/uploads.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { renderRouted } from '#web/lib/testing.ts'
import { type Journey, JourneyContext } from '../journey/journey.ts'
import { type FormValues, valuesFromDraft } from './form-values.ts'
import { ReviewStep } from './review-step.tsx'

const FRONT = {
  id: 'front',
  documentType: 'id-front',
  mime: 'application/pdf',
  issuedOn: null,
  expiresOn: null,
} as StoredDocument

beforeEach(() => vi.stubGlobal('scrollTo', () => undefined))
afterEach(() => {
  queryClient.clear()
  vi.unstubAllGlobals()
})

/** The review of someone whose ID's expiry date was read; `isEditable` in a returned case. */
function show(expiresOn: string, isEditable?: boolean) {
  vi.stubGlobal('fetch', async (url: string) => {
    if (url === '/api/documents/front/reading')
      return Response.json({ state: 'read', values: [{ field: 'expiresOn', value: expiresOn }] })
    return new Response('{}', { status: 404 })
  })
  const journey = {
    path: '/onboarding/consumer',
    applicant: { userId: 1, auth0Id: 'one', isVisitor: false },
    position: { number: 8, total: 8 },
    document: (slot: string) => (slot === 'id-front' ? FRONT : null),
    files: ['id-front'],
    searchOf: () => ({}),
    correction: isEditable === undefined ? null : { own: { items: [] }, isEditable: () => isEditable },
  } as unknown as Journey
  renderRouted(() => (
    <FormProvider {...useForm<FormValues>({ values: valuesFromDraft({}, null) })}>
      <JourneyContext value={journey}>
        <ReviewStep />
      </JourneyContext>
    </FormProvider>
  ))
}

it('says before the submission that a document has expired by the date that was read', async () => {
  show('2020-03-01')
  expect(await screen.findByText('ID front: check the date')).toBeVisible()
  expect(screen.getByText(/^By the date we read: This document has expired\./)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Look at it again' })).toHaveAttribute(
    'href',
    expect.stringContaining('/onboarding/consumer'),
  )
})

it.each([
  ['is still valid', '2099-03-01', undefined],
  ['can’t be replaced in a returned case', '2020-03-01', false],
])('says nothing of a document that %s', async (_, expiresOn, isEditable) => {
  show(expiresOn, isEditable)
  await screen.findByRole('heading', { name: 'Documents' })
  await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0))
  expect(screen.queryByText('ID front: check the date')).toBeNull()
})
