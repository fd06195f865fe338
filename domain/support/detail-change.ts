import { isolated } from '#domain/isolated.ts'

/** A change of someone's details that support proposed and a second person confirmed. */
interface DetailChange {
  before: string
  after: string
  proposedBy: string
  confirmedBy: string
  reason: string
  evidence: string
}

/** Returns what changed: "from “Ada Lovelace” to “Ada King”". */
export function changedText({ before, after }: Pick<DetailChange, 'before' | 'after'>): string {
  return `from “${isolated(before)}” to “${isolated(after)}”`
}

/** Returns whose change it is and what it rests on, for staff. */
export function groundsText({
  proposedBy,
  confirmedBy,
  reason,
  evidence,
}: Omit<DetailChange, 'before' | 'after'>) {
  const people = `${isolated(proposedBy)} proposed it and ${isolated(confirmedBy)} confirmed it.`
  return `${people} Reason: “${reason}” Evidence: “${evidence}”`
}
