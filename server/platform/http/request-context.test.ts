import { expect, it, test } from 'vitest'
import { networkOf, readableAddress, requestIds } from './request-context.ts'

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
])('a request from %s with the id %j keeps its id: %s', (address, name, isTaken) => {
  const id = requestIds(['10.0.0.0/8', '192.0.2.7', '2001:db8::/32'])(asked(address, name))
  if (isTaken) expect(id).toBe(name)
  else expect(id).toMatch(OWN)
})

test('without a trusted proxy only we assign ids to requests', () => {
  expect(requestIds([])(asked('127.0.0.1', 'proxy-name.1'))).toMatch(OWN)
})

test.each([
  ['/onboarding?step=3', '/onboarding?step=3'],
  ['/%61pi/user/profile', '/%61pi/user/profile'],
  ['/api/users?name=50%', '/api/users?name=50%'],
  ['/terms%', '/terms%25'],
  ['/terms%?from=%C3%A9', '/terms%25?from=%C3%A9'],
  ['/%E0%A4%A/%61', '/%25E0%25A4%25A/%2561'],
  ['/%c0%ae%c0%ae/etc', '/%25c0%25ae%25c0%25ae/etc'],
])('%s is read as %s', (url, read) => {
  expect(readableAddress(url)).toBe(read)
  const [path = ''] = read.split('?')
  expect(() => decodeURIComponent(path)).not.toThrow()
})

it.each([
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['2001:db8::1', '2001:db8:0:0::/64', '2001:db8:0::/48'],
  ['::1', '0:0:0:0::/64', '0:0:0::/48'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64', 'fe80:0:0::/48'],
  ['::ffff:192.0.2.7', '192.0.2.7', '192.0.2.7'],
  ['192.0.2.7', '192.0.2.7', '192.0.2.7'],
  ['nonsense', 'nonsense', 'nonsense'],
])('T7 A25 a limit counts %s as %s, and posts of the public as %s', (ip, own, wide) => {
  expect([networkOf(ip), networkOf(ip, 48)]).toEqual([own, wide])
})
