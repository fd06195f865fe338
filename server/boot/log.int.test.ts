import { beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, type TestUser, testApp } from '#server/testing/app.ts'
import { account, PASSWORD, signInByForm } from '#server/testing/browser.ts'
import { ANSWERS, submitted, uploadPicture } from '#server/testing/journeys.ts'
import { approve } from '#server/testing/reviews.ts'

const SECRETS = {
  firstName: 'Zebedee-Quux',
  lastName: "O'Marker-Łukasz",
  dob: '1971-07-17',
  email: 'zebedee.marker@people.example',
  phone: '+44 20 7946 0777',
  address: '17 Marker Street\nBristol',
}

let app: TestApp
let person: TestUser
beforeAll(async () => {
  app = await testApp()
  person = await submitted(await app.signIn({ name: SECRETS.firstName }), SECRETS)
  const admin = await app.signIn({ role: 'admin' })
  await admin.call('GET', `/api/admin/users?email=${SECRETS.email}&name=${SECRETS.firstName}`)
  await approve(admin, person.id)
  // Failures are logged, too.
  await person.call('POST', '/api/onboarding/kyc', { ...ANSWERS, ...SECRETS })
  await person.call('POST', '/api/onboarding/kyc', JSON.stringify(SECRETS).slice(0, -1), {
    'content-type': 'application/json',
  })
  await uploadPicture(person, 'selfie')
  await app.database.pool.query('alter table kyc_profiles add constraint fault check (id < 0) not valid')
  const unlucky = await app.signIn()
  await submitted(unlucky, SECRETS).catch(() => {})
  await app.database.pool.query('alter table kyc_profiles drop constraint fault')
  app.clock.now = new Date()
  await account(app, 'form.marker@people.example')
  const { callback, browser } = await signInByForm(app, 'form.marker@people.example')
  TOKENS.push(
    browser.cookies.get('session')?.value ?? '',
    callback.searchParams.get('code') ?? '',
    callback.searchParams.get('state') ?? '',
  )
  await browser.get(callback.href)
})
const TOKENS: string[] = []

describe('R60 the log of a whole journey', () => {
  test('R60 contains no name, date of birth, address, token, code, password or cookie', () => {
    const all = app.logged.join('')
    expect(app.logged.length).toBeGreaterThan(20)
    const told = [
      ...Object.values(SECRETS).flatMap((text) => text.split('\n')),
      person.email,
      person.cookie.replace('session=', ''),
      'form.marker@people.example',
      PASSWORD,
      ...TOKENS,
    ].filter((text) => text !== 'Bristol')
    expect(TOKENS.every((token) => token.length > 10)).toBe(true)
    for (const secret of told) expect([secret, all.includes(secret)]).toEqual([secret, false])
  })

  test('R60 R65 is one JSON object per line, in UTC, and every line about a request has its id', () => {
    for (const line of app.logged) {
      const entry = JSON.parse(line)
      expect(entry.time).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
      if (entry.route !== undefined || /request|answered/.test(entry.msg))
        expect(entry.reqId).toMatch(/^[0-9a-f-]{36}$/)
    }
  })

  test('R60 names routes, never the address with its ids and search', () => {
    const routes = app.logged.map((line) => JSON.parse(line).route).filter(Boolean)
    expect(routes).toContain('/api/admin/users/:id/kyc-case')
    expect(app.logged.join('')).not.toMatch(/"url":/)
  })

  test('R61 contains the cause of an internal failure, which the answer does not', () => {
    const failed = app.logged.map((line) => JSON.parse(line)).find(({ msg }) => msg === 'request failed')
    expect(JSON.stringify(failed)).toContain('fault')
    expect(failed.reqId).toBeTruthy()
  })
})
