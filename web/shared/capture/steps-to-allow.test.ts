import { expect, test } from 'vitest'
import { stepsToAllow, stepsToAllowBrowser } from './steps-to-allow.ts'

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const ANDROID = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko)'
const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)'

test.each([
  ['Safari on an iPhone', `${IPHONE} Version/18.1 Mobile/15E148 Safari/604.1`, /^Press aA/],
  ['Chrome on an iPhone', `${IPHONE} CriOS/131.0.6778.73 Mobile/15E148 Safari/604.1`, /find Chrome there/],
  ['Firefox on an iPhone', `${IPHONE} FxiOS/133.0 Mobile/15E148 Safari/605.1.15`, /find Firefox there/],
  ['Safari on a Mac', `${MAC} Version/18.1 Safari/605.1.15`, /Safari menu/],
  ['Chrome on Android', `${ANDROID} Chrome/131.0.0.0 Mobile Safari/537.36`, /Open Permissions/],
  [
    'Firefox on Android',
    'Mozilla/5.0 (Android 14; Mobile; rv:133.0) Gecko/133.0 Firefox/133.0',
    /Press Camera/,
  ],
  ['Firefox', `${WINDOWS}; rv:133.0) Gecko/20100101 Firefox/133.0`, /crossed-out camera/],
  [
    'Chrome',
    `${WINDOWS} AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36`,
    /Switch Camera on/,
  ],
  ['any other', 'Ladybird/1.0', /Set Camera to Allow/],
])('%s has steps of its own, which end with another try', (_name, userAgent, own) => {
  const steps = stepsToAllow(userAgent)
  expect(steps.join(' ')).toMatch(own)
  expect(steps.at(-1)).toContain('Try again')
})

test.each([
  ['Android', `${ANDROID} Chrome/131.0.0.0 Mobile Safari/537.36`, /then Apps/],
  ['macOS', `${MAC} Chrome/131.0.0.0 Safari/537.36`, /System Settings/],
  [
    'Windows',
    `${WINDOWS} AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36`,
    /Let desktop apps/,
  ],
  ['any other', 'Ladybird/1.0', /device’s settings/],
])(
  '%s lets a browser use the camera by steps of its own, which end with another try',
  (_name, userAgent, own) => {
    const steps = stepsToAllowBrowser(userAgent)
    expect(steps.join(' ')).toMatch(own)
    expect(steps.at(-1)).toContain('Try again')
  },
)
