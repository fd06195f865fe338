import { expect, test } from 'vitest'
import { deviceOf, isOtherDevice } from './device.ts'

test.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox on Windows'],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Safari/537.36 Edg/142.0',
    'Edge on Windows',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
  ],
  [
    'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Mobile Safari/537.36',
    'Chrome on Android',
  ],
  ['curl/8.0', 'Unknown device'],
  [null, 'Unknown device'],
])('%s is %s', (userAgent, device) => {
  expect(deviceOf(userAgent)).toBe(device)
})

const WINDOWS =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
const IPAD =
  'Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'
const MAC =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15'

test.each([
  ['the same', WINDOWS, WINDOWS, false],
  ['the same after an update', WINDOWS, WINDOWS.replace('140', '141'), false],
  ['a tablet that asks for the pages of a computer', IPAD, MAC, false],
  ['another browser', WINDOWS, WINDOWS.replace('Chrome/140.0.0.0 Safari/537.36', 'Firefox/140.0'), true],
  ['another system', WINDOWS, MAC, true],
  ['a program', WINDOWS, 'curl/8.5.0', true],
  ['one that says nothing', WINDOWS, null, true],
  ['any where the first was not known', 'curl/8.5.0', WINDOWS, false],
  ['any where the first said nothing', null, WINDOWS, false],
])('A27 %s is another device: %#', (_name, former, now, isOther) => {
  expect(isOtherDevice(former, now)).toBe(isOther)
})
