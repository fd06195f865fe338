/** How long after the page was asked for its answers stand for those of now. */
const FRESH_MS = 60_000

const answers = new Map<string, unknown>(
  Object.entries(JSON.parse(globalThis.document?.getElementById('answers')?.textContent ?? '{}')),
)

/**
 * The answer of this call that came with the document (decision 097), given once, because a second call asks for
 * what is so now. A change leaves none of them, for any may speak of what was changed.
 */
export function firstAnswer(method: string, address: string): unknown {
  if (method !== 'GET' || performance.now() > FRESH_MS) answers.clear()
  const answer = answers.get(address)
  answers.delete(address)
  return answer
}
