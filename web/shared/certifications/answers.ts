import type { ZodType } from 'zod'
import {
  HnwAnswers,
  type InvestorAnswers,
  RestrictedAnswers,
  SophisticatedAnswers,
  type SophisticatedTest,
} from '#contract/certifications/investor-answers.ts'
import type { InvestorCategory, InvestorRules } from '#contract/certifications/investor-rules.ts'
import { investorEligibility } from '#domain/investors/investor-eligibility.ts'
import type { PlainDate } from '#domain/plain-date.ts'
import { pounds } from '#domain/pounds.ts'
import { dateStyle } from '#web/lib/dates.ts'
import { type DateParts, EMPTY_DATE, isDateEmpty, isoFromParts } from '#web/ui/date-parts.ts'

/** The category and the answers as the form has them, valid or not; those of other categories are kept. */
export interface AnswerValues {
  category: InvestorCategory | null
  investedPercent: string
  willInvestPercent: string
  income: string
  netAssets: string
  test: SophisticatedTest | null
  networkName: string
  memberSince: DateParts
  investmentCount: string
  companyName: string
  annualTurnover: string
  employerName: string
  endedOn: DateParts
}

export const NO_ANSWERS: AnswerValues = {
  category: null,
  investedPercent: '',
  willInvestPercent: '',
  income: '',
  netAssets: '',
  test: null,
  networkName: '',
  memberSince: EMPTY_DATE,
  investmentCount: '',
  companyName: '',
  annualTurnover: '',
  employerName: '',
  endedOn: EMPTY_DATE,
}

export interface AnswerProblem {
  /** Nothing was entered, the entry can't be parsed, or it doesn't meet the category. */
  kind: 'missing' | 'invalid' | 'unmet'
  message: string
}
export type AnswerProblems = Partial<Record<keyof AnswerValues, AnswerProblem>>

export type ReadAnswers = { investorAnswers: InvestorAnswers } | { problems: AnswerProblems }

/**
 * Returns the answers to submit under a day's rules, or each answer's problem. Answers that don't meet the
 * category are never returned.
 */
export function readAnswers(values: AnswerValues, rules: InvestorRules, today: PlainDate): ReadAnswers {
  const read = answersGiven(values)
  if ('problems' in read) return read
  const eligibility = investorEligibility(rules, read.investorAnswers, today, dateStyle())
  if (eligibility.eligible) return read
  const unmet = eligibility.unmet.map(({ field, message }) => [field, { kind: 'unmet', message }])
  return { problems: Object.fromEntries(unmet) }
}

/** Returns the answers to submit, whether or not they meet the category, or what is missing or can't be parsed. */
export function answersGiven(values: AnswerValues): ReadAnswers {
  const { category } = values
  switch (category) {
    case null:
      return { problems: { category: { kind: 'missing', message: 'Choose an investor category' } } }
    case 'restricted': {
      const { investedPercent, willInvestPercent } = values
      const given = {
        investedPercent: percent(investedPercent),
        willInvestPercent: percent(willInvestPercent),
      }
      return checked(values, RestrictedAnswers, given, (answers) => ({ category, answers }))
    }
    case 'hnw': {
      const [income, netAssets] = [amount(values.income), amount(values.netAssets)]
      if (income === undefined && netAssets === undefined) {
        const message = 'Enter your income, your net assets or both'
        return { problems: { income: { kind: 'missing', message } } }
      }
      return checked(values, HnwAnswers, { income, netAssets }, (answers) => ({ category, answers }))
    }
    case 'sophisticated':
      return checked(values, SophisticatedAnswers, sophisticated(values), (answers) => ({
        category,
        answers,
      }))
    default:
      return category satisfies never
  }
}

function checked<Answers>(
  values: AnswerValues,
  schema: ZodType<Answers>,
  given: object,
  toAnswers: (answers: Answers) => InvestorAnswers,
): ReadAnswers {
  const parsed = schema.safeParse(given)
  if (parsed.success) return { investorAnswers: toAnswers(parsed.data) }
  const problems: AnswerProblems = {}
  for (const { path, message } of parsed.error.issues) {
    const field = path[0] as keyof AnswerValues
    const kind = isEmpty(values[field]) ? 'missing' : 'invalid'
    problems[field] ??= { kind, message: dotsQuestion(field, values[field]) ?? message }
  }
  return { problems }
}

function sophisticated({ test, ...values }: AnswerValues): object {
  const endedOn = isDateEmpty(values.endedOn) ? undefined : day(values.endedOn)
  switch (test) {
    case null:
      return {}
    case 'angel':
      return { test, networkName: values.networkName, memberSince: day(values.memberSince) }
    case 'unlisted':
      return { test, investmentCount: count(values.investmentCount) }
    case 'director':
      return {
        test,
        companyName: values.companyName,
        annualTurnover: amount(values.annualTurnover),
        endedOn,
      }
    case 'profession':
      return { test, employerName: values.employerName, endedOn }
    default:
      return test satisfies never
  }
}

const GROUPED = /^(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d+)?$/

const AMOUNTS: readonly (keyof AnswerValues)[] = ['income', 'netAssets', 'annualTurnover']
/** Thousands as in much of Europe; `170.000` may mean £170 or not. */
const GROUPED_BY_DOTS = /^(\d{1,3}(?:\.\d{3})+)(?:,\d{1,2})?$/

/**
 * Parses pounds as people write them: `85000`, `£85,000`, `85,000.00`; undefined if empty, NaN if it isn't an
 * amount.
 */
function amount(text: string): number | undefined {
  const plain = withoutPounds(text)
  return GROUPED_BY_DOTS.test(plain) ? Number.NaN : numberIn(plain)
}

/** The question about an amount whose dots may separate thousands; undefined for anything else. */
function dotsQuestion(
  field: keyof AnswerValues,
  value: AnswerValues[keyof AnswerValues],
): string | undefined {
  if (!AMOUNTS.includes(field) || typeof value !== 'string') return undefined
  const digits = GROUPED_BY_DOTS.exec(withoutPounds(value))?.[1]
  if (!digits) return undefined
  const meant = pounds(Number(digits.replaceAll('.', ''))).slice(1)
  return `Did you mean ${meant}? Write the amount in whole pounds, like ${meant}`
}

const withoutPounds = (text: string) => text.replaceAll(/[£\s]/g, '')

function percent(text: string): number | undefined {
  return numberIn(text.trim().replace(/\s*%$/, ''))
}

function count(text: string): number | undefined {
  return numberIn(text.trim())
}

function numberIn(text: string): number | undefined {
  if (text === '') return undefined
  return GROUPED.test(text) ? Number(text.replaceAll(',', '')) : Number.NaN
}

/** Returns '' for a day that can't be parsed, so that the schema reports it. */
function day(parts: DateParts): string | undefined {
  return isDateEmpty(parts) ? undefined : (isoFromParts(parts) ?? '')
}

function isEmpty(value: AnswerValues[keyof AnswerValues]): boolean {
  if (value === null) return true
  return typeof value === 'string' ? value.trim() === '' : isDateEmpty(value)
}
