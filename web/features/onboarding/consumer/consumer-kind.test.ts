import { expect, test } from 'vitest'
import type { PlainDate } from '#domain/plain-date.ts'
import { personalDetails } from './personal-details.ts'

const GOOD = {
  firstName: 'Séan',
  lastName: "O'Brien-مريم",
  dob: { day: '9', month: '3', year: '1988' },
  email: 'amara@fernhill.example',
  phone: '020 7946 0123',
  address: '14 Larkfield Road\nBristol',
}
const TODAY = '2026-11-20' as PlainDate

async function problems(change: object): Promise<Record<string, string>> {
  const result = await personalDetails(TODAY).safeParseAsync({ ...GOOD, ...change })
  return Object.fromEntries(result.error?.issues.map((issue) => [String(issue.path[0]), issue.message]) ?? [])
}

test('names with accents, apostrophes and right-to-left script pass', async () => {
  expect(await problems({})).toEqual({})
})

test.each([
  [
    { dob: { day: '31', month: '2', year: '1990' } },
    'dob',
    'Enter a real date of birth, for example 27 3 1988',
  ],
  [{ dob: { day: '', month: '', year: '' } }, 'dob', 'Enter your date of birth'],
  [{ dob: { day: '21', month: '11', year: '2008' } }, 'dob', 'You must be at least 18 years old'],
  [{ phone: '12345' }, 'phone', 'Enter a phone number, like 020 7946 0123 or +44 20 7946 0123'],
  [{ firstName: '  ' }, 'firstName', 'Enter your first name'],
])('%o is refused with its sentence', async (change, field, message) => {
  expect((await problems(change))[field]).toBe(message)
})
