import { requiredSlots } from '#domain/cases/document-requirements.ts'
import { makeJpeg } from '#server/platform/files/test-files.ts'

const DRAFT = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  dob: '1988-03-09',
  email: 'ada@people.example',
  phone: '+44 20 7946 0142',
  address: '14 Larkfield Road\nBristol\nBS99 1AA',
  docType: 'passport',
  userType: 'buy_retire',
  step: 'review',
} as const

/** Answers every step for the person of this session, short of the submission, so that each step can be opened. */
export async function answerEverything(origin: string, session: string): Promise<void> {
  const call = async (method: string, path: string, body: FormData | object) => {
    const isForm = body instanceof FormData
    const answer = await fetch(origin + path, {
      method,
      headers: {
        cookie: `session=${session}`,
        'sec-fetch-site': 'same-origin',
        origin,
        ...(!isForm && { 'content-type': 'application/json' }),
      },
      body: isForm ? body : JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  }
  await call('POST', '/api/certifications/accept', {
    certification_type: 'risk_disclosure',
    certification_name: 'main_risk_disclosure',
  })
  for (const slot of requiredSlots(DRAFT.docType)) {
    const form = new FormData()
    form.set('documentType', slot)
    form.set(
      'file',
      new File([new Uint8Array(await makeJpeg({ artist: slot }))], `${slot}.jpg`, { type: 'image/jpeg' }),
    )
    await call('POST', '/api/uploads/kyc-document-direct', form)
  }
  await call('PUT', '/api/onboarding/consumer/draft', { draft: DRAFT, revision: 0 })
}
