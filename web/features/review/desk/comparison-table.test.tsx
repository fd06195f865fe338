import { render, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { ReadValue } from '#contract/documents/readings.ts'
import { formatDate } from '#web/lib/dates.ts'
import { ComparisonTable } from './comparison-table.tsx'
import type { DeclaredRow } from './declared-rows.ts'
import { areaOf, comparedRows, type ReadEvidence } from './line-readings.ts'

const area = { page: 1, left: 0.1, top: 0.2, width: 0.3, height: 0.05 }
const value = (field: ReadValue['field'], text: string): ReadValue => ({
  field,
  value: text,
  source: 'print',
  proof: null,
  confidence: 0.9,
  area,
})
const rows: DeclaredRow[] = [
  { label: 'Last name', value: 'Müller', field: 'surname' },
  { label: 'Address', value: '14 Larkfield Road', field: 'address' },
  { label: 'Place of birth', value: 'Leeds' },
]
const readings = [
  { document: { id: 'a' }, values: [value('surname', 'MUELLER'), value('address', '41 Larkfield Road')] },
] as unknown as ReadEvidence[]

test('shows declared next to read, with the differences marked on both sides and described', () => {
  render(<ComparisonTable rows={comparedRows(rows, readings)} />)
  const name = within(screen.getByRole('row', { name: /Last name/ }))
  expect(name.getByText('Fits')).toBeInTheDocument()
  const address = screen.getByRole('row', { name: /Address/ })
  expect(within(address).getByText('Differs')).toBeInTheDocument()
  expect([...address.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual(['14', '41'])
  expect(within(address).getByText('Declared “14”, read “41”.')).toBeInTheDocument()
})

test('a row is marked where the sides of the document differ, and shows the value that is proved', () => {
  const front = { ...value('surname', 'MULLER'), contradicted: { by: 'id-back', value: 'MARCHETTI' } }
  const back = {
    ...value('surname', 'MARCHETTI'),
    proof: 'right',
    contradicted: { by: 'id-front', value: 'MULLER' },
  }
  const sides = [
    { document: { id: 'a' }, values: [front] },
    { document: { id: 'b' }, values: [back] },
  ] as unknown as ReadEvidence[]
  const { unmount } = render(<ComparisonTable rows={comparedRows(rows.slice(0, 1), sides.slice(0, 1))} />)
  const marked = within(screen.getByRole('row', { name: /Last name/ }))
  expect(marked.getByText('Fits')).toBeVisible()
  expect(marked.getByText('Sides differ')).toBeVisible()
  expect(marked.getByText('The back says Marchetti')).toBeVisible()
  unmount()
  render(<ComparisonTable rows={comparedRows(rows.slice(0, 1), sides)} />)
  expect(screen.getByText('The front says Muller')).toBeVisible()
})

test('swapped first and last names are not a difference, and a different one is', () => {
  const names = (first: string, last: string): DeclaredRow[] => [
    { label: 'First name', value: first, field: 'givenNames' },
    { label: 'Last name', value: last, field: 'surname' },
  ]
  const read = [
    { document: { id: 'a' }, values: [value('givenNames', 'ADA MARIE'), value('surname', 'LOVELACE')] },
  ] as unknown as ReadEvidence[]
  const kinds = (first: string, last: string) =>
    comparedRows(names(first, last), read).map((row) => row.read?.comparison?.kind)
  expect(kinds('Lovelace', 'Ada Marie')).toEqual(['fits', 'fits'])
  expect(kinds('Ada Marie', 'Lovelace')).toEqual(['same', 'same'])
  expect(kinds('Lovelace', 'Ada')).toEqual(['differs', 'differs'])
  expect(kinds('Ada Marie', 'Byron')).toEqual(['same', 'differs'])
})

test('a nationality is shown as its country with the code of the document', () => {
  const asked: DeclaredRow = { label: 'Nationality', value: 'Not asked', field: 'nationality', plain: '' }
  const read = [
    { document: { id: 'a' }, values: [{ ...value('nationality', 'IRL'), text: 'Ireland (IRL)' }] },
  ]
  render(<ComparisonTable rows={comparedRows([asked], read as unknown as ReadEvidence[])} />)
  const row = within(screen.getByRole('row', { name: /Nationality/ }))
  expect(row.getByText('Ireland (IRL)')).toBeInTheDocument()
})

test('a different date is marked where it differs, as it is shown', () => {
  const born = {
    label: 'Born',
    field: 'birthDate',
    plain: '1990-03-09',
    value: formatDate('1990-03-09'),
  } as const
  const read = [{ document: { id: 'a' }, values: [value('birthDate', '1980-03-09')] }]
  render(<ComparisonTable rows={comparedRows([born], read as unknown as ReadEvidence[])} />)
  const marks = [...screen.getByRole('row', { name: /Born/ }).querySelectorAll('mark')]
  expect(marks.map(({ textContent }) => textContent)).toEqual(['9', '8'])
})

test('a date that was read is judged by its rule if it differs from the declared one', () => {
  const issued = {
    label: 'Issued',
    field: 'issuedOn',
    plain: '2026-02-01',
    value: formatDate('2026-02-01'),
    check: { isGood: true, text: 'Within 3 months' },
    checkOf: () => ({ isGood: false, text: 'Over 3 months old' }),
  } as const
  const read = (on: string) => [{ document: { id: 'a' }, values: [value('issuedOn', on)] }]
  const rowsOf = (on: string) => comparedRows([issued], read(on) as unknown as ReadEvidence[])
  const { rerender } = render(<ComparisonTable rows={rowsOf('2025-08-20')} />)
  const row = within(screen.getByRole('row', { name: /Issued/ }))
  expect(row.getByText('Declared: within 3 months')).toBeInTheDocument()
  expect(row.getByText('Read: over 3 months old')).toBeInTheDocument()
  rerender(<ComparisonTable rows={rowsOf('2026-02-01')} />)
  expect(row.getByText('Within 3 months')).toBeInTheDocument()
  expect(row.queryByText(/^Read/)).toBeNull()
})

test('without a reading the table has no column for it', () => {
  render(<ComparisonTable rows={comparedRows(rows, [])} />)
  expect(screen.queryByRole('columnheader', { name: 'Read' })).toBeNull()
})

test('the fields of a line are marked together on the document that shows them', () => {
  expect(areaOf({ rows, readings }, 'a')).toMatchObject({ left: 0.1, top: 0.2 })
  expect(areaOf({ rows, readings }, 'b')).toBeNull()
})

test.each<[string, Partial<ReadValue>, string]>([
  ['of a code with its check digits', { source: 'code', proof: 'right' }, 'Check digits right'],
  ['of a code that contradicts itself', { source: 'code', proof: 'wrong' }, 'Check digits wrong'],
  ['that the number of a licence holds', { proof: 'right' }, 'Fits the licence number'],
  ['that it holds in another way', { proof: 'wrong' }, 'Doesn’t fit the licence number'],
  ['of print of which the reader is unsure', { confidence: 0.81 }, 'Read with doubt'],
  ['of a code of which it is unsure', { source: 'code', confidence: 0.86 }, 'Read with doubt'],
  ['of a PDF’s text', { source: 'text' }, 'From the PDF’s text'],
  ['for which a code may have no room', { source: 'code', isCutOff: true }, 'May be cut off in the code'],
])('shows how sure it is next to a value %s', (_, facts, text) => {
  const read = [{ document: { id: 'a' }, values: [{ ...value('surname', 'MULLER'), ...facts }] }]
  render(<ComparisonTable rows={comparedRows(rows, read as unknown as ReadEvidence[])} />)
  expect(within(screen.getByRole('row', { name: /Last name/ })).getByText(text)).toBeInTheDocument()
})

test('a value that was read well, and that nothing proves, is shown by itself', () => {
  const read = [{ document: { id: 'a' }, values: [{ ...value('surname', 'MULLER'), confidence: 0.82 }] }]
  render(<ComparisonTable rows={comparedRows(rows, read as unknown as ReadEvidence[])} />)
  expect(screen.getByRole('row', { name: /Last name/ })).toHaveTextContent('Last nameMüllerMullerFits')
})
