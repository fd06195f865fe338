import { createHash } from 'node:crypto'
import type { InvestorStatementData } from '#contract/certifications/certifications.ts'
import type { InvestorAnswers } from '#contract/certifications/investor-answers.ts'
import {
  INVESTOR_CERTIFICATION_NAMES,
  INVESTOR_CERTIFICATION_TYPE,
  type InvestorRules,
} from '#contract/certifications/investor-rules.ts'
import type { DateStyle } from '#contract/date-style.ts'
import { dayText } from '#domain/date-text.ts'
import { investorRulesOn } from '#domain/investors/investor-criteria.ts'
import { investorEligibility } from '#domain/investors/investor-eligibility.ts'
import { statementText } from '#domain/investors/investor-statement.ts'
import { statementExpiresAt } from '#domain/investors/statement-expiry.ts'
import { isSameName } from '#domain/person-name.ts'
import { londonDate, type PlainDate, parsePlainDate } from '#domain/plain-date.ts'
import {
  currentCertifications,
  isInForce,
  statementOf,
  storeInvestorCategory,
} from '#server/model/certifications/certifications.ts'
import { storeWithStatement } from '#server/model/certifications/investor-answers.ts'
import { sendStatementNotice } from '#server/model/certifications/statement-notices.ts'
import { signingNames } from '#server/model/people/signing-names.ts'
import { applyPendingType, type ChosenType, lockUser } from '#server/model/people/user-type.ts'
import type { CertificationRow } from '#server/model/schema/certifications.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { Origin } from '#server/platform/http/request-context.ts'
import type { Services } from '#server/services.ts'
import { addCertification } from './accept.ts'
import { questionsClosed, storeAnswers } from './give-answers.ts'

const READ_AGAIN = 'The statement has changed since you read it. Read it again before you sign.'

export interface StatementToSign {
  userId: number
  data: InvestorStatementData
  /** The text that the person has read, if the browser sends it. */
  readText: string | undefined
  referenceUrl: string | undefined
  overwrite: boolean
  origin: Origin
}

export interface SignedStatement {
  row: CertificationRow
  type: ChosenType
}

/**
 * Signs an investor statement in one transaction: the evidence with the server's own text, the former statement
 * superseded, the category in force, a pending user type, the event and the email (cases, A record of consent).
 * The same statement again returns the first; another one in a category that is held needs `overwrite`. The
 * answers are stored as an attempt, whether they meet the category or not. Throws VALIDATION_ERROR,
 * DUPLICATE_ENTRY, and INVALID_STATE while the questions are closed.
 */
export async function signStatement(services: Services, signing: StatementToSign): Promise<SignedStatement> {
  const { config, database, now } = services
  const { userId, data, origin } = signing
  const at = now()
  const today = londonDate(at)
  const rules = investorRulesOn(config.investorRules, today)
  const { legalName } = config.company
  const { dateStyle } = config
  const text = statementText({
    rules,
    legalName,
    investorAnswers: data,
    fullName: data.fullName,
    signedOn: today,
    dateStyle,
  })
  const sha256 = createHash('sha256').update(text).digest('hex')

  const result = await database.transaction(async (tx) => {
    // The second of two concurrent calls waits here, and then finds what the first has signed.
    const user = await lockUser(tx, userId)
    const names = await signingNames(tx, userId)
    const read = { text, readText: signing.readText }
    const fields = statementProblems(data, { rules, today, names, dateStyle, ...read })
    const isRefused = Object.keys(fields).length > 0
    const held = statementOf(await currentCertifications(tx, userId), data.category)
    const isInHand = held !== undefined && isInForce(held, at)
    const isSame = isInHand && held.textSha256 === sha256 && !isRefused
    if (!isSame) {
      const outcome = await storeAnswers(tx, {
        userId,
        given: answersIn(data),
        rules,
        dateStyle,
        origin,
        at,
      })
      // Returned rather than thrown, so that the attempt stays counted.
      if (outcome.kind === 'waiting') return outcome
      if (isRefused) return { kind: 'refused' as const, fields }
    }
    if (isInHand && !isSame && !signing.overwrite) {
      throw new AppError(
        'DUPLICATE_ENTRY',
        'You have already signed a statement of this category. Renew it if you want to replace it.',
      )
    }
    const row = isSame
      ? held
      : await addCertification(
          tx,
          {
            userId,
            certificationType: INVESTOR_CERTIFICATION_TYPE,
            certificationName: INVESTOR_CERTIFICATION_NAMES[data.category],
            textVersion: rules.version,
            certificationText: text,
            textSha256: sha256,
            textConfirmed: signing.readText !== undefined || data.rulesVersion !== undefined,
            referenceUrl: signing.referenceUrl ?? null,
            additionalData: { ...data, certificationDate: today, legalName, knownNames: names },
            ip: origin.ip ?? null,
            userAgent: origin.userAgent ?? null,
            acknowledgedAt: at,
            expiresAt: statementExpiresAt(at),
          },
          held,
          origin,
        )
    await storeInvestorCategory(tx, user, data.category, { actor: { kind: 'user', id: userId }, origin, at })
    if (!isSame) {
      await storeWithStatement(tx, userId, row.id)
      await sendStatementNotice(services, tx, user, row, { kind: 'signed' })
    }
    const type = await applyPendingType(tx, user, origin, at)
    return { kind: 'signed' as const, row, type }
  })
  switch (result.kind) {
    case 'waiting':
      throw questionsClosed(result.until, dateStyle)
    case 'refused': {
      const { fields } = result
      throw new AppError('VALIDATION_ERROR', Object.values(fields)[0] ?? '', { fields })
    }
    case 'signed':
      return { row: result.row, type: result.type }
    default:
      return result satisfies never
  }
}

/** The statement's answers, without the rest of it. */
function answersIn({ category, answers }: InvestorStatementData): InvestorAnswers {
  return { category, answers } as InvestorAnswers
}

interface Expectations {
  rules: InvestorRules
  today: PlainDate
  /** One of them must be the signature; any will do if none is known. */
  names: readonly string[]
  /** The statement as worded by the server, and as the person says to have read it. */
  text: string
  readText: string | undefined
  dateStyle: DateStyle
}

/**
 * What is wrong beyond the schema, by field: whether the answers meet the category, the signature's name, the
 * date, and whether the text that was read is the one being signed.
 */
function statementProblems(data: InvestorStatementData, expected: Expectations): Record<string, string> {
  const { rules, today, names, dateStyle } = expected
  const fields: Record<string, string> = {}
  const eligibility = investorEligibility(rules, data, today, dateStyle)
  if (!eligibility.eligible)
    for (const { field, message } of eligibility.unmet) fields[`additional_data.answers.${field}`] = message
  if (names.length > 0 && !names.some((name) => isSameName(data.fullName, name)))
    fields['additional_data.fullName'] =
      `Sign with your own name. We know you as ${names.join(' or ')}; you entered ${data.fullName}.`
  if (data.certificationDate !== undefined && dayOf(data.certificationDate) !== today)
    fields['additional_data.certificationDate'] =
      `A statement is signed on the day itself, ${dayText(today, dateStyle)} in London.`
  const isOtherText =
    expected.readText !== undefined && onPlainLines(expected.readText) !== onPlainLines(expected.text)
  const isOtherVersion = data.rulesVersion !== undefined && data.rulesVersion !== rules.version
  // If an answer is refused the text differs because of it; the answer must be corrected.
  if ((isOtherText || isOtherVersion) && Object.keys(fields).length === 0)
    fields.certification_text = READ_AGAIN
  return fields
}

function dayOf(text: string): PlainDate {
  return parsePlainDate(text) ?? londonDate(new Date(text))
}

function onPlainLines(text: string): string {
  return text.replaceAll('\r\n', '\n').trim()
}
