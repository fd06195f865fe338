/**
 * The lines of a text that are new, and those that are gone: an answer has a line for each field, and a reviewer looks
 * for the one that is different. Lines that only changed places are shown with all the others.
 */
export function changedLines(
  before: string | null,
  after: string | null,
): { gone: string | null; added: string | null } {
  const gone = linesOf(before).filter((line) => !linesOf(after).includes(line))
  const added = linesOf(after).filter((line) => !linesOf(before).includes(line))
  if (gone.length === 0 && added.length === 0) return { gone: before, added: after }
  return { gone: gone.join('\n') || null, added: added.join('\n') || null }
}

function linesOf(text: string | null): string[] {
  return text?.split('\n') ?? []
}
