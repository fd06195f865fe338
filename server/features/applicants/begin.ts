import type { Applicant } from '#contract/auth.ts'
import type { Origin } from '#server/platform/http/request-context.ts'
import { recordEvent } from '#server/platform/ledger/record-event.ts'
import { applicantOf } from '#server/records/people/user-view.ts'
import type { Services } from '#server/services.ts'

/**
 * Begins a visitor's application; gives the token for their cookie. Nothing is looked up by the address and nothing is
 * sent to it (security A16, R56). Throws CAPTCHA_FAILED.
 */
export async function beginApplication(
  services: Services,
  { email, captchaToken }: { email: string; captchaToken?: string },
  origin: Origin,
): Promise<{ token: string; applicant: Applicant }> {
  const { database, applicants, captcha, now } = services
  const token = await database.transaction(async (tx) => {
    await captcha.verify(tx, captchaToken)
    const begun = await applicants.start(tx, email)
    await recordEvent(tx, {
      at: now(),
      type: 'application.begun',
      actor: { kind: 'user', id: begun.userId },
      userId: begun.userId,
      origin,
    })
    return begun.token
  })
  const applicant = applicantOf(await applicants.callerOf(token))
  if (!applicant) throw new Error('The application was just begun')
  return { token, applicant }
}
