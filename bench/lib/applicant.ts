import { requiredSlots } from '#domain/cases/document-requirements.ts'
import { type ImageOptions, makeJpeg } from '#server/platform/files/test-files.ts'
import { ANSWERS } from '#server/testing/journeys.ts'
import { type Caller, callApi } from './call-api.ts'

/** Answers every step for this session's person without submitting, so that each step can be opened. */
export async function answerEverything(origin: string, session: string): Promise<void> {
  const caller = { origin, session }
  await prepare(caller)
  const { confirmed: _, ...answers } = ANSWERS
  const draft = { ...answers, step: 'review' }
  await callApi(caller, 'PUT', '/api/onboarding/consumer/draft', { draft, revision: 0 })
}

/** Submits a person's application without a captcha, with documents of this size. */
export async function apply(
  caller: Caller,
  email: string,
  size: { width: number; height: number },
): Promise<void> {
  await prepare(caller, { ...size, artist: email, isNoise: true })
  await callApi(caller, 'POST', '/api/onboarding/kyc', { ...ANSWERS, email })
}

/** Does everything that comes before the typed answers. */
async function prepare(caller: Caller, picture: ImageOptions = {}): Promise<void> {
  await callApi(caller, 'POST', '/api/certifications/accept', {
    certification_type: 'risk_disclosure',
    certification_name: 'main_risk_disclosure',
  })
  for (const slot of requiredSlots(ANSWERS.docType)) {
    const form = new FormData()
    form.set('documentType', slot)
    form.set(
      'file',
      new File(
        [new Uint8Array(await makeJpeg({ ...picture, artist: `${picture.artist} ${slot}` }))],
        `${slot}.jpg`,
        { type: 'image/jpeg' },
      ),
    )
    await callApi(caller, 'POST', '/api/uploads/kyc-document-direct', form)
  }
}
