/** How long after the page was asked for its answers stand for those of now. */
const FRESH_MS = 60_000

const answers = new Map<string, unknown>(
  Object.entries(JSON.parse(globalThis.document?.getElementById('answers')?.textContent ?? '{}')),
)

/**
 * The answer of this address that came with the document (decision 097), given once, because who asks a second time
 * asks for what is so now.
 */
export function firstAnswer<Answer>(address: string): Answer | undefined {
  if (performance.now() > FRESH_MS) dropFirstAnswers()
  const answer = answers.get(address)
  answers.delete(address)
  return answer as Answer | undefined
}

/** A change leaves none of them, for any may speak of what was changed. */
export function dropFirstAnswers(): void {
  answers.clear()
}
