import { reasonOf } from '#server/platform/reason-of.ts'

/** What was found of one part. `wrong` is something without which the product does not work as configured. */
export interface Finding {
  part: string
  level: 'ok' | 'note' | 'wrong'
  /** What is so, and what to do where something is to be done. */
  says: string
}

/** How long one part may take to answer; the product's own limits are shorter. */
const LIMIT_MS = 30_000

/** Findings of one part, made one after the other. */
export function findingsOf(part: string) {
  const found: Finding[] = []
  const add = (level: Finding['level']) => (says: string) => void found.push({ part, level, says })
  return { found, ok: add('ok'), note: add('note'), wrong: add('wrong') }
}

/** Runs one check; whatever it did not expect is a finding as well, and so is silence. Throws nothing. */
export async function inspected(part: string, check: () => Promise<Finding[]>): Promise<Finding[]> {
  const { promise: silence, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`nothing was heard within ${LIMIT_MS / 1000} s`)), LIMIT_MS)
  try {
    return await Promise.race([check(), silence])
  } catch (error) {
    return [{ part, level: 'wrong', says: `The check itself failed: ${reasonOf(error)}.` }]
  } finally {
    clearTimeout(timer)
  }
}
