import type { Resolver } from 'react-hook-form'
import type { InvestorClaim } from '#contract/investor-answers.ts'
import { parsePlainDate } from '#domain/plain-date.ts'
import { type AnswerValues, readAnswers } from './answers.ts'
import type { Terms } from './queries.ts'

/** What is wrong with the answers, for the form; the type of an error is the kind of the problem. */
export function answersResolver(terms: Terms): Resolver<AnswerValues> {
  return (values) => {
    const result = read(values, terms)
    if ('claim' in result) return { values, errors: {} }
    const errors = Object.entries(result.problems).map(([name, { kind, message }]) => [
      name,
      { type: kind, message },
    ])
    return { values: {}, errors: Object.fromEntries(errors) }
  }
}

/** The claim that the answers make; null while they make none. */
export function claimIn(values: AnswerValues, terms: Terms): InvestorClaim | null {
  const result = read(values, terms)
  return 'claim' in result ? result.claim : null
}

/** The answers judged by the rules in force; the day is the server's. */
function read(values: AnswerValues, { rules, today }: Terms) {
  const day = parsePlainDate(today)
  if (!day) throw new RangeError(`${today} is no day`)
  return readAnswers(values, rules, day)
}
