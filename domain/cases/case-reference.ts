/** What people and staff call the case of this id: VC-10482. */
export function caseReference(caseId: number): string {
  return `VC-${caseId}`
}
