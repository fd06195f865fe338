import { expect, test } from 'vitest'
import { requestIds } from './request-id.ts'

const OWN = /^[\da-f]{8}-[\da-f-]{27}$/
const asked = (remoteAddress: string, id: string | string[] | undefined) =>
  ({ headers: { 'x-request-id': id }, socket: { remoteAddress } }) as unknown as Parameters<
    ReturnType<typeof requestIds>
  >[0]

test.each([
  ['10.1.2.3', 'proxy-name.1', true],
  ['::ffff:10.1.2.3', 'proxy-name.1', true],
  ['192.0.2.7', 'proxy-name.1', true],
  ['2001:db8::7', 'proxy-name.1', true],
  ['11.1.2.3', 'proxy-name.1', false],
  ['2001:db9::7', 'proxy-name.1', false],
  ['10.1.2.3', 'short', false],
  ['10.1.2.3', 'x'.repeat(65), false],
  ['10.1.2.3', 'with blanks in it', false],
  ['10.1.2.3', 'line\nbreak-line', false],
  ['10.1.2.3', undefined, false],
  ['', 'proxy-name.1', false],
])('a request from %s that is called %j keeps its name: %s', (address, name, isTaken) => {
  const id = requestIds(['10.0.0.0/8', '192.0.2.7', '2001:db8::/32'])(asked(address, name))
  if (isTaken) expect(id).toBe(name)
  else expect(id).toMatch(OWN)
})

test('without a trusted proxy no one names requests but us', () => {
  expect(requestIds([])(asked('127.0.0.1', 'proxy-name.1'))).toMatch(OWN)
})
