import { expect, it } from 'vitest'
import { networkOf } from './network.ts'

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
