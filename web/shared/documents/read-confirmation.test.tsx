import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import type { ReadValue } from '#contract/documents/readings.ts'
import type { StoredDocument } from '#contract/documents/uploads.ts'
import { formatDate } from '#web/lib/dates.ts'
import { endpointQuery, queryClient } from '#web/lib/query-client.ts'
import { ReadConfirmation } from './read-confirmation.tsx'

const ID = '00000000-0000-4000-8000-000000000001'
const document = { id: ID, documentType: 'id-front' } as StoredDocument
const value = (field: ReadValue['field'], text: string): ReadValue => ({
  field,
  value: text,
  source: 'code',
  proof: 'right',
  confidence: 0.9,
  area: null,
})

afterEach(() => {
  queryClient.clear()
  sessionStorage.clear()
})

function show(
  state: 'read' | 'nothing',
  values: ReadValue[],
  typed = {},
  fillable = Object.keys(typed) as ReadValue['field'][],
  failure: string | null = null,
) {
  const { queryKey } = endpointQuery('GET /api/documents/:id/reading', { params: { id: ID } })
  queryClient.setQueryData(queryKey, { state, values })
  const onFill = vi.fn(async () => failure)
  render(
    <QueryClientProvider client={queryClient}>
      <ReadConfirmation
        document={document}
        docType={null}
        typed={typed}
        fillable={fillable}
        onFill={onFill}
      />
    </QueryClientProvider>,
  )
  return onFill
}

test('what was read fills empty fields; differences are marked and only used by their own press', async () => {
  const onFill = show('read', [value('surname', 'OKAFOR'), value('birthDate', '1988-03-09')], {
    surname: 'Okafer',
    birthDate: null,
  })
  expect(screen.getByText('Okafor')).toBeInTheDocument()
  expect(screen.getByText(/≠ Differs from what you typed: Okafer/)).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Fill in the rest' }))
  expect(onFill).toHaveBeenLastCalledWith([expect.objectContaining({ field: 'birthDate' })])
  expect(screen.queryByText('Checked against what we read')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Use what we read for Last name' }))
  expect(onFill).toHaveBeenLastCalledWith([expect.objectContaining({ field: 'surname' })])
})

test('an address that was typed in lines is told in one', () => {
  show('read', [value('address', '28 LARKFIELD ROAD, GLASGOW, G99 2AF')], {
    address: '14 Larkfield Road\nBristol\nBS99 1AA',
  })
  const typed = '≠ Differs from what you typed: 14 Larkfield Road, Bristol, BS99 1AA'
  expect(screen.getByText(typed)).toBeInTheDocument()
})

test('what the other side says instead is shown, also of a number that no one typed', async () => {
  const by = 'id-back' as const
  const values = [
    { ...value('birthDate', '1988-03-09'), contradicted: { by, value: '1989-03-09' } },
    { ...value('number', 'SP4082617'), contradicted: { by, value: 'SP4082671' } },
    value('nationality', 'NGA'),
  ]
  show('read', values, { birthDate: '1988-03-09' })
  expect(screen.getByText(`≠ The back says ${formatDate('1989-03-09')}`)).toBeVisible()
  expect(screen.getByText('≠ The back says SP4082671')).toBeVisible()
  expect(screen.queryByText('Nationality')).toBeNull()
  expect(screen.getByText(/both photos show the same document/)).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Yes, that’s right' }))
  expect(screen.getByText(/^Parts of the document say different things\./)).toBeVisible()
})

test('the question is announced, and is a heading still', () => {
  show('read', [value('surname', 'OKAFOR')])
  const question = screen.getByRole('heading', { name: 'We read this. Is it right?' })
  expect(screen.getByRole('status')).toContainElement(question)
})

test('someone who keeps a difference is told so each time, and not asked again', async () => {
  const values = [value('surname', 'OKAFOR'), value('name', 'M OKAFOR')]
  const typed = { surname: 'Okafer', name: 'Mary Okafer' }
  show('read', values, typed, ['surname'])
  expect(screen.getAllByRole('button', { name: /^Use what we read/ })).toHaveLength(1)
  await userEvent.click(screen.getByRole('button', { name: 'Keep what I typed' }))
  expect(screen.getByText(/differs from what we read\. Our team will compare it/)).toBeInTheDocument()
  cleanup()
  show('read', values, typed, ['surname'])
  expect(screen.queryByText('We read this. Is it right?')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Look again' }))
  expect(screen.getByText('We read this. Is it right?')).toBeInTheDocument()
})

test('what fits is used or kept with one press, after which the question is answered', async () => {
  const onFill = show('read', [value('surname', 'OKAFOR')], { surname: '' })
  await userEvent.click(screen.getByRole('button', { name: 'Yes, use it' }))
  expect(onFill).toHaveBeenCalledWith([expect.objectContaining({ field: 'surname' })])
  expect(await screen.findByText('Checked against what we read')).toBeInTheDocument()
})

test('a name that a code may have truncated is neither filled in nor a difference from the whole one', async () => {
  const short = { ...value('givenNames', 'WILHELMINA CHARL'), isCutOff: true }
  const onFill = show('read', [short, value('birthDate', '1988-03-09')], { givenNames: '', birthDate: '' })
  expect(screen.getByText(/may not have room for all of it\. Type it in full/)).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Yes, use it' }))
  expect(onFill).toHaveBeenCalledWith([expect.objectContaining({ field: 'birthDate' })])
  cleanup()
  sessionStorage.clear()
  show('read', [short], { givenNames: 'Wilhelmina Charlotte' })
  expect(screen.queryByText(/Differs/)).toBeNull()
  cleanup()
  show('read', [short], { givenNames: 'Wilhelmina Carla' })
  expect(screen.getByText(/Differs from what you typed/)).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: /^Use what we read/ })).toBeNull()
})

test('a date that rules the document out is shown with what was read, even after the question is answered', async () => {
  show('read', [value('surname', 'OKAFOR'), value('expiresOn', '2024-02-12')], { surname: 'Okafor' })
  const expired = 'This document has expired. Upload one that is still valid.'
  expect(screen.getByText(expired)).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'No, keep what I typed' }))
  expect(screen.getByText(new RegExp(`By the expiry date we read: ${expired}`))).toBeInTheDocument()
  expect(screen.queryByText('Checked against what we read')).toBeNull()
})

test('a date that rules the document out is shown as well as what differs', async () => {
  show('read', [value('surname', 'OKAFOR'), value('expiresOn', '2024-02-12')], { surname: 'Okafer' })
  await userEvent.click(screen.getByRole('button', { name: 'Keep what I typed' }))
  expect(screen.getByText(/By the expiry date we read: This document has expired\./)).toBeVisible()
  expect(screen.getByText(/What you typed differs from what we read\./)).toBeVisible()
})

test('why something couldn’t be saved is shown, and the question stays', async () => {
  show('read', [value('expiresOn', '2036-02-12')], { expiresOn: null }, ['expiresOn'], 'You’re offline.')
  await userEvent.click(screen.getByRole('button', { name: 'Yes, use it' }))
  expect(screen.getByRole('alert')).toHaveTextContent('You’re offline.')
  expect(screen.getByRole('button', { name: 'Yes, use it' })).toBeInTheDocument()
})

test('capitals and accents are no difference, and nothing is said if nothing was read', () => {
  show('read', [value('surname', 'MUELLER')], { surname: 'Müller' })
  expect(screen.queryByText(/Differs/)).toBeNull()
})

test('a document without a reading says nothing about it', () => {
  show('nothing', [])
  expect(screen.queryByText(/We read/)).toBeNull()
})
