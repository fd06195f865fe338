import { afterAll, beforeAll, expect, test } from 'vitest'
import { visit, withBrowser } from './support/browser.ts'
import { arrive, arriveSubmitted, userIdOf } from './support/by-request.ts'
import { newEmail, REVIEWER } from './support/people.ts'
import { startProduct } from './support/server.ts'

withBrowser()

let strict: Awaited<ReturnType<typeof startProduct>>
beforeAll(async () => {
  strict = await startProduct({ STATUS_CALL: 'reviewed' })
})
afterAll(() => strict.stop())

/** Someone whose ID back is blurred, whose selfie shows no face, and who gave no dates: no one has looked yet. */
async function poorlyProved(baseURL?: string): Promise<string> {
  const { context } = await visit({ ...(baseURL && { baseURL }) })
  const email = newEmail('unseen')
  await arriveSubmitted(context, email, { docType: 'drivingLicence' })
  return email
}

/** Sets the status as the specified call does, from the browser profile of someone on the staff. */
async function statusCall(context: Awaited<ReturnType<typeof visit>>['context'], id: number) {
  const answer = await context.request.put(`/api/admin/users/${id}/kyc-status`, {
    data: { kyc_status: 'approved' },
    headers: { 'sec-fetch-site': 'same-origin' },
  })
  return { status: answer.status(), body: await answer.text() }
}

test('where the status call needs a review, no one on the staff approves what no one opened', async () => {
  const email = await poorlyProved(strict.baseUrl)
  for (const who of [REVIEWER, 'admin@verdaccord.example', 'super@verdaccord.example']) {
    const { page, context } = await visit({ baseURL: strict.baseUrl })
    await arrive(context, who)
    const id = await userIdOf(context, email)
    const refused = await statusCall(context, id)
    expect([who, refused.status]).toEqual([who, 409])
    expect(refused.body).toContain('ID Document (Back) hasn’t been reviewed.')
    // Until the case was screened, a super admin is asked whether to approve all the same.
    const missing = async () => {
      const answer = await context.request.get(`/api/admin/users/${id}/kyc-case`)
      return (await answer.json()).case.missingEvidence
    }
    await expect.poll(missing).toEqual([])
    await page.goto(`/admin/users/${id}?tab=kyc`)
    const decision = page.getByRole('region', { name: 'Decision' })
    for (const name of [
      'ID Document (Front)',
      'ID Document (Back)',
      'Selfie Verification',
      'Proof of Address',
    ]) {
      const item = decision.getByRole('group', { name, exact: true })
      await item.waitFor()
      await expect
        .poll(() => item.getByRole('radio', { name: 'Accept', exact: true }).isDisabled())
        .toBe(true)
    }
    const decide = decision.getByRole('button', { name: 'Decide' })
    await expect.poll(() => decide.getAttribute('aria-disabled')).toBe('true')
    await page.getByLabel('KYC status').selectOption('Approved')
    await decision.getByRole('heading', { name: 'Decision' }).and(page.locator(':focus')).waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
  }
})

test('what the plain status call approved says on every page that no one looked', async () => {
  const email = await poorlyProved()
  const { page, context } = await visit()
  await arrive(context, REVIEWER)
  const id = await userIdOf(context, email)
  expect((await statusCall(context, id)).status).toBe(200)
  const told = page.getByText('Approved by status call, 0 of 7 items reviewed').first()
  for (const place of [`/admin/users/${id}?tab=kyc`, '/admin/queue?approval=unreviewed']) {
    await page.goto(place)
    await told.waitFor()
  }
  await page.goto('/')
  await page
    .getByText(/without a full review/i)
    .first()
    .waitFor()
})
