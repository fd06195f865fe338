import type { InvestorAnswers, SophisticatedAnswers } from '#contract/certifications/investor-answers.ts'
import { type InvestorRules, STATEMENT_MONTHS } from '#contract/certifications/investor-rules.ts'
import {
  HIGH_RISK_DEFINITION,
  INCOME_DEFINITION,
  INVESTOR_RISK_WARNING,
  NET_ASSETS_DEFINITION,
  STATEMENT_ACKNOWLEDGEMENT,
} from '#contract/certifications/investor-warning.ts'
import type { DateStyle } from '#contract/date-style.ts'
import { dayText } from '#domain/date-text.ts'
import type { PlainDate } from '#domain/plain-date.ts'
import { pounds, roundPounds } from '#domain/pounds.ts'
import { restrictedBound } from './investor-criteria.ts'
import { statementEndsOn } from './statement-expiry.ts'

/** Everything in a statement; page and server build the same text from it. */
export interface StatementParts {
  rules: InvestorRules
  /** The company it is addressed to. */
  legalName: string
  investorAnswers: InvestorAnswers
  fullName: string
  signedOn: PlainDate
  /** How its days are written; the signed form is stored with its text. */
  dateStyle: DateStyle
}

export interface StatementSection {
  heading: string
  paragraphs: string[]
}

/** Returns the title of the signed form, which names the category it is for. */
export function statementTitle({
  rules,
  investorAnswers,
}: Pick<StatementParts, 'rules' | 'investorAnswers'>): string {
  return `${rules.titles[investorAnswers.category]} statement`
}

/** Returns a statement as numbered sections, as the page shows it (law §1.3). */
export function statementSections(parts: StatementParts): StatementSection[] {
  const { rules, legalName, investorAnswers, fullName, signedOn } = parts
  const day = (date: string) => dayText(date, parts.dateStyle)
  const sections = [
    {
      heading: 'About this statement',
      paragraphs: [
        `I make this statement to ${legalName} so that I can be shown investments of this type: carbon credits.`,
        `${rules.standing} (Rules ${rules.version}, in force from ${day(rules.appliesFrom)}.)`,
      ],
    },
    { heading: 'What I declare', paragraphs: declaration(rules, investorAnswers, day) },
    { heading: 'What the words mean', paragraphs: definitions(investorAnswers) },
    {
      heading: 'The risk',
      paragraphs: [
        [INVESTOR_RISK_WARNING.headline, ...INVESTOR_RISK_WARNING.points].join(' '),
        STATEMENT_ACKNOWLEDGEMENT,
        'I am aware that I can seek advice from someone who specialises in advising on high-risk investments.',
      ],
    },
    {
      heading: 'Signature',
      paragraphs: [
        `Signed: ${fullName}`,
        `Date: ${day(signedOn)}`,
        `This statement ends ${STATEMENT_MONTHS} months later, on ${day(statementEndsOn(signedOn))}.`,
      ],
    },
  ]
  return sections.map(({ heading, paragraphs }, index) => ({
    heading: `${index + 1}. ${heading}`,
    paragraphs,
  }))
}

/**
 * Returns the whole statement as plain lines, always in the same form: what is signed, stored and hashed (choices
 * §4.2). The browser may send it along, to be compared with the server's own.
 */
export function statementText(parts: StatementParts): string {
  const sections = statementSections(parts).map(({ heading, paragraphs }) =>
    [heading, ...paragraphs].join('\n\n'),
  )
  return `${[statementTitle(parts), ...sections].join('\n\n')}\n`
}

/** Splits a stored statement's text back into its parts, from which its document is laid out. */
export function readStatementText(text: string): { kind: 'title' | 'heading' | 'paragraph'; text: string }[] {
  return text
    .trim()
    .split('\n\n')
    .map((part, index) => ({
      kind: index === 0 ? 'title' : /^\d+\. /.test(part) ? 'heading' : 'paragraph',
      text: part,
    }))
}

type DayWriter = (date: string) => string

function declaration(rules: InvestorRules, investorAnswers: InvestorAnswers, day: DayWriter): string[] {
  switch (investorAnswers.category) {
    case 'restricted': {
      const { investedPercent, willInvestPercent } = investorAnswers.answers
      const bound = restrictedBound(rules)
      return [
        `I am a restricted investor, because I invest ${bound} of my net assets in high-risk investments in 12 months.`,
        `In the 12 months before the date below I put ${investedPercent}% of my net assets into high-risk investments, which is ${bound}.`,
        `In the 12 months after it I will put ${willInvestPercent}% of my net assets or less into them, which is ${bound}.`,
      ]
    }
    case 'hnw': {
      const { income, netAssets } = investorAnswers.answers
      const { minIncome, minNetAssets } = rules.hnw
      return [
        `I am a high net worth investor, because my income was ${roundPounds(minIncome)} or more in the last financial year, or my net assets throughout it were ${roundPounds(minNetAssets)} or more, or both.`,
        ...(income == null ? [] : [`My income in the last financial year was ${pounds(income)}.`]),
        ...(netAssets == null
          ? []
          : [`My net assets throughout the last financial year were ${pounds(netAssets)}.`]),
      ]
    }
    case 'sophisticated':
      return [
        `I am a ${rules.titles.sophisticated.toLowerCase()}, because this is true of me:`,
        testDeclaration(rules, investorAnswers.answers, day),
      ]
    default:
      return investorAnswers satisfies never
  }
}

function testDeclaration(
  { sophisticated }: InvestorRules,
  answers: SophisticatedAnswers,
  day: DayWriter,
): string {
  const { angelMonths, angelMonthsThemselvesCount, minTurnover, minUnlistedInvestments, years } =
    sophisticated
  switch (answers.test) {
    case 'angel':
      return `I have been a member of a network or syndicate of business angels for ${
        angelMonthsThemselvesCount ? `${angelMonths} months or more` : `more than ${angelMonths} months`
      }: of ${answers.networkName}, since ${day(answers.memberSince)}.`
    case 'unlisted':
      return `In the ${years} years before the date below I made ${minUnlistedInvestments} or more investments in unlisted companies: ${answers.investmentCount}.`
    case 'director':
      return `I am, or was in the ${years} years before the date below, a director of a company with an annual turnover of ${roundPounds(minTurnover)} or more: of ${answers.companyName}, with a turnover of ${pounds(answers.annualTurnover)}, ${untilWhen(answers.endedOn, day)}.`
    case 'profession':
      return `I work, or worked in the ${years} years before the date below, in private equity or in the provision of finance for small and medium enterprises: at ${answers.employerName}, ${untilWhen(answers.endedOn, day)}.`
    default:
      return answers satisfies never
  }
}

function definitions({ category }: InvestorAnswers): string[] {
  switch (category) {
    case 'restricted':
      return [NET_ASSETS_DEFINITION, HIGH_RISK_DEFINITION]
    case 'hnw':
      return [INCOME_DEFINITION, NET_ASSETS_DEFINITION]
    case 'sophisticated':
      return [HIGH_RISK_DEFINITION]
    default:
      return category satisfies never
  }
}

function untilWhen(endedOn: string | null | undefined, day: DayWriter): string {
  return endedOn == null ? 'to this day' : `until ${day(endedOn)}`
}
