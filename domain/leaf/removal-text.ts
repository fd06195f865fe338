import type { Removal } from '#domain/cases/removed-people.ts'

const LIST = new Intl.ListFormat('en-GB')

/** Returns what someone did by removing people from their company, and what we look at again, before and after it is sent. */
export function removalText(
  { removed, decidedAgain }: Removal<string>,
  { isSent }: { isSent: boolean },
): string {
  const done = `You removed ${LIST.format(removed)}.`
  if (decidedAgain.length === 0) return done
  return `${done} ${isSent ? 'We’re looking' : 'We’ll look'} at ${LIST.format(decidedAgain)} again.`
}
