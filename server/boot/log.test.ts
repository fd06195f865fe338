import { expect, test } from 'vitest'
import { changeLevelBySignal, createLog, SENSITIVE } from './log.ts'

function lines() {
  const written: string[] = []
  const log = createLog('info', { write: (line: string) => void written.push(line) })
  return { log, last: () => JSON.parse(written.at(-1) ?? '') }
}

test('R60 a secret never reaches a line, wherever it is in the logged object', () => {
  const { log, last } = lines()
  log.info(
    { password: 'p', form: { token: 't', headers: { cookie: 'c', accept: 'a' } }, user: 7 },
    'answered',
  )
  expect(last()).toMatchObject({
    password: '[redacted]',
    form: { token: '[redacted]', headers: { cookie: '[redacted]', accept: 'a' } },
    user: 7,
    msg: 'answered',
  })
})

test('the logged object itself is not changed', () => {
  const { log } = lines()
  const form = { secret: 's' }
  log.info({ form }, 'sent')
  expect(form).toEqual({ secret: 's' })
})

test('R60 a failed query is logged without its values', () => {
  const { log, last } = lines()
  const cause = Object.assign(new Error('duplicate key'), { code: '23505' })
  log.error(
    { err: new Error('Failed query: insert … params: ada@people.example', { cause }) },
    'request failed',
  )
  expect(last().err).toMatchObject({ message: 'Failed query', cause: { code: '23505' } })
  expect(JSON.stringify(last())).not.toContain('ada@people.example')
})

test('R60 a copy of an error, as the job queue passes it on, is logged like the error', () => {
  const { log, last } = lines()
  log.error({ err: { message: 'connect ECONNREFUSED', code: 'ECONNREFUSED', queue: 'send-mails' } }, 'no')
  expect(last().err).toMatchObject({ message: 'connect ECONNREFUSED', code: 'ECONNREFUSED' })
  log.error({ err: { message: 'Failed query: select … params: ada@people.example' } }, 'no')
  expect(last().err).toMatchObject({ message: 'Failed query' })
  expect(JSON.stringify(last())).not.toContain('ada@people.example')
  log.error({ err: 'ada@people.example' }, 'no')
  expect(last().err).toEqual({ message: 'not an error' })
})

/** Written out again here, so that removing a name from the list fails this test. */
const MUST_HIDE = [
  ...['password', 'passwordHash', 'secret', 'client_secret', 'api_key', 'token', 'access_token', 'id_token'],
  ...['refresh_token', 'captchaToken', 'code_verifier', 'authorization', 'Proxy-Authorization', 'cookie'],
  ...[
    'Set-Cookie',
    'signature',
    'fileData',
    'dob',
    'dateOfBirth',
    'date_of_birth',
    'birthDate',
    'birth_date',
  ],
  ...['births', 'taxNumber', 'tax_number', 'accountNumber', 'bankAccountNumber', 'bank_account_number'],
  ...['sort_code', 'bankSortCode', 'iban', 'IBAN'],
]

test.each([...new Set([...MUST_HIDE, ...SENSITIVE])])(
  'T8 R60 a property called %s never reaches a line',
  (name) => {
    const { log, last } = lines()
    const mark = '1971-07-17'
    for (const line of [
      { [name]: mark },
      { body: { [name]: mark } },
      { req: { body: { [name]: mark } } },
      { people: [{ [name]: mark }] },
      { body: { [name]: { year: mark } } },
    ]) {
      log.info(line, 'told')
      expect([name, JSON.stringify(last()).includes(mark)]).toEqual([name, false])
      log.error({ err: new Error('no'), ...line }, 'told')
      expect([name, JSON.stringify(last()).includes(mark)]).toEqual([name, false])
    }
  },
)

test('T8 R60 every name on the list is spelt as it is looked up', () => {
  for (const name of SENSITIVE) expect(name).toMatch(/^[a-z]+$/)
})

test('other properties are logged', () => {
  const { log, last } = lines()
  log.info({ code: 'NOT_FOUND', state: 'draft', tokens: 3, list: ['a', { b: 1 }] }, 'told')
  expect(last()).toMatchObject({ code: 'NOT_FOUND', state: 'draft', tokens: 3, list: ['a', { b: 1 }] })
})

test('SIGUSR2 turns every line on, and the next one returns to the configured level', () => {
  const written: string[] = []
  const log = createLog('warn', { write: (line: string) => void written.push(JSON.parse(line).msg) })
  const former = process.listeners('SIGUSR2')
  changeLevelBySignal(log, 'warn')
  try {
    log.debug('before')
    process.emit('SIGUSR2')
    log.debug('while it is on')
    process.emit('SIGUSR2')
    log.info('afterwards')
    const changed = 'The level of the log was changed by SIGUSR2'
    expect(written).toEqual([changed, 'while it is on', changed])
  } finally {
    for (const listener of process.listeners('SIGUSR2'))
      if (!former.includes(listener)) process.off('SIGUSR2', listener)
  }
})
