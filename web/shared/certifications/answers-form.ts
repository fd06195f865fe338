import type { Resolver } from 'react-hook-form'
import type { InvestorAnswers } from '#contract/certifications/investor-answers.ts'
import { parsePlainDate } from '#domain/plain-date.ts'
import { type AnswerValues, readAnswers } from './answers.ts'
import type { Terms } from './queries.ts'

/** What is wrong with the answers, for the form; the type of an error is the kind of the problem. */
export function answersResolver(terms: Terms): Resolver<AnswerValues> {
  return (values) => {
    const result = read(values, terms)
    if ('investorAnswers' in result) return { values, errors: {} }
    const errors = Object.entries(result.problems).map(([name, { kind, message }]) => [
      name,
      { type: kind, message },
    ])
    return { values: {}, errors: Object.fromEntries(errors) }
  }
}

/** The answers as they are handed in; null while something is missing. */
export function answersOfForm(values: AnswerValues, terms: Terms): InvestorAnswers | null {
  const result = read(values, terms)
  return 'investorAnswers' in result ? result.investorAnswers : null
}

/** The answers judged by the rules in force; the day is the server's. */
function read(values: AnswerValues, { rules, today }: Terms) {
  const day = parsePlainDate(today)
  if (!day) throw new RangeError(`${today} is no day`)
  return readAnswers(values, rules, day)
}
