import { expect, test } from 'vitest'
import { startNotes } from './start-notes.ts'

const STATUS_CALL =
  'warn: The status call approves without a review of every item; STATUS_CALL=reviewed makes it ask for one'
const SCAN = 'info: The malware scan is off; CLAMD_URL turns it on'
const clamdUrl = new URL('tcp://scan.example:3310').href

test('the start warns about misspelt variables', () => {
  const config = { production: false, statusCall: undefined, clamdUrl }
  expect(startNotes(config, ['MAIL_FORM is set'])).toEqual([{ level: 'warn', text: 'MAIL_FORM is set' }])
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
