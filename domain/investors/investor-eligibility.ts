import type {
  HnwAnswers,
  InvestorAnswers,
  RestrictedAnswers,
  SophisticatedAnswers,
} from '#contract/certifications/investor-answers.ts'
import type { InvestorRules } from '#contract/certifications/investor-rules.ts'
import type { DateStyle } from '#contract/date-style.ts'
import { dayText } from '#domain/date-text.ts'
import { addMonths, type PlainDate, parsePlainDate } from '#domain/plain-date.ts'
import { pounds, roundPounds } from '#domain/pounds.ts'

/** A criterion that is not met, and the answer at fault. */
export interface UnmetCriterion {
  /** The name of the answer. */
  field: string
  /** What was answered and what is needed. */
  message: string
}

export type InvestorEligibility = { eligible: true } | { eligible: false; unmet: UnmetCriterion[] }

/** An earlier date is a typing mistake. */
const EARLIEST = '1900-01-01'

/**
 * Whether answers meet their category on the given day, under the given rules (onboarding §5.11, law §1.3). If
 * not, lists each unmet criterion with its answer.
 */
export function investorEligibility(
  rules: InvestorRules,
  investorAnswers: InvestorAnswers,
  today: PlainDate,
  dateStyle: DateStyle,
): InvestorEligibility {
  const unmet = unmetOf(rules, investorAnswers, today, dateStyle)
  return unmet.length ? { eligible: false, unmet } : { eligible: true }
}

function unmetOf(
  rules: InvestorRules,
  investorAnswers: InvestorAnswers,
  today: PlainDate,
  dateStyle: DateStyle,
): UnmetCriterion[] {
  switch (investorAnswers.category) {
    case 'restricted':
      return unmetAsRestricted(rules.restricted, investorAnswers.answers)
    case 'hnw':
      return unmetAsHnw(rules.hnw, investorAnswers.answers)
    case 'sophisticated':
      return unmetAsSophisticated(rules.sophisticated, investorAnswers.answers, today, dateStyle)
    default:
      return investorAnswers satisfies never
  }
}

/** Both percentages have to stay within the limit. */
function unmetAsRestricted(
  { limitPercent, limitItselfCounts }: InvestorRules['restricted'],
  { investedPercent, willInvestPercent }: RestrictedAnswers,
): UnmetCriterion[] {
  const bound = limitItselfCounts ? `no more than ${limitPercent}%` : `less than ${limitPercent}%`
  // In hundredths of a per cent, so that a boundary is a whole number.
  const isWithin = (percent: number) => {
    const over = Math.round(percent * 100) - limitPercent * 100
    return limitItselfCounts ? over <= 0 : over < 0
  }
  const unmet: UnmetCriterion[] = []
  if (!isWithin(investedPercent))
    unmet.push({
      field: 'investedPercent',
      message: `You invested ${investedPercent}% in the past 12 months. A restricted investor has invested ${bound} of their net assets.`,
    })
  if (!isWithin(willInvestPercent))
    unmet.push({
      field: 'willInvestPercent',
      message: `You plan to invest ${willInvestPercent}% in the next 12 months. A restricted investor invests ${bound} of their net assets.`,
    })
  return unmet
}

/** One of the two is enough. */
function unmetAsHnw(
  { minIncome, minNetAssets }: InvestorRules['hnw'],
  { income, netAssets }: HnwAnswers,
): UnmetCriterion[] {
  if (income == null && netAssets == null)
    return [{ field: 'income', message: 'Enter your income, your net assets or both' }]
  if ((income ?? 0) >= minIncome || (netAssets ?? 0) >= minNetAssets) return []
  const unmet: UnmetCriterion[] = []
  if (income != null)
    unmet.push({
      field: 'income',
      message: `An income of ${pounds(income)} is below ${roundPounds(minIncome)}.`,
    })
  if (netAssets != null)
    unmet.push({
      field: 'netAssets',
      message: `Net assets of ${pounds(netAssets)} are below ${roundPounds(minNetAssets)}.`,
    })
  return unmet
}

function unmetAsSophisticated(
  rules: InvestorRules['sophisticated'],
  answers: SophisticatedAnswers,
  today: PlainDate,
  dateStyle: DateStyle,
): UnmetCriterion[] {
  switch (answers.test) {
    case 'angel':
      return unmetAsAngel(rules, answers.memberSince, today, dateStyle)
    case 'unlisted':
      return answers.investmentCount >= rules.minUnlistedInvestments
        ? []
        : [
            {
              field: 'investmentCount',
              message: `You entered ${answers.investmentCount}. It takes ${rules.minUnlistedInvestments} or more in the last ${rules.years} years.`,
            },
          ]
    case 'director':
      return [
        ...(answers.annualTurnover >= rules.minTurnover
          ? []
          : [
              {
                field: 'annualTurnover',
                message: `A turnover of ${pounds(answers.annualTurnover)} is below ${roundPounds(rules.minTurnover)}.`,
              },
            ]),
        ...endedTooLongAgo(rules, answers.endedOn, today, dateStyle),
      ]
    case 'profession':
      return rules.professionCounts
        ? endedTooLongAgo(rules, answers.endedOn, today, dateStyle)
        : [{ field: 'test', message: 'Work in private equity doesn’t count under these rules.' }]
    default:
      return answers satisfies never
  }
}

/**
 * Membership is counted in calendar months: someone who joined on 10 September has been a member for 6 on 10
 * March.
 */
function unmetAsAngel(
  { angelMonths, angelMonthsThemselvesCount }: InvestorRules['sophisticated'],
  memberSince: string,
  today: PlainDate,
  dateStyle: DateStyle,
): UnmetCriterion[] {
  const field = 'memberSince'
  const since = parsePlainDate(memberSince)
  const problem = dateProblem(since, today)
  if (!since || problem) return [{ field, message: problem ?? 'Enter a real date' }]
  const completedOn = addMonths(since, angelMonths)
  if (angelMonthsThemselvesCount ? completedOn <= today : completedOn < today) return []
  const needed = angelMonthsThemselvesCount
    ? `${angelMonths} months or more`
    : `more than ${angelMonths} months`
  return [{ field, message: `You joined on ${dayText(since, dateStyle)}. It takes ${needed} as a member.` }]
}

function endedTooLongAgo(
  { years }: InvestorRules['sophisticated'],
  endedOn: string | null | undefined,
  today: PlainDate,
  dateStyle: DateStyle,
): UnmetCriterion[] {
  if (endedOn == null) return []
  const field = 'endedOn'
  const ended = parsePlainDate(endedOn)
  const problem = dateProblem(ended, today)
  if (!ended || problem) return [{ field, message: problem ?? 'Enter a real date' }]
  if (addMonths(ended, years * 12) >= today) return []
  return [{ field, message: `This ended on ${dayText(ended, dateStyle)}. It counts for ${years} years.` }]
}

function dateProblem(date: PlainDate | null, today: PlainDate): string | null {
  if (!date) return 'Enter a real date'
  if (date > today) return 'The date must not be in the future'
  return date < EARLIEST ? 'Check the year of this date' : null
}
