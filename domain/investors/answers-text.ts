import type { InvestorAnswers, SophisticatedAnswers } from '#contract/certifications/investor-answers.ts'
import type { InvestorCategory } from '#contract/certifications/investor-rules.ts'
import type { DateStyle } from '#contract/date-style.ts'
import { dayText } from '#domain/date-text.ts'
import { pounds } from '#domain/pounds.ts'

/** Names of the categories for places without the rules in force. */
export const CATEGORY_NAMES = {
  restricted: 'Restricted investor',
  hnw: 'High net worth investor',
  sophisticated: 'Sophisticated investor',
} as const satisfies Record<InvestorCategory, string>

/** Returns one set of answers as a line, as given: "High net worth investor: income £100,000". */
export function answersText(investorAnswers: InvestorAnswers, style: DateStyle): string {
  return `${CATEGORY_NAMES[investorAnswers.category]}: ${given(investorAnswers, style)}`
}

function given(investorAnswers: InvestorAnswers, style: DateStyle): string {
  switch (investorAnswers.category) {
    case 'restricted':
      return `invested ${investorAnswers.answers.investedPercent}%, will invest ${investorAnswers.answers.willInvestPercent}%`
    case 'hnw': {
      const { income, netAssets } = investorAnswers.answers
      const parts = [
        income == null ? null : `income ${pounds(income)}`,
        netAssets == null ? null : `net assets ${pounds(netAssets)}`,
      ]
      return parts.filter((part) => part !== null).join(', ') || 'no figures'
    }
    case 'sophisticated':
      return test(investorAnswers.answers, style)
    default:
      return investorAnswers satisfies never
  }
}

function test(answers: SophisticatedAnswers, style: DateStyle): string {
  switch (answers.test) {
    case 'angel':
      return `business angel at ${answers.networkName} since ${dayText(answers.memberSince, style)}`
    case 'unlisted':
      return `${answers.investmentCount} investments in unlisted companies`
    case 'director':
      return `director of ${answers.companyName}, turnover ${pounds(answers.annualTurnover)}${ended(answers.endedOn, style)}`
    case 'profession':
      return `work at ${answers.employerName}${ended(answers.endedOn, style)}`
    default:
      return answers satisfies never
  }
}

function ended(day: string | null | undefined, style: DateStyle): string {
  return day == null ? '' : `, until ${dayText(day, style)}`
}
