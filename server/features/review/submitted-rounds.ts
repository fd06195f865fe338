import type { DateStyle } from '#contract/date-style.ts'
import { DOC_TYPE_LABELS } from '#contract/documents/documents.ts'
import {
  CONSUMER_PARTS,
  type ConsumerPart,
  consumerField,
  fieldsOfPart,
  isConsumerPart,
  isOptionalField,
} from '#contract/onboarding/consumer-fields.ts'
import { GivenAnswers } from '#contract/onboarding/onboarding.ts'
import type { CaseKind } from '#contract/verification/cases.ts'
import { businessParts, partText as companyPartText } from '#domain/business/business-parts.ts'
import { dayText } from '#domain/date-text.ts'
import type { StoredCase } from '#server/model/cases/cases.ts'
import {
  lastTwoSnapshots,
  type SubmittedSnapshot,
  submittedCompany,
} from '#server/model/cases/submission-snapshots.ts'
import type { Db } from '#server/platform/database/database.ts'

/** A submission's answers and files by item, as comparable text. */
export interface Round {
  submittedAt: Date
  /** Labels of a company's parts, with the names of its people. */
  labels: Readonly<Record<string, string>>
  texts: Readonly<Record<string, string>>
  hashes: Readonly<Record<string, string>>
}

/** The latest submission, and the one before. */
export interface Rounds {
  now: Round | undefined
  before: Round | undefined
}

/** Reads the last two submissions of a case. */
export async function lastTwoRounds(
  db: Db,
  { id, current }: StoredCase,
  dateStyle: DateStyle,
): Promise<Rounds> {
  const [now, before] = (await lastTwoSnapshots(db, id)).map((submission) =>
    roundOf(current.kind, submission, dateStyle),
  )
  return { now, before }
}

function roundOf(
  kind: CaseKind,
  { answers, documents, submittedAt }: SubmittedSnapshot,
  dateStyle: DateStyle,
): Round {
  return {
    submittedAt,
    ...(kind === 'business'
      ? businessRound(answers, dateStyle)
      : { labels: {}, texts: consumerTexts(answers, dateStyle) }),
    hashes: Object.fromEntries(documents.map(({ slot, sha256 }) => [slot, sha256])),
  }
}

function consumerTexts(submitted: unknown, dateStyle: DateStyle): Round['texts'] {
  const answers = GivenAnswers.parse(submitted)
  const parts = Object.keys(CONSUMER_PARTS).filter(isConsumerPart)
  return {
    ...Object.fromEntries(parts.map((part) => [part, partText(part, answers, dateStyle)])),
    'id-front': DOC_TYPE_LABELS[answers.docType],
  }
}

/** Required answers in one line, then optional ones, each with its label. */
function partText(part: ConsumerPart, answers: GivenAnswers, dateStyle: DateStyle): string {
  const given = fieldsOfPart(part).filter((name) => answers[name])
  return [
    given
      .filter((name) => !isOptionalField(name))
      .map((name) => {
        const answer = answers[name] ?? ''
        return consumerField(name).input === 'birthday' ? dayText(answer, dateStyle) : answer
      })
      .join(' '),
    ...given.filter(isOptionalField).map((name) => `${consumerField(name).short}: ${answers[name]}`),
  ].join('\n')
}

function businessRound(submitted: unknown, dateStyle: DateStyle): Pick<Round, 'labels' | 'texts'> {
  const parts = businessParts(submittedCompany(submitted))
  return {
    labels: Object.fromEntries(parts.map(({ key, label }) => [key, label])),
    texts: Object.fromEntries(parts.map((part) => [part.key, companyPartText(part, dateStyle)])),
  }
}
