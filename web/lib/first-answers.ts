/** How long answers that came with the page count as current. */
const FRESH_MS = 60_000

const answers = new Map<string, unknown>(
  Object.entries(JSON.parse(globalThis.document?.getElementById('answers')?.textContent ?? '{}')),
)

/**
 * The answer for this URL that came with the document (decision 097). Returned once, because a second request
 * wants the current state.
 */
export function firstAnswer<Answer>(address: string): Answer | undefined {
  if (performance.now() > FRESH_MS) dropFirstAnswers()
  const answer = answers.get(address)
  answers.delete(address)
  return answer as Answer | undefined
}

/** A change drops all of them, because any may depend on it. */
export function dropFirstAnswers(): void {
  answers.clear()
}
