import { createHash } from 'node:crypto'
import { type ConsumerPart, fieldsOfPart } from '#contract/onboarding/consumer-fields.ts'
import type { GivenAnswers } from '#contract/onboarding/onboarding.ts'

/** What data rests on, so that another answer is seen to be another. */
export function fingerprint(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex')
}

/** The fingerprint of what someone says of themselves under an item of their case; what was not answered is no part of it. */
export function partFingerprint(part: ConsumerPart, answers: GivenAnswers): string {
  const given = fieldsOfPart(part).flatMap((name) => answers[name] ?? [])
  // One answer stands for itself, as it does in what is kept already.
  return fingerprint(given.length === 1 ? given[0] : given)
}
