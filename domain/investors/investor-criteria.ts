import { SOPHISTICATED_TESTS, type SophisticatedTest } from '#contract/certifications/investor-answers.ts'
import {
  INVESTOR_CATEGORIES,
  INVESTOR_RULES,
  type InvestorCategory,
  type InvestorRuleSetId,
  type InvestorRules,
} from '#contract/certifications/investor-rules.ts'
import {
  HIGH_RISK_DEFINITION,
  INCOME_DEFINITION,
  NET_ASSETS_DEFINITION,
} from '#contract/certifications/investor-warning.ts'
import type { PlainDate } from '#domain/plain-date.ts'
import { roundPounds } from '#domain/pounds.ts'

/** A category's card. */
export interface CategoryCard {
  category: InvestorCategory
  title: string
  intro: string
  criteria: string[]
}

/** Returns the three cards, with the figures of the rules in force. */
export function categoryCards(rules: InvestorRules): CategoryCard[] {
  return INVESTOR_CATEGORIES.map((category) => ({
    category,
    title: rules.titles[category],
    intro: category === 'restricted' ? 'You agree that:' : 'At least one of these is true:',
    criteria: criteriaOf(rules, category),
  }))
}

function criteriaOf(rules: InvestorRules, category: InvestorCategory): string[] {
  switch (category) {
    case 'restricted':
      return [
        `you invest ${restrictedBound(rules)} of your net assets in 12 months`,
        'your statement expires after 12 months',
      ]
    case 'hnw':
      return [
        `your income is ${roundPounds(rules.hnw.minIncome)} or more`,
        `your net assets are ${roundPounds(rules.hnw.minNetAssets)} or more`,
      ]
    case 'sophisticated':
      return sophisticatedTests(rules).map((test) => testText(rules, test))
    default:
      return category satisfies never
  }
}

/** Returns "no more than 10%" or "less than 10%", depending on the rules. */
export function restrictedBound({ restricted }: InvestorRules): string {
  return `${restricted.limitItselfCounts ? 'no more than' : 'less than'} ${restricted.limitPercent}%`
}

/** Returns the tests of a sophisticated investor that count under the rules, in the order shown. */
export function sophisticatedTests(rules: InvestorRules): SophisticatedTest[] {
  return SOPHISTICATED_TESTS.filter((test) => test !== 'profession' || rules.sophisticated.professionCounts)
}

/** Returns a sophisticated investor's test as offered: "you made 2 or more …". */
export function testText({ sophisticated }: InvestorRules, test: SophisticatedTest): string {
  const { angelMonths, angelMonthsThemselvesCount, minUnlistedInvestments, minTurnover, years } =
    sophisticated
  switch (test) {
    case 'angel':
      return angelMonthsThemselvesCount
        ? `you have been a business angel in a network for ${angelMonths} months or more`
        : `you have been a business angel in a network for more than ${angelMonths} months`
    case 'unlisted':
      return minUnlistedInvestments === 2
        ? `you made more than one unlisted investment in the last ${years} years`
        : `you made ${minUnlistedInvestments} or more unlisted investments in the last ${years} years`
    case 'director':
      return `you are, or were in the last ${years} years, a director of a company with a turnover of ${roundPounds(minTurnover)} or more`
    case 'profession':
      return `you work, or worked in the last ${years} years, in private equity or in financing small and medium companies`
    default:
      return test satisfies never
  }
}

/** A question of the declaration: its label, and the explanation next to it. */
export interface InvestorQuestion {
  label: string
  hint?: string
}

const NET_ASSETS_HINT = `${NET_ASSETS_DEFINITION} ${HIGH_RISK_DEFINITION}`

/** The questions by the name of their answer (law §1.3); each one about net assets has the definition next to it. */
export const INVESTOR_QUESTIONS = {
  investedPercent: {
    label:
      'In the past 12 months, what percentage of your net assets did you put into high-risk investments?',
    hint: NET_ASSETS_HINT,
  },
  willInvestPercent: {
    label:
      'In the next 12 months, what percentage of your net assets do you intend to put into them at most?',
    hint: NET_ASSETS_DEFINITION,
  },
  income: { label: 'Your income in the last financial year', hint: INCOME_DEFINITION },
  netAssets: { label: 'Your net assets throughout the last financial year', hint: NET_ASSETS_DEFINITION },
  test: { label: 'Which of these is true of you?' },
  networkName: { label: 'Name of the network or syndicate of business angels' },
  memberSince: { label: 'Member since' },
  investmentCount: {
    label: 'How many investments in unlisted companies did you make in that time?',
  },
  companyName: { label: 'Name of the company' },
  annualTurnover: { label: 'Its turnover in its last financial year' },
  employerName: { label: 'Name of the employer or firm' },
  endedOn: { label: 'When it ended', hint: 'Leave this blank if you still work there.' },
} as const satisfies Record<string, InvestorQuestion>

/** Returns the version of a set of rules in force on a day; before its first version, the first. */
export function investorRulesOn(
  id: InvestorRuleSetId,
  day: PlainDate,
  table: readonly InvestorRules[] = INVESTOR_RULES,
): InvestorRules {
  const versions = table
    .filter((rules) => rules.id === id)
    .sort((a, b) => (a.appliesFrom < b.appliesFrom ? -1 : 1))
  const [first] = versions
  if (!first) throw new Error(`There are no investor rules called ${id}`)
  return versions.findLast(({ appliesFrom }) => appliesFrom <= day) ?? first
}
