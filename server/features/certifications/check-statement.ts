import type { InvestorStatementData } from '#contract/certifications/certifications.ts'
import type { InvestorRules } from '#contract/certifications/investor-rules.ts'
import type { DateStyle } from '#contract/date-style.ts'
import { dayText } from '#domain/date-text.ts'
import { investorEligibility } from '#domain/investors/investor-eligibility.ts'
import { isSameName } from '#domain/person-name.ts'
import { londonDate, type PlainDate, parsePlainDate } from '#domain/plain-date.ts'

interface Expectations {
  rules: InvestorRules
  today: PlainDate
  /** One of them has to be the signature; any will do where none is known. */
  names: readonly string[]
  /** The statement as the server words it, and as the person says to have read it. */
  text: string
  readText: string | undefined
  dateStyle: DateStyle
}

const READ_AGAIN = 'The statement has changed since you read it. Read it again before you sign.'

/**
 * What is wrong that shape alone cannot tell, by field: whether the answers meet the category, whose name it is, the day,
 * and that the text that was read is the one that is signed.
 */
export function statementProblems(
  data: InvestorStatementData,
  expected: Expectations,
): Record<string, string> {
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
  // Where an answer is refused the text differs with it; the answer is what has to be corrected.
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
