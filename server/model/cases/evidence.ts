import { isConsumerPart } from '#contract/onboarding/consumer-fields.ts'
import type { GivenAnswers } from '#contract/onboarding/onboarding.ts'
import { businessParts, partValues } from '#domain/business/business-parts.ts'
import type { IdentifiedAnswers } from '#domain/business/owner-ids.ts'
import type { Evidence } from '#domain/cases/case.ts'
import { consumerItemKeys } from '#domain/cases/case-items.ts'
import type { DocumentRow } from '#server/model/schema/documents.ts'
import { fingerprint, partFingerprint } from './fingerprints.ts'

/** What each item of a person's case rests on. */
export function personEvidence(answers: GivenAnswers, documents: readonly DocumentRow[]): Evidence[] {
  const given = documents.map(({ slot }) => slot)
  return consumerItemKeys(answers.docType, given).map((key) => ({
    key,
    evidence: isConsumerPart(key)
      ? partFingerprint(key, answers)
      : (documents.find((document) => document.slot === key)?.sha256 ?? null),
  }))
}

/** What each item of a company's case rests on. */
export function companyEvidence(answers: IdentifiedAnswers, documents: readonly DocumentRow[]): Evidence[] {
  const additional = documents.find(({ slot }) => slot === 'other')
  return [
    ...businessParts(answers).map((part) => ({ key: part.key, evidence: fingerprint(partValues(part)) })),
    ...(additional ? [{ key: 'other' as const, evidence: additional.sha256 }] : []),
  ]
}
