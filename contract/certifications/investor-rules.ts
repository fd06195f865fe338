import { z } from 'zod'

/** The three categories, in the order shown (onboarding §5.11). */
export const INVESTOR_CATEGORIES = ['restricted', 'hnw', 'sophisticated'] as const
export const InvestorCategory = z.enum(INVESTOR_CATEGORIES, 'Choose an investor category')
export type InvestorCategory = z.infer<typeof InvestorCategory>

/** This many sets of answers within 24 hours that meet no category close the questions for 24 hours. */
export const UNMET_ANSWERS_PER_DAY = 2

/** The certification type of every investor statement. */
export const INVESTOR_CERTIFICATION_TYPE = 'investor_category'

/** The name under which each category's statement is stored. */
export const INVESTOR_CERTIFICATION_NAMES = {
  restricted: 'investor_restricted',
  hnw: 'investor_hnw',
  sophisticated: 'investor_sophisticated',
} as const satisfies Record<InvestorCategory, string>
export const InvestorCertificationName = z.enum(
  Object.values(INVESTOR_CERTIFICATION_NAMES),
  'Choose an investor category',
)

/** Months after which a statement expires (choices §4.3). */
export const STATEMENT_MONTHS = 12
/** Days before the expiry on which the person is reminded (choices §4.3). */
export const STATEMENT_REMINDER_DAYS = [30, 7] as const

export const INVESTOR_RULE_SETS = ['platform', 'statutory'] as const
export const InvestorRuleSetId = z.enum(INVESTOR_RULE_SETS)
export type InvestorRuleSetId = z.infer<typeof InvestorRuleSetId>

/** The conditions of each investor category, in one version of one set of rules. */
export const InvestorRules = z.object({
  id: InvestorRuleSetId,
  /**
   * Changes with every figure and every word of the statement, because evidence is stored per version (choices
   * §4.2).
   */
  version: z.string(),
  /** The London day from which it applies. */
  appliesFrom: z.string(),
  /** Where the figures come from. */
  source: z.string(),
  /** What the statement says about its own legal standing. */
  standing: z.string(),
  titles: z.object({ restricted: z.string(), hnw: z.string(), sophisticated: z.string() }),
  restricted: z.object({
    /** Share of the net assets that may go into high-risk investments in 12 months, in per cent. */
    limitPercent: z.number(),
    /** Whether exactly the limit is allowed ("no more than") or not ("less than"). */
    limitItselfCounts: z.boolean(),
  }),
  hnw: z.object({ minIncome: z.number(), minNetAssets: z.number() }),
  sophisticated: z.object({
    angelMonths: z.number(),
    /** Whether exactly that many months are enough ("or more") or not ("more than"). */
    angelMonthsThemselvesCount: z.boolean(),
    minUnlistedInvestments: z.number(),
    minTurnover: z.number(),
    /** How many years back unlisted investments, a directorship or a profession count. */
    years: z.number(),
    /** Whether work in private equity or in financing small companies also counts. */
    professionCounts: z.boolean(),
  }),
})
export type InvestorRules = z.infer<typeof InvestorRules>

/**
 * The versioned table (choices §4.2): the specification's figures as the platform's own policy, and the current
 * statutory ones (law §1.2, §1.3). A new version is a new entry with its own date; an old one is never edited,
 * because statements were signed under it.
 */
export const INVESTOR_RULES: readonly InvestorRules[] = [
  {
    id: 'platform',
    version: 'platform-1',
    appliesFrom: '2025-01-01',
    source: 'The platform’s own policy',
    standing:
      'This statement is the platform’s own policy. It is not a form set by law or by a regulator, and its figures differ from those of the law.',
    titles: {
      restricted: 'Restricted investor',
      hnw: 'High net worth investor',
      sophisticated: 'Sophisticated investor',
    },
    restricted: { limitPercent: 10, limitItselfCounts: true },
    hnw: { minIncome: 170_000, minNetAssets: 430_000 },
    sophisticated: {
      angelMonths: 6,
      angelMonthsThemselvesCount: true,
      minUnlistedInvestments: 2,
      minTurnover: 1_600_000,
      years: 2,
      professionCounts: false,
    },
  },
  {
    id: 'statutory',
    version: 'statutory-1',
    appliesFrom: '2024-03-27',
    source:
      'Financial Services and Markets Act 2000 (Financial Promotion) Order 2005, as amended by SI 2024/301, and COBS 4 of the FCA Handbook',
    standing:
      'The figures of this statement follow the Financial Services and Markets Act 2000 (Financial Promotion) Order 2005 as it has stood since 27 March 2024. Its wording is the platform’s own, and no regulator has approved it.',
    titles: {
      restricted: 'Restricted investor',
      hnw: 'High net worth investor',
      sophisticated: 'Self-certified sophisticated investor',
    },
    restricted: { limitPercent: 10, limitItselfCounts: false },
    hnw: { minIncome: 100_000, minNetAssets: 250_000 },
    sophisticated: {
      angelMonths: 6,
      angelMonthsThemselvesCount: false,
      minUnlistedInvestments: 2,
      minTurnover: 1_000_000,
      years: 2,
      professionCounts: true,
    },
  },
]
