import type { BusinessDraft } from '#contract/onboarding/business.ts'
import {
  BUSINESS_PARTS,
  type BusinessPartKey,
  fieldsOfBusinessPart,
} from '#contract/onboarding/business-fields.ts'
import { CONSUMER_PARTS, type ConsumerPart, fieldsOfPart } from '#contract/onboarding/consumer-fields.ts'
import type { ConsumerDraft, GivenAnswers } from '#contract/onboarding/onboarding.ts'
import type { ItemKey } from '#contract/verification/cases.ts'
import { type IdentifiedAnswers, NO_OWNER, SENIOR_MANAGER } from '#domain/business/owner-ids.ts'
import { canAddOwner, canAddRepresentative } from '#domain/business/returned-business.ts'
import type { Case } from './case.ts'
import { isEditable } from './case-submission.ts'

type Current = Pick<Case, 'state' | 'items'>
type Answers<Draft> = Readonly<Partial<Record<keyof Draft, unknown>>>

/**
 * Returns the draft of a returned person with what was accepted as it was submitted. A page that was opened before may
 * have saved something else, which could be neither submitted nor corrected (cases, A returned case).
 */
export function withAcceptedPerson(
  draft: ConsumerDraft,
  submitted: Readonly<Partial<Record<keyof GivenAnswers, unknown>>>,
  current: Current,
): Answers<ConsumerDraft> {
  const parts = (Object.keys(CONSUMER_PARTS) as ConsumerPart[]).filter((part) => isAccepted(part, current))
  const names = [
    ...parts.flatMap(fieldsOfPart),
    // Without a returned side, no other kind of ID can be given.
    ...(isAccepted('id-front', current, true) ? (['docType'] as const) : []),
  ]
  return { ...draft, ...Object.fromEntries(names.map((name) => [name, submitted[name]])) }
}

/** The same of a company: no accepted person is missing either, and no one is there who can’t be added. */
export function withAcceptedCompany(
  draft: BusinessDraft,
  submitted: IdentifiedAnswers,
  current: Current,
): Answers<BusinessDraft> {
  if (current.state !== 'needs_resubmission') return draft
  const { items } = current
  const has = (key: ItemKey) => items.some((item) => item.key === key)
  const names = [
    ...(Object.keys(BUSINESS_PARTS) as BusinessPartKey[])
      .filter((part) => isAccepted(part, current))
      .flatMap(fieldsOfBusinessPart),
    ...Object.entries(FIELD_OF_ITEM).flatMap(([key, name]) =>
      isAccepted(key as ItemKey, current) ? [name] : [],
    ),
  ]
  const owners = submitted.beneficialOwners.filter(({ id }) => isAccepted(`owner:${id}`, current))
  const drafted = (draft.beneficialOwners ?? []).filter(({ id }) => has(`owner:${id}`) || canAddOwner(items))
  const others = owners.filter(({ id }) => drafted.every((owner) => owner.id !== id))
  const { secondaryRepresentative } = draft
  const maySecond = has('representative:secondary') || canAddRepresentative(items)
  const beneficialOwners = [
    ...drafted.map((owner) => owners.find(({ id }) => id === owner.id) ?? owner),
    ...others,
  ].map(({ ownershipPercent, ...owner }) => ({ ...owner, ownershipPercent: ownershipPercent?.toString() }))
  return {
    ...draft,
    secondaryRepresentative: maySecond ? secondaryRepresentative : undefined,
    ...(beneficialOwners.length > 0 && { beneficialOwners }),
    ...Object.fromEntries(names.map((name) => [name, submitted[name]])),
  }
}

/** The field that holds what a company's item rests on, of those that aren't a list or several fields. */
const FIELD_OF_ITEM = {
  [`owner:${NO_OWNER}`]: 'noUboReason',
  [`owner:${SENIOR_MANAGER}`]: 'seniorManager',
  'representative:primary': 'primaryRepresentative',
  'representative:secondary': 'secondaryRepresentative',
} as const

function isAccepted(key: ItemKey, current: Current, isOtherKind = false): boolean {
  const item = current.items.find((item) => item.key === key)
  return (
    current.state === 'needs_resubmission' && item !== undefined && !isEditable(current, item, isOtherKind)
  )
}
