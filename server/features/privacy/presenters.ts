import {
  type Complaint,
  ComplaintState,
  type ErasureRequest,
  ErasureState,
} from '#contract/privacy/privacy.ts'
import type { ComplaintRow, ErasureRequestRow } from '#server/model/schema/privacy.ts'

/** An erasure request as its person reads it. */
export function presentErasure(row: ErasureRequestRow): ErasureRequest {
  return {
    id: row.id,
    state: ErasureState.parse(row.state),
    requestedAt: row.requestedAt.toISOString(),
    dueAt: row.dueAt.toISOString(),
    decidedAt: row.decidedAt?.toISOString() ?? null,
    answer: row.answer,
  }
}

/** A complaint as its person reads it. */
export function presentComplaint(row: ComplaintRow): Complaint {
  return {
    id: row.id,
    reference: referenceOf(row),
    state: ComplaintState.parse(row.state),
    text: row.text,
    createdAt: row.createdAt.toISOString(),
    dueAt: row.dueAt.toISOString(),
    answer: row.answer,
    answeredAt: row.answeredAt?.toISOString() ?? null,
  }
}

/** What people quote of a complaint. */
export function referenceOf({ id }: Pick<ComplaintRow, 'id'>): string {
  return `DP-${String(id).padStart(6, '0')}`
}
