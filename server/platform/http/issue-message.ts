import type { z } from 'zod'

type Issue = Parameters<z.core.$ZodErrorMap>[0]

/**
 * Explains in plain words what is wrong with a value whose schema has no message of its own, such as a query
 * parameter, so that no one sees the library's messages.
 */
export function issueMessage(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'This is missing'
      return TYPE_MESSAGES[issue.expected] ?? 'Check this value'
    case 'too_small':
      if (issue.inclusive === false) return `Enter more than ${issue.minimum}`
      return bound(issue.origin, Number(issue.minimum), 'least')
    case 'too_big':
      if (issue.inclusive === false) return `Enter less than ${issue.maximum}`
      return bound(issue.origin, Number(issue.maximum), 'most')
    case 'invalid_value':
      return 'Choose one of the options there are'
    case 'unrecognized_keys':
      return 'Something was sent here that we don’t know'
    default:
      return 'Check this value'
  }
}

const TYPE_MESSAGES: Readonly<Record<string, string>> = {
  string: 'Enter a text',
  number: 'Enter a number',
  int: 'Enter a whole number',
  boolean: 'Say yes or no',
}

function bound(origin: string, limit: number, which: 'least' | 'most'): string {
  const isLeast = which === 'least'
  if (origin === 'string') {
    if (isLeast && limit === 1) return 'Enter this'
    return isLeast ? `Use ${limit} characters or more` : `Use ${limit} characters or fewer`
  }
  if (origin === 'array' || origin === 'set')
    return isLeast ? `Choose ${limit} or more` : `Choose ${limit} or fewer`
  // The limit is the number type's rather than ours: no one would count to it.
  if (Math.abs(limit) >= Number.MAX_SAFE_INTEGER)
    return isLeast ? 'Enter a larger number' : 'Enter a smaller number'
  return isLeast ? `Enter ${limit} or more` : `Enter ${limit} or less`
}
