import { beforeAll, describe, expect, test } from 'vitest'
import type { Home } from '#contract/verification/leaf.ts'
import { type TestApp, type TestUser, testApp } from '#server/testing/app.ts'
import { submitted, uploadPicture } from '#server/testing/journeys.ts'
import { mailRows } from '#server/testing/mail-rows.ts'
import { decideOn, lookAtAll, openCase } from '#server/testing/reviews.ts'

const ASKED_AGAIN = 'Selfie was asked for again: Face not clear. “As our reviewer says.”'

let app: TestApp
let admin: TestUser
let boss: TestUser
beforeAll(async () => {
  app = await testApp()
  admin = await app.signIn({ role: 'admin', name: 'Grace Hopper' })
  boss = await app.signIn({ role: 'superAdmin', name: 'Alan Turing' })
})

const setStatus = (judge: TestUser, person: TestUser, body: object) =>
  judge.call('PUT', `/api/admin/users/${person.id}/kyc-status`, body)

/** Someone whose selfie a reviewer asked for again, having accepted the rest. */
async function askedAgain(): Promise<TestUser> {
  const person = await submitted(await app.signIn())
  const answer = await decideOn(admin, person.id, await openCase(admin, person.id), {
    selfie: 'SELFIE_UNCLEAR',
  })
  expect(answer.json().case).toMatchObject({ state: 'needs_resubmission' })
  return person
}

describe('an approval by the status call of what was asked for again', () => {
  test('is an override: for a super admin, with a note and a second person', async () => {
    const person = await askedAgain()
    expect(await openCase(boss, person.id)).toMatchObject({
      missingEvidence: [],
      statusObstacles: [{ kind: 'waivable', text: ASKED_AGAIN, line: 'selfie' }],
    })
    const override = { kyc_status: 'approved', override: true }
    for (const judge of [admin, boss]) {
      const refused = await setStatus(judge, person, { kyc_status: 'approved' })
      expect([refused.statusCode, refused.json().conflict.missing]).toEqual([409, [ASKED_AGAIN]])
    }
    expect((await setStatus(admin, person, { ...override, note: 'Met' })).statusCode).toBe(403)
    expect((await setStatus(boss, person, override)).statusCode).toBe(400)
    const proposed = await setStatus(boss, person, { ...override, note: 'Met in person' })
    expect(proposed.json()).toMatchObject({ kyc_status: 'under_review' })
    const shown = await openCase(admin, person.id)
    expect(shown.statusObstacles).toEqual([{ kind: 'waivable', text: ASKED_AGAIN, line: 'selfie' }])
    const url = `/api/admin/users/${person.id}/kyc-confirmation`
    expect((await admin.call('POST', url, { version: shown.version })).json().case).toMatchObject({
      state: 'approved',
      approval: { way: 'override', reviewed: 5, total: 6 },
    })
  })

  test('is recorded with the rule that was set aside, who asked for it and who confirmed it', async () => {
    const person = await askedAgain()
    await setStatus(boss, person, { kyc_status: 'approved', override: true, note: 'Met in person' })
    const { version } = await openCase(admin, person.id)
    await admin.call('POST', `/api/admin/users/${person.id}/kyc-confirmation`, { version })
    // What a reviewer typed stays with the case: the ledger is never deleted.
    const sentence =
      'Approved by override, 5 of 6 items reviewed. Set aside: “Selfie was asked for again: Face not clear.” Alan Turing asked for it and Grace Hopper confirmed it'
    const { approval, events } = await openCase(admin, person.id)
    expect(approval?.override).toEqual({
      setAside: ['Selfie was asked for again: Face not clear.'],
      askedBy: 'Alan Turing',
      confirmedBy: 'Grace Hopper',
    })
    expect(events.find(({ type }) => type === 'case.approved')?.title).toBe(sentence)
    const { data } = (
      await boss.call('GET', `/api/admin/audit?type=case.approved&person=${person.id}`)
    ).json()
    expect(data[0].title).toBe(sentence)
    const { data: found } = (await boss.call('GET', `/api/admin/users?email=${person.email}`)).json()
    expect(found[0].individual_approval).toEqual({ way: 'override', reviewed: 5, total: 6 })
    const { body } = await boss.call('GET', `/api/admin/users/export.csv?email=${person.email}`)
    expect(body).toContain(sentence)
  })

  test('tells no one afterwards that someone checked it', async () => {
    const person = await askedAgain()
    const note = 'Met in person'
    await setStatus(boss, person, { kyc_status: 'approved', override: true, note })
    const { version } = await openCase(admin, person.id)
    await admin.call('POST', `/api/admin/users/${person.id}/kyc-confirmation`, { version })
    const home: Home = (await person.call('GET', '/api/home')).json()
    const lines = home.leaf?.lines ?? []
    const selfie = lines.find(({ key }) => key === 'selfie')
    expect(selfie).toMatchObject({ state: 'approved', badge: { label: 'Approved' }, checked: null })
    expect(selfie?.change.text).toMatch(/^Approved details/)
    expect(lines.filter(({ state }) => state === 'approved')).toHaveLength(1)
    expect(home.leaf?.count.figure).toBe(lines.filter(({ state }) => state === 'checked').length)
    const [mail] = await mailRows<{ subject: string; text: string }>(
      app.database,
      'select subject, text from mails where to_address = $1 order by id desc limit 1',
      person.email,
    )
    expect(mail?.text.split('\n')).toEqual(expect.arrayContaining(['Selfie: Approved', 'Name: Checked']))
    expect(mail?.text).toContain('we’ve approved your application')
    expect(mail?.text).not.toMatch(/we’ve checked/i)
    // Staff see the same lines.
    const review = await openCase(boss, person.id)
    const users = (await boss.call('GET', `/api/admin/users?email=${person.email}`)).json()
    expect(users.data[0].individual_lines).toEqual(
      review.items.map(({ item }) => lines.find(({ key }) => key === item)?.state),
    )
  })

  test('stays one when the case is put back into the queue, until another file is there', async () => {
    const person = await askedAgain()
    expect((await setStatus(admin, person, { kyc_status: 'submitted' })).statusCode).toBe(200)
    const refused = await setStatus(admin, person, { kyc_status: 'approved' })
    expect(refused.json().conflict.missing).toEqual(['Selfie was asked for again and hasn’t been replaced.'])
    expect((await uploadPicture(person, 'selfie')).statusCode).toBe(200)
    expect((await setStatus(admin, person, { kyc_status: 'approved' })).json()).toMatchObject({
      kyc_status: 'approved',
    })
  })

  test.each([
    [
      { decision: 'retry', reasons: ['OTHER'], applicantText: 'Take off the hat' },
      'Name was asked for again: “Take off the hat”',
    ],
    [{ decision: 'final', reasons: ['FORGERY'] }, 'Name was rejected: Forged or altered document.'],
  ])('also of what a reviewer has marked and not sent: %j', async (verdict, text) => {
    const person = await submitted(await app.signIn())
    const review = await openCase(admin, person.id)
    await lookAtAll(admin, review)
    const items = [{ item: 'name', ...verdict }]
    await admin.call('PUT', `/api/admin/users/${person.id}/kyc-verdicts`, { version: review.version, items })
    const refused = await setStatus(admin, person, { kyc_status: 'approved' })
    expect([refused.statusCode, refused.json().conflict.missing]).toEqual([409, [text]])
    // A decision by items says so itself.
    expect((await openCase(admin, person.id)).missingEvidence).toEqual([])
  })
})
