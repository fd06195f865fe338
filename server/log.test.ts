import { expect, test } from 'vitest'
import { createLog } from './log.ts'

function lines() {
  const written: string[] = []
  const log = createLog('info', { write: (line: string) => void written.push(line) })
  return { log, last: () => JSON.parse(written.at(-1) ?? '') }
}

test('R60 a secret never reaches a line, wherever in it it stands', () => {
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

test('the object that is logged stays as it was', () => {
  const { log } = lines()
  const form = { secret: 's' }
  log.info({ form }, 'sent')
  expect(form).toEqual({ secret: 's' })
})

test('R60 a failed query is told without its values', () => {
  const { log, last } = lines()
  const cause = Object.assign(new Error('duplicate key'), { code: '23505' })
  log.error(
    { err: new Error('Failed query: insert … params: ada@people.example', { cause }) },
    'request failed',
  )
  expect(last().err).toMatchObject({ message: 'Failed query', cause: { code: '23505' } })
  expect(JSON.stringify(last())).not.toContain('ada@people.example')
})
