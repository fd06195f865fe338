/** Returns the case's reference for people and staff: VC-10482. */
export function caseReference(caseId: number): string {
  return `VC-${caseId}`
}

/**
 * Returns a case's id from its reference as people type it, `vc 10482`, or copy it from a mail, `Application ID:
 * VC-10482`; null if it is not a reference.
 */
export function referredCaseId(typed: string): number | null {
  const digits = /^\s*(?:application(?:\s+id)?\s*:?\s*|#)?vc[\s‐‑–-]*(\d{1,15})[\s.]*$/i.exec(typed)?.[1]
  return digits === undefined ? null : Number(digits)
}
