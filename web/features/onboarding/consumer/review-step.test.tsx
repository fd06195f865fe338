import { screen } from '@testing-library/react'
import { FormProvider, useForm } from 'react-hook-form'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { ReadField } from '#contract/documents/readings.ts'
import type { StoredDocument } from '#contract/documents/uploads.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { renderRouted } from '#web/lib/testing.ts'
import { rememberReadingAnswered } from '#web/shared/documents/read-differences.ts'
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
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

const TYPED = {
  firstName: 'Ben',
  lastName: 'Desk',
  dob: '1988-03-09',
  address: '14 Larkfield Road\nBristol\nBS99 1AA',
}

/** The review of someone on whose ID front this is read; `isEditable` in a returned case. */
function show(read: Partial<Record<ReadField, string>>, isEditable?: boolean) {
  let isRead = false
  vi.stubGlobal('fetch', async (url: string) => {
    if (url !== '/api/documents/front/reading') return new Response('{}', { status: 404 })
    const values = Object.entries(read).map(([field, value]) => ({ field, value }))
    const answer = isRead ? { state: 'read', values } : { state: 'waiting', values: [] }
    // The reading comes while the review is open.
    isRead = true
    return Response.json(answer)
  })
  const correction = {
    own: { items: [] },
    isEditable: () => isEditable,
    isFinal: () => !isEditable,
    isAccepted: () => false,
    mustReplace: () => false,
  }
  const journey = {
    path: '/onboarding/consumer',
    applicant: { userId: 1, auth0Id: 'one', isVisitor: false },
    position: { number: 8, total: 8 },
    document: (slot: string) => (slot === 'id-front' ? FRONT : null),
    files: ['id-front'],
    searchOf: () => ({}),
    correction: isEditable === undefined ? null : correction,
  } as unknown as Journey
  renderRouted(() => (
    <FormProvider {...useForm<FormValues>({ values: valuesFromDraft(TYPED, null) })}>
      <JourneyContext value={journey}>
        <ReviewStep />
      </JourneyContext>
    </FormProvider>
  ))
}

const SOON = { timeout: 5000 }
const expired = { expiresOn: '2020-03-01' }
const ofSomeoneElse = { givenNames: 'AMARA', surname: 'OKAFOR', birthDate: '1988-03-09' }

it('says before the submission that a document has expired by the date that was read', async () => {
  show(expired)
  expect(await screen.findByText('ID front: check the expiry date', {}, SOON)).toBeVisible()
  expect(screen.getByText(/^By the expiry date we read: This document has expired\./)).toBeVisible()
  expect(screen.getByRole('link', { name: /^Look again ?at your ID front$/ })).toHaveAttribute(
    'href',
    expect.stringContaining('/onboarding/consumer'),
  )
})

it('says that a document differs from what was typed, and leaves Submit open', async () => {
  show(ofSomeoneElse)
  expect(await screen.findByText('ID front: check the name', {}, SOON)).toBeVisible()
  expect(screen.getByText(/^The name we read on it differs from what you typed\./)).toBeVisible()
  expect(screen.getByRole('link', { name: /^Look again ?at your ID front$/ })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Submit for verification' })).toBeEnabled()
})

it('says all that speaks against a document in one place', async () => {
  show({ ...ofSomeoneElse, ...expired, birthDate: '1988-09-03' })
  expect(
    await screen.findByText('ID front: check the name, date of birth and expiry date', {}, SOON),
  ).toBeVisible()
  expect(
    screen.getByText(/expired\..* The name and date of birth we read on it differ from what you typed\./),
  ).toBeVisible()
})

it.each([
  ['is still valid', { expiresOn: '2099-03-01' }, undefined],
  ['can’t be replaced in a returned case', { ...ofSomeoneElse, ...expired }, false],
  ['fits what was typed', { givenNames: 'BEN', surname: 'DESK', birthDate: '1988-03-09' }, undefined],
])('says nothing of a document that %s', async (_, read, isEditable) => {
  show(read, isEditable)
  await expectNothingSaid()
})

it('says nothing of a difference that its owner has looked at and kept', async () => {
  rememberReadingAnswered(FRONT.id)
  show(ofSomeoneElse)
  await expectNothingSaid()
})

async function expectNothingSaid() {
  await screen.findByRole('heading', { name: 'Documents' })
  await vi.waitFor(() => {
    const [, reading] = queryClient.getQueriesData<{ state: string }>({})[0] ?? []
    expect(reading?.state ?? 'read').toBe('read')
    expect(queryClient.isFetching()).toBe(0)
  }, SOON)
  expect(screen.queryByText(/^ID front: check/)).toBeNull()
}
