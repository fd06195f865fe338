import { beforeAll, expect, test } from 'vitest'
import type { Home } from '#contract/verification/leaf.ts'
import { timeText } from '#domain/date-text.ts'
import { makeJpeg } from '#server/platform/files/test-files.ts'
import { type TestApp, type TestUser, testApp } from '#server/testing/app.ts'
import {
  ANSWERS,
  acceptRiskDisclosure,
  multipart,
  prepare,
  submittedBusiness,
  uploadPicture,
} from '#server/testing/journeys.ts'
import { mailRows } from '#server/testing/mail-rows.ts'
import { acceptAll, decideOn, lookAtAll, openCase } from '#server/testing/reviews.ts'

let app: TestApp
let admin: TestUser
beforeAll(async () => {
  app = await testApp({ env: { SHOW_REVIEWERS: '1' } })
  admin = await app.signIn({ role: 'superAdmin', name: 'Marta Silva' })
})

async function homeOf(person: TestUser): Promise<Home> {
  const answer = await person.call('GET', '/api/home')
  expect(answer.statusCode).toBe(200)
  return answer.json()
}
async function lastMail(person: TestUser): Promise<string> {
  const [mail] = await mailRows<{ text: string }>(
    app.database,
    'select text from mails where to_address = $1 order by id desc limit 1',
    person.email,
  )
  return mail?.text ?? ''
}
const words = ({ leaf }: Home) =>
  Object.fromEntries(leaf?.lines.map(({ key, badge }) => [key, badge.label]) ?? [])

test('a document is ready once nothing is left to choose about it, on the leaf and in the steps alike', async () => {
  const person = await app.signIn()
  await prepare(person)
  const said = async () => {
    const { lines } = (await person.call('GET', '/api/onboarding/lines?kind=consumer')).json()
    const line = lines.find(({ key }: { key: string }) => key === 'selfie')
    return [words(await homeOf(person)).selfie, line.badge.label]
  }
  expect(await said()).toEqual(['Ready', 'Ready'])
  const small = await uploadPicture(person, 'selfie', await makeJpeg({ width: 320, height: 240 }))
  expect(await said()).toEqual(['To do', 'To do'])
  expect((await person.call('POST', `/api/documents/${small.json().document.id}/keep`)).statusCode).toBe(200)
  expect(await said()).toEqual(['Ready', 'Ready'])
  // The page of a passport is no side of a licence.
  const draft = { docType: 'drivingLicence' }
  const { body, headers } = multipart(
    { documentType: 'id-front', fileName: 'page.jpg', docType: 'passport' },
    { name: 'page.jpg', type: 'image/jpeg', bytes: await makeJpeg({ artist: 'page' }) },
  )
  await person.call('POST', '/api/uploads/kyc-document-direct', body, headers)
  await person.call('PUT', '/api/onboarding/consumer/draft', { draft, revision: 0 })
  expect(words(await homeOf(person))['id-front']).toBe('To do')
})

test('a person reads their leaf from the first day to the approval', async () => {
  const person = await app.signIn({ name: 'Ada Lovelace' })
  const fresh = await homeOf(person)
  expect(fresh).toMatchObject({ title: 'Let’s verify who you are', leaf: { count: { figure: 0 } } })
  expect(new Set(Object.values(words(fresh)))).toEqual(new Set(['To do']))
  expect(fresh.panel.button).toEqual({ action: 'Start', href: '/onboarding' })

  await prepare(person)
  const draft = { firstName: 'Ada', lastName: 'Lovelace', docType: 'passport' }
  await person.call('PUT', '/api/onboarding/consumer/draft', { draft, revision: 0 })
  const middle = await homeOf(person)
  expect(words(middle)).toMatchObject({
    name: 'Ready',
    birth_date: 'To do',
    selfie: 'Ready',
    purpose: 'To do',
  })
  expect(words(middle)).not.toHaveProperty('id-back')
  expect(middle.panel.button?.href).toBe('/onboarding/consumer?step=3')
  // The steps of onboarding show the same lines.
  const steps = await person.call('GET', '/api/onboarding/lines?kind=consumer')
  expect(steps.json().lines).toEqual(
    middle.leaf?.lines.map(({ key, label, state, badge }) => ({ key, label, state, badge })),
  )

  await person.call('POST', '/api/onboarding/kyc', ANSWERS)
  const waiting = await homeOf(person)
  expect(words(waiting)).toMatchObject({ 'risk-warning': 'Accepted', name: 'With us', purpose: 'Given' })
  expect(waiting.leaf?.lines.find(({ key }) => key === 'purpose')?.detail).toMatch(/, chosen on .+ 20\d\d$/)
  expect(waiting.panel).toMatchObject({ button: null, clock: { left: '48 hours left' } })
  const own = await person.call('GET', '/api/onboarding/consumer/case')
  expect(own.json().case.reference).toBe(waiting.leaf?.reference)
  expect(waiting.leaf?.reference).toMatch(/^VC-\d+$/)

  // A reviewer's marks are hidden until they are sent, and from the claim on documents stay as they are.
  const review = await openCase(admin, person.id)
  const changeOf = ({ leaf }: typeof waiting) => leaf?.lines.find(({ key }) => key === 'selfie')?.change?.text
  expect(changeOf(waiting)).toBe('Sent. You can replace it until a reviewer starts to check it.')
  await admin.call('POST', `/api/admin/users/${person.id}/kyc-claim`, {})
  const held = await homeOf(person)
  expect(changeOf(held)).toBe('Sent. You can’t change it while we check it.')
  await lookAtAll(admin, review)
  const marked = await openCase(admin, person.id)
  const saved = await admin.call('PUT', `/api/admin/users/${person.id}/kyc-verdicts`, {
    kind: 'consumer',
    version: marked.version,
    items: [
      { item: 'name', decision: 'accepted' },
      { item: 'selfie', decision: 'retry', reasons: ['SELFIE_UNCLEAR'] },
    ],
  })
  expect(saved.statusCode).toBe(200)
  expect((await homeOf(person)).leaf?.lines).toEqual(held.leaf?.lines)

  await decideOn(admin, person.id, await openCase(admin, person.id), { selfie: 'SELFIE_UNCLEAR' })
  const back = await homeOf(person)
  expect(words(back)).toMatchObject({ name: 'Checked', selfie: 'Look again' })
  expect(back.title).toBe('Your selfie needs another look')
  expect(back.leaf?.lines.find(({ key }) => key === 'name')).toMatchObject({
    detail: 'Ada Lovelace',
    checked: expect.stringMatching(/^By Marta on /),
  })
  expect(back.panel.mistake?.href).toMatch(/^mailto:.+\?subject=VC-\d+%3A%20Selfie&/)
  expect(JSON.stringify(back).replaceAll(/mailto:[^"]+/g, '')).not.toMatch(/Silva|@/)
  expect(back.panel.button?.href).toBe('/onboarding/consumer?step=5')

  const mail = await lastMail(person)
  expect(mail).toMatch(/^Name: Checked$.*^Selfie: Look again$/ms)
  // The mail uses the same names and links as the home page.
  expect(mail).not.toContain('Selfie Verification')
  expect(mail.match(/\/onboarding\/consumer\?step=5/g)).toHaveLength(2)
  const [notice] = (await person.call('GET', '/api/notices')).json().notices
  expect(notice.detail).toBe('Please change: Selfie.')

  await uploadPicture(person, 'selfie')
  expect(words(await homeOf(person)).selfie).toBe('Ready')
  await person.call('POST', '/api/onboarding/kyc', ANSWERS)
  // What was accepted stays so, whatever is marked now.
  await admin.call('POST', `/api/admin/users/${person.id}/kyc-claim`, {})
  const again = await homeOf(person)
  expect(words(again)).toMatchObject({ name: 'Checked', selfie: 'With us' })
  const second = await openCase(admin, person.id)
  const doubted = await admin.call('PUT', `/api/admin/users/${person.id}/kyc-verdicts`, {
    kind: 'consumer',
    version: second.version,
    items: [{ item: 'name', decision: 'retry', reasons: ['ID_NAME_MISMATCH'] }],
  })
  expect(doubted.statusCode).toBe(200)
  expect((await homeOf(person)).leaf?.lines).toEqual(again.leaf?.lines)

  await acceptAll(admin, person.id, await openCase(admin, person.id))
  const approved = await homeOf(person)
  const { 'risk-warning': risk, purpose, ...reviewed } = words(approved)
  expect([risk, purpose]).toEqual(['Accepted', 'Given'])
  expect(new Set(Object.values(reviewed))).toEqual(new Set(['Checked']))
  expect(approved.leaf?.count).toEqual({ figure: 6, words: 'of 6 checked, 2 need no check' })
  expect(approved.title).toBe('You’re verified, Ada')
  // An approval is shown as new until it was seen, once for each approval.
  expect([waiting.isFirstSight, approved.isFirstSight, (await homeOf(person)).isFirstSight]).toEqual([
    false,
    true,
    true,
  ])
  expect((await person.call('PUT', '/api/home/approval-shown')).statusCode).toBe(200)
  expect((await homeOf(person)).isFirstSight).toBe(false)
  // The mail says about each line what the page says.
  for (const { label, badge } of approved.leaf?.lines ?? [])
    expect((await lastMail(person)).split('\n')).toContain(`${label}: ${badge.label}`)
})

test('a picture of an ID that arrived before the answers says which kind it is', async () => {
  const person = await app.signIn()
  await acceptRiskDisclosure(person)
  const { body, headers } = multipart(
    { documentType: 'id-front', fileName: 'passport.jpg', docType: 'passport' },
    { name: 'passport.jpg', type: 'image/jpeg', bytes: await makeJpeg({ artist: 'Ada' }) },
  )
  expect(words(await homeOf(person))).toHaveProperty('id-back')
  await person.call('POST', '/api/uploads/kyc-document-direct', body, headers)
  expect(words(await homeOf(person))).not.toHaveProperty('id-back')
  const status = await person.call('GET', '/api/verification/status')
  expect(status.json().standing.next.text).not.toContain('ID back')
})

test('a company has a line for each of its people', async () => {
  const person = await submittedBusiness(await app.signIn())
  const { leaf, title } = await homeOf(person)
  expect(title).toBe('We’re checking your company’s details')
  expect(leaf?.lines.map(({ label }) => label)).toEqual([
    'Risk disclosure',
    'Company details',
    'Settlement',
    'Ada Fern',
    'Ben Hill',
    'Cay Fern',
    'What you want to do',
  ])
  expect(leaf?.lines.find(({ label }) => label === 'Ben Hill')?.badge.label).toBe('With us')
})

test('a photo counts as saved, and one exchanged before anything is sent is no news', async () => {
  const other = await testApp()
  const person = await other.signIn()
  await person.call('PUT', '/api/onboarding/consumer/draft', { draft: { docType: 'passport' }, revision: 0 })
  other.clock.now = new Date(other.clock.now.getTime() + 5 * 60_000)
  await prepare(person)
  expect((await uploadPicture(person, 'selfie')).statusCode).toBe(200)
  expect((await homeOf(person)).leaf?.saved).toBe(`Saved at ${timeText(other.clock.now).slice(0, 5)}`)
  expect((await person.call('POST', '/api/onboarding/kyc', ANSWERS)).statusCode).toBe(200)
  const { timeline } = (await person.call('GET', '/api/onboarding/consumer/case')).json().case
  expect(timeline.map(({ title }: { title: string }) => title)).toEqual(['Submitted for verification'])
})

test('a second application that was started is continued from home and account', async () => {
  const company = await submittedBusiness(await app.signIn())
  const draft = { firstName: 'Ada', lastName: 'Lovelace' }
  const saved = await company.call('PUT', '/api/onboarding/consumer/draft', { draft, revision: 0 })
  expect(saved.statusCode).toBe(200)
  expect(await homeOf(company)).toMatchObject({
    title: 'We’re checking your company’s details',
    meanwhile: { title: 'continue your own application', href: '/onboarding/consumer' },
  })
  await acceptAll(admin, company.id, await openCase(admin, company.id, 'business'), 'business')
  expect(await homeOf(company)).toMatchObject({
    title: 'Fern Hill Limited is verified',
    panel: {
      title: 'Continue your own application',
      button: { action: 'Continue', href: '/onboarding/consumer' },
    },
  })
  const { standing } = (await company.call('GET', '/api/verification/status')).json()
  expect(standing).toMatchObject({
    leading: 'business',
    consumer: { state: 'draft', account: { label: 'Not Started' } },
  })
})

test('someone rejected has no leaf, and reads no reason', async () => {
  const person = await app.signIn()
  await prepare(person)
  await person.call('POST', '/api/onboarding/kyc', ANSWERS)
  const answer = await admin.call('PUT', `/api/admin/users/${person.id}/kyc-status`, {
    kyc_status: 'rejected',
    reasons: ['FORGERY'],
    note: 'Seen',
  })
  expect(answer.statusCode).toBe(200)
  const home = await homeOf(person)
  expect(home.leaf).toBeNull()
  expect(home.title).toBe('We can’t approve your application')
  // Complaints go to support, to whom the panel's button writes.
  expect(home.panel.button?.href).toMatch(/^mailto:.+@/)
  expect(JSON.stringify(home)).not.toMatch(/forge/i)
})

test('no reviewer is named unless the operator allows it', async () => {
  const other = await testApp()
  const reviewer = await other.signIn({ role: 'superAdmin', name: 'Marta Silva' })
  const person = await other.signIn()
  await prepare(person)
  await person.call('POST', '/api/onboarding/kyc', ANSWERS)
  await acceptAll(reviewer, person.id, await openCase(reviewer, person.id))
  const { leaf } = await homeOf(person)
  expect(leaf?.lines.find(({ key }) => key === 'selfie')?.checked).toMatch(/^By our team on /)
  expect(JSON.stringify(leaf)).not.toContain('Marta')
  const answers = await Promise.all(
    [
      '/api/home',
      '/api/verification/status',
      '/api/onboarding/consumer/case',
      '/api/onboarding/lines?kind=consumer',
      '/api/notices',
      '/api/documents',
      '/api/user/profile',
    ].map(async (path) => (await person.call('GET', path)).body),
  )
  const mails = await mailRows<{ text: string; html: string }>(
    other.database,
    'select text, html from mails where to_address = $1',
    person.email,
  )
  expect(mails.length).toBeGreaterThan(1)
  for (const told of [...answers, ...mails.flatMap(({ text, html }) => [text, html])])
    expect(told).not.toMatch(/Marta|Silva/)
})
