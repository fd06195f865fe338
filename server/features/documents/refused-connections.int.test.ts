import { expect, test } from 'vitest'
import { makeJpeg, padded } from '#server/platform/files/test-files.ts'
import { testApp } from '#server/testing/app.ts'
import { submitted } from '#server/testing/journeys.ts'
import { approve } from '#server/testing/reviews.ts'
import { UPLOADS } from '#server/testing/uploads.ts'

test('B13 JSON uploads that arrive at once wait for their turn, and none is refused because of the others', async () => {
  const app = await testApp()
  const person = await app.signIn()
  const picture = await makeJpeg()
  const [, uploadJson] = UPLOADS
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, at) =>
      uploadJson?.[1](person, { bytes: padded(picture, 9_000_000 + at), name: 'a.jpg', slot: 'other' }),
    ),
  )
  expect(answers.map((answer) => answer?.statusCode)).toEqual(answers.map(() => 200))
})

test.each([
  ['a locked case', 409, {}],
  ['the wrong type', 415, {}],
  ['fields that are none', 400, { documentType: 'library' }],
  ['another person’s profile', 403, { kycProfileId: '987654' }],
  ['a lower limit', 413, { maxBytes: '10' }],
])(
  'A09 R64 an upload refused for %s is answered at once, and its connection is closed cleanly',
  async (why, status, fields) => {
    const app = await testApp()
    const person = await app.signIn()
    if (why === 'a locked case') {
      await submitted(person)
      await approve(await app.signIn({ role: 'admin' }), person.id)
    }
    const address = await app.server.listen({ port: 0, host: '127.0.0.1' })
    const form = new FormData()
    for (const [name, value] of Object.entries({ documentType: 'selfie', ...fields })) form.set(name, value)
    form.set('file', new Blob([new Uint8Array(20_000_000)]), 'a.jpg')
    const answer = await fetch(`${address}/api/uploads/kyc-document-direct`, {
      method: 'POST',
      body: form,
      headers: { cookie: person.cookie, 'sec-fetch-site': 'same-origin' },
    })
    expect(answer.status).toBe(status)
    expect(await answer.json()).toMatchObject({ message: expect.any(String) })
    expect((await fetch(`${address}/api/health/live`)).status).toBe(200)
    // Waits for every connection that is still busy.
    await app.server.close()
  },
)
