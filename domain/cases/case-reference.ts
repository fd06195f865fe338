/** What people and staff call the case of this id: VC-10482. */
export function caseReference(caseId: number): string {
  return `VC-${caseId}`
}

/** Reads the id of a case from its reference as people type it: `vc 10482`; null where it is none. */
export function referredCaseId(typed: string): number | null {
  const digits = /^\s*vc[\s-]*(\d{1,15})\s*$/i.exec(typed)?.[1]
  return digits === undefined ? null : Number(digits)
}
