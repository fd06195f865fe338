import { expect, test } from 'vitest'
import type { AnyEndpoint } from '#contract/endpoint.ts'
import { ENDPOINTS } from '#contract/endpoints.ts'
import { ROLES } from '#contract/roles.ts'
import { eventTitle, eventTypeTitle } from './event-titles.ts'
import { READ_TITLES, readTitle } from './read-titles.ts'

const endpoints: readonly AnyEndpoint[] = ENDPOINTS
const read: readonly string[] = endpoints
  .filter(
    ({ method, access }) => method === 'GET' && ROLES.auditor.may.some((capability) => capability === access),
  )
  .map(({ path }) => path)

test('R24 everything that an auditor’s role lets them read has words of its own', () => {
  expect(read.length).toBeGreaterThan(30)
  expect(read.filter((path) => READ_TITLES[path] === undefined)).toEqual([])
  expect(Object.keys(READ_TITLES).filter((path) => !read.includes(path))).toEqual([])
})

test.each([
  ['GET /api/admin/users', 'Read by an auditor: the users'],
  ['GET /api/admin/users/export.csv', 'Read by an auditor: an export of the users'],
  ['GET /api/admin/users/42/kyc-case', 'Read by an auditor: the user’s verification'],
  ['GET /api/admin/invoices/INV-2026-0007/pdf', 'Read by an auditor: the PDF of an invoice (INV-2026-0007)'],
  ['GET /api/admin/gone/7', 'Read by an auditor: /api/admin/gone/7'],
  [null, 'Read by an auditor'],
])('R24 %s is told as %s', (subject, title) => {
  expect(readTitle(subject)).toBe(title)
})

test('R24 a thumbnail is told by its document', () => {
  expect(
    eventTitle({ type: 'admin.read', subject: 'document:1', after: { slot: 'selfie', size: 'thumbnail' } }),
  ).toBe('Read by an auditor: Selfie, as a small picture')
})

test.each([
  ['document.read', 'Reading of a document by machine'],
  ['screening.match_proposed', 'Someone said what a screening match is; a second person has to agree'],
  ['screening.match_decided', 'A screening match was confirmed or dismissed'],
  ['auth.method_added', 'Passkey or authenticator app added'],
  ['case.viewed', 'Case opened'],
])('the name of the type %s is true whatever its details', (type, title) => {
  expect(eventTypeTitle(type)).toBe(title)
})

test.each([
  ['read', 'Selfie read by machine'],
  ['nothing', 'Selfie read by machine: nothing found'],
  ['failed', 'Selfie could not be read by machine'],
])('a reading that ended as %s is told as %s', (state, title) => {
  expect(eventTitle({ type: 'document.read', subject: null, after: { slot: 'selfie', state } })).toBe(title)
})
