import type { DateStyle } from '#contract/date-style.ts'
import { NoUboReason } from '#contract/onboarding/business.ts'
import { NO_UBO_REASON_LABELS } from '#contract/onboarding/business-people.ts'
import type { CaseState } from '#contract/verification/cases.ts'
import { representativeProblems } from '#domain/business/business-check.ts'
import { type BusinessFields, type FieldProblems, isBlank } from '#domain/business/business-fields.ts'
import { checkCompanyNumber } from '#domain/business/company-number.ts'
import { NO_OWNER, SENIOR_MANAGER } from '#domain/business/owner-ids.ts'
import { ownershipProblems } from '#domain/business/ownership.ts'
import { correctionPath } from '#domain/cases/case-notice-text.ts'
import { dayText } from '#domain/date-text.ts'
import { businessFlow } from '#domain/onboarding/business-flow.ts'
import { closingSubjects, type LeafSubject, type OwnFacts, riskSubject } from './own-subjects.ts'

type Step = Parameters<typeof businessFlow.stepParam>[0]

/** Everything known about a company that is verified, submitted or not. */
export interface CompanyFacts extends OwnFacts {
  state: CaseState | null
  fields: BusinessFields
  /** The furthest step reached. */
  furthest: string | null
  /** When the additional document was given; null if there is none. */
  documentGivenAt: Date | null
}

const OWNER_TASK = {
  title: 'Name the owners',
  again: 'Correct this owner',
  text: 'Everyone who owns or controls 25% or more.',
  time: '3 minutes',
}
const REPRESENTATIVE_TASK = {
  title: 'Name who acts for the company',
  again: 'Correct this representative',
  text: 'The person we deal with. You can add a second one as cover.',
  time: '2 minutes',
}

/** Returns the subjects of a company's leaf, in the order of the journey; each of its people has one. */
export function companySubjects(facts: CompanyFacts, { dateStyle }: { dateStyle: DateStyle }): LeafSubject[] {
  const isSent = facts.state !== null && !['draft', 'withdrawn', 'expired'].includes(facts.state)
  return [
    riskSubject(facts, stepHref('risk-disclosure'), dateStyle),
    registration(facts),
    settlement(facts),
    ...toldApart([...owners(facts, isSent), ...representatives(facts, isSent)]),
    ...additional(facts, isSent, dateStyle),
    ...closingSubjects(facts, isSent ? '/user-type-selection' : stepHref('user-type'), dateStyle),
  ]
}

/** Adds the role to the name of someone who has two, because mails and receipts show only the names. */
function toldApart(people: readonly LeafSubject[]): LeafSubject[] {
  return people.map((person) => {
    const isTwice = people.some(({ key, label }) => key !== person.key && label === person.label)
    return isTwice ? { ...person, label: `${person.label} (${person.hint.toLowerCase()})` } : person
  })
}

type SubjectText = Pick<LeafSubject, 'key' | 'label' | 'hint' | 'given' | 'isLeftBlank' | 'task'> & {
  step: Step
  noun?: string
  isOptional?: true
}

function subject({ step, noun, ...text }: SubjectText, isPerson = false): LeafSubject {
  return {
    noun: noun ?? text.label,
    isOptional: false,
    ...text,
    isTelling: text.key !== 'other',
    isOwn: false,
    end: null,
    href: stepHref(step),
    isPerson,
  }
}

function registration({ fields }: CompanyFacts): LeafSubject {
  const { legalName, companyNumber, registeredAddress, registrationCountry } = fields
  const isGiven = ![legalName, companyNumber, registeredAddress].some(isBlank)
  const number = checkCompanyNumber(companyNumber ?? '', registrationCountry)
  return subject({
    key: 'registration',
    label: 'Company details',
    noun: 'company details',
    hint: 'As they appear at Companies House',
    given: isGiven ? `${legalName}, ${number.ok ? number.value : companyNumber}` : null,
    step: 'company',
    task: {
      title: 'Enter your company’s details',
      again: 'Correct your company’s details',
      text: 'Exactly as they appear at Companies House.',
      time: '2 minutes',
    },
  })
}

function settlement({ fields, furthest, riskReadAt }: CompanyFacts): LeafSubject {
  const isDone = businessFlow.isStepComplete('settlement', {
    riskAccepted: riskReadAt !== null,
    fields,
    furthest,
  })
  const names = [fields.bankName, fields.registryName, fields.settlementContactName].filter(
    (name) => !isBlank(name),
  )
  return subject({
    key: 'settlement',
    label: 'Settlement',
    noun: 'settlement details',
    hint: 'Where we settle credits and money',
    given: isDone ? names.join(', ') || 'Left blank' : null,
    isLeftBlank: names.length === 0,
    step: 'settlement',
    task: {
      title: 'Say where we settle',
      again: 'Correct where we settle',
      text: 'Bank, registry and contact. You can leave each of these out.',
      time: '2 minutes',
    },
  })
}

/** Whether a person's answers are all there; those of a submission are, by the rules of its time. */
function isComplete(path: string, problems: FieldProblems, isSent: boolean): boolean {
  return isSent || !Object.keys(problems).some((field) => field.startsWith(`${path}.`))
}

function owners({ fields }: CompanyFacts, isSent: boolean): LeafSubject[] {
  const { beneficialOwners, noUboReason, seniorManager } = fields
  const step = 'owners'
  const problems = ownershipProblems(fields)
  const people = (beneficialOwners ?? []).flatMap((owner, index) => {
    if (isBlank(owner.fullName)) return []
    const share = isBlank(owner.ownershipPercent) ? '' : `, owns ${owner.ownershipPercent}%`
    return subject(
      {
        key: `owner:${owner.id ?? index}`,
        label: owner.fullName ?? '',
        hint: 'Beneficial owner',
        given: isComplete(`beneficialOwners.${index}`, problems, isSent) ? `Beneficial owner${share}` : null,
        step,
        task: OWNER_TASK,
      },
      true,
    )
  })
  const reason = NoUboReason.safeParse(noUboReason)
  if (reason.success)
    people.push(
      subject({
        key: `owner:${NO_OWNER}`,
        label: 'Owners',
        noun: 'statement about owners',
        hint: 'Everyone who owns 25% or more',
        given: NO_UBO_REASON_LABELS[reason.data],
        step,
        task: OWNER_TASK,
      }),
    )
  if (seniorManager && !isBlank(seniorManager.fullName))
    people.push(
      subject(
        {
          key: `owner:${SENIOR_MANAGER}`,
          label: seniorManager.fullName ?? '',
          hint: 'Senior managing person',
          given: isComplete('seniorManager', problems, isSent) ? 'Senior managing person' : null,
          step,
          task: OWNER_TASK,
        },
        true,
      ),
    )
  if (people.length > 0) return people
  return [
    subject({
      key: 'owners',
      label: 'Owners',
      noun: 'owners',
      hint: 'Everyone who owns 25% or more',
      given: null,
      step,
      task: OWNER_TASK,
    }),
  ]
}

function representatives({ fields }: CompanyFacts, isSent: boolean): LeafSubject[] {
  const step = 'representatives'
  const problems = representativeProblems(fields)
  const named = (['primary', 'secondary'] as const).flatMap((id) => {
    const path = `${id}Representative` as const
    const person = fields[path]
    const role = id === 'primary' ? 'Primary representative' : 'Secondary representative'
    return person && !isBlank(person.name)
      ? subject(
          {
            key: `representative:${id}`,
            label: person.name ?? '',
            hint: role,
            given: isComplete(path, problems, isSent) ? role : null,
            step,
            task: REPRESENTATIVE_TASK,
          },
          true,
        )
      : []
  })
  if (named.length > 0) return named
  return [
    subject({
      key: 'representatives',
      label: 'Representatives',
      noun: 'representatives',
      hint: 'Who acts for the company',
      given: null,
      step,
      task: REPRESENTATIVE_TASK,
    }),
  ]
}

/** Returns a company's one, optional document: it has a line as long as it can be added. */
function additional({ documentGivenAt }: CompanyFacts, isSent: boolean, dateStyle: DateStyle): LeafSubject[] {
  if (!documentGivenAt && isSent) return []
  return [
    subject({
      key: 'other',
      label: 'Additional document',
      noun: 'additional document',
      hint: 'Only if you want to add one',
      isOptional: true,
      given: documentGivenAt && `Added on ${dayText(documentGivenAt, dateStyle)}`,
      step: 'company',
      task: {
        title: 'Add a document',
        again: 'Add another document',
        text: 'It proves what you told us about the company.',
        time: '1 minute',
      },
    }),
  ]
}

function stepHref(step: Step): string {
  return `${correctionPath('business')}?step=${businessFlow.stepParam(step)}`
}
