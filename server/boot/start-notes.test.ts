import { expect, test } from 'vitest'
import { inspectCompany } from '#server/commands/doctor/company.ts'
import { readConfig } from '#server/config.ts'
import { PRODUCTION } from '#server/testing/production.ts'
import { madeUpDetails } from './company-details.ts'
import { startNotes } from './start-notes.ts'

const STATUS_CALL =
  'warn: The status call approves without a review of every item; STATUS_CALL=reviewed makes it ask for one'
const SCAN = 'info: The malware scan is off; CLAMD_URL turns it on'
const clamdUrl = new URL('tcp://scan.example:3310').href

test('the start warns about misspelt variables', () => {
  const config = { production: false, statusCall: undefined, clamdUrl }
  expect(startNotes(config, ['MAIL_FORM is set'])).toEqual([{ level: 'warn', text: 'MAIL_FORM is set' }])
})

test('the start warns about made-up details of the company, in doctor’s sentences', () => {
  const { mailFrom, ...config } = readConfig(PRODUCTION)
  const says = madeUpDetails({ ...config, mailFrom: 'no-reply@example.com' })
  expect(says).toEqual([
    expect.stringMatching(/^COMPANY_LEGAL_NAME,.* are still the sample’s: .* Set them\.$/),
    'Mails would be sent from no-reply@example.com, which no mail server takes: set MAIL_FROM.',
    expect.stringMatching(/^COMPANY_DOMAINS has/),
  ])
  expect(inspectCompany({ ...config, mailFrom: 'no-reply@example.com' }).map((found) => found.says)).toEqual(
    expect.arrayContaining(says),
  )
  expect(startNotes(config, [], says)).toEqual(
    expect.arrayContaining(says.map((text) => ({ level: 'warn', text }))),
  )
})

test.each([
  [
    'in production where no one has chosen',
    { production: true, statusCall: undefined, clamdUrl },
    [STATUS_CALL],
  ],
  [
    'in production by the specification, on purpose',
    { production: true, statusCall: 'specified', clamdUrl },
    [],
  ],
  ['in production after a review', { production: true, statusCall: 'reviewed', clamdUrl }, []],
  ['on a developer’s machine', { production: false, statusCall: undefined, clamdUrl }, []],
  [
    'without a malware scan',
    { production: true, statusCall: undefined, clamdUrl: undefined },
    [SCAN, STATUS_CALL],
  ],
] as const)(
  'the start warns about an unreviewed status call and a missing malware scan: %s',
  (_where, config, notes) => {
    expect(startNotes(config as never).map(({ level, text }) => `${level}: ${text}`)).toEqual(notes)
  },
)
