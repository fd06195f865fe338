import { ASSIGN_MAX } from '#contract/verification/cases.ts'
import { type Answer, api } from '#web/lib/api.ts'

type Assigned = Answer<'POST /api/admin/queue/assign'>

/** Assigns cases to a reviewer, or to no one, in as many calls as their number needs; returns what became of all of them. */
export async function sendAssignments(cases: readonly number[], to: number | null): Promise<Assigned> {
  const all: Assigned = { assigned: 0, refused: [] }
  for (let first = 0; first < cases.length; first += ASSIGN_MAX) {
    const { assigned, refused } = await api('POST /api/admin/queue/assign', {
      body: { cases: cases.slice(first, first + ASSIGN_MAX), to },
    })
    all.assigned += assigned
    all.refused.push(...refused)
  }
  return all
}
