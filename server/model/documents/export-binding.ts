import type { DataExportRow } from '#server/model/schema/exports.ts'
import type { Binding } from '#server/platform/files/envelope.ts'

/** What the key of an export is for: this copy of this person's data (security R47). */
export function exportBinding({ id, userId }: Pick<DataExportRow, 'id' | 'userId'>, key: string): Binding {
  return ['export', id, String(userId), key]
}
