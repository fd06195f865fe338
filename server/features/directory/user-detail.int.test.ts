import { beforeAll, expect, test } from 'vitest'
import { type TestApp, type TestUser, testApp } from '#server/testing/app.ts'
import { acceptRiskDisclosure, submitted } from '#server/testing/journeys.ts'
import { sign } from '#server/testing/statements.ts'

let app: TestApp
let admin: TestUser
beforeAll(async () => {
  app = await testApp()
  admin = await app.signIn({ role: 'admin' })
})

const certificationsOf = async (person: TestUser) =>
  (await admin.call('GET', `/api/admin/users/${person.id}`)).json().data.certifications

test('the detail of a user names what they accepted and signed, but not its text or their IP address', async () => {
  const person = await submitted(await app.signIn({ name: 'Ada Lovelace' }))
  expect((await sign(person, 'restricted')).statusCode).toBe(200)
  const certifications = await certificationsOf(person)
  const [statement] = certifications
  expect(statement).toMatchObject({
    certification_name: 'investor_restricted',
    status: 'current',
    investor_category: 'restricted',
    statement_url: `/api/certifications/${statement.id}/statement`,
  })
  expect(
    certifications.map((certification: { certification_type: string }) => certification.certification_type),
  ).toContain('risk_disclosure')
  expect(JSON.stringify(certifications)).not.toMatch(/127\.0\.0\.1|net assets|Ada Lovelace/i)
  expect((await admin.call('GET', statement.statement_url)).headers['content-type']).toBe('application/pdf')
})

test('an administrator only sees the acceptances of the requested person', async () => {
  const [first, second] = [await app.signIn(), await app.signIn()]
  await acceptRiskDisclosure(first)
  expect(await certificationsOf(first)).toHaveLength(1)
  expect(await certificationsOf(second)).toEqual([])
})
