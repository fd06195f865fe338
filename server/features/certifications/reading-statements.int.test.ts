import { beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, type TestUser, testApp } from '#server/testing/app.ts'
import { pdfText } from '#server/testing/pdf-text.ts'
import { eventsOf } from '#server/testing/snapshots.ts'
import { sign } from '#server/testing/statements.ts'

let app: TestApp
let signer: TestUser
let url: string
let id: number
beforeAll(async () => {
  app = await testApp()
  signer = await app.signIn({ name: 'Zoë Nguyễn-Łapińska' })
  const answer = await sign(signer, 'hnw', { fullName: 'Zoë Nguyễn-Łapińska' })
  ;({ id, statement_url: url } = answer.json().certification)
})

test('a signed statement is read as a PDF with name, category, figures and the stored hash', async () => {
  const answer = await signer.call('GET', url)
  expect(answer.statusCode).toBe(200)
  expect(answer.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': `inline; filename="investor-statement-${id}.pdf"`,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
  const said = (await pdfText(answer.rawPayload)).join('')
  const { rows } = await app.database.pool.query('select text_sha256 from certifications where id = $1', [id])
  for (const words of [
    'Signed:ZoëNguyễn-Łapińska',
    'Highnetworthinvestor',
    '£185,000',
    '£512,000',
    rows[0].text_sha256,
  ])
    expect(said).toContain(words)
})

test('it is the same file for everyone, as long as its lines are the same', async () => {
  const first = (await signer.call('GET', url)).rawPayload
  app.clock.now = new Date('2026-03-10T10:20:00Z')
  const second = await signer.call('GET', `${url}?download=1`)
  expect(second.headers['content-disposition']).toContain('attachment')
  expect(second.rawPayload.equals(first)).toBe(true)
  const admin = await app.signIn({ role: 'admin' })
  expect((await admin.call('GET', url)).rawPayload.equals(first)).toBe(true)
})

test('a superseded statement can still be read, as it was signed', async () => {
  const person = await app.signIn()
  const former = (await sign(person, 'restricted')).json().certification
  const read = async () =>
    (await pdfText((await person.call('GET', former.statement_url)).rawPayload)).join('')
  const [headBefore, before] = parted(await read())
  expect(headBefore).toContain('Certification:Ready,signed')
  await sign(
    person,
    'restricted',
    { answers: { investedPercent: 1, willInvestPercent: 2 } },
    { overwrite_existing: true },
  )
  const [head, now] = parted(await read())
  expect(head).toContain('Certification:replacedbyalaterone,signed')
  expect(now).toBe(before)
})

/** The line at the top of each page of a statement, which may change, and everything else, which never does. */
function parted(said: string): [string, string] {
  const [head = ''] = /Certification:.*?ends\w{3}\d+,\d{4}/.exec(said) ?? []
  return [head, said.replaceAll(head, '')]
}

describe('R15 R44 who may read a statement', () => {
  test('returns 401 when signed out, and anyone else the 404 of a missing one', async () => {
    expect((await app.call('GET', url)).statusCode).toBe(401)
    const missing = '/api/certifications/999999999/statement'
    for (const role of ['user', 'staff'] as const) {
      const person = await app.signIn({ role })
      const [theirs, none] = [await person.call('GET', url), await person.call('GET', missing)]
      expect(theirs.statusCode).toBe(404)
      expect({ ...theirs.json(), requestId: '' }).toEqual({ ...none.json(), requestId: '' })
    }
    const foreign = await app.signIn({ role: 'admin', email: 'boss@evil.example' })
    expect((await foreign.call('GET', url)).statusCode).toBe(404)
  })

  test('R24 an administrator’s reading is recorded, the signer’s own is not', async () => {
    const admin = await app.signIn({ role: 'admin' })
    const answer = await admin.call('GET', url)
    await signer.call('GET', url)
    expect(await eventsOf(app.database, admin.id, 'consent.viewed')).toMatchObject([
      {
        actor_kind: 'staff',
        user_id: String(signer.id),
        subject: `certification:${id}`,
        request_id: answer.headers['x-request-id'],
      },
    ])
  })

  test('an acceptance that is not a statement has no such document', async () => {
    const accepted = await signer.call('POST', '/api/certifications/accept', {
      certification_type: 'risk_disclosure',
      certification_name: 'main_risk_disclosure',
    })
    const { certification } = accepted.json()
    expect(certification.statement_url).toBeNull()
    expect((await signer.call('GET', `/api/certifications/${certification.id}/statement`)).statusCode).toBe(
      404,
    )
  })

  test.each(['0', '-1', '1.5', 'x', '9007199254740993'])(
    '%s is not the number of a statement',
    async (wrong) => {
      expect((await signer.call('GET', `/api/certifications/${wrong}/statement`)).statusCode).toBe(400)
    },
  )
})
