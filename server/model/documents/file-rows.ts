import { clearNotedAt } from '#server/model/people/people.sql.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { FileRows } from '#server/platform/files/file-store.ts'
import { countDocuments } from './documents.sql.ts'

/** The rows that refer to stored files: the documents'. Of erasures there are notes next to the files. */
export function fileRows({ pool }: Pick<Database, 'pool'>): FileRows {
  return {
    count: async () => (await countDocuments(pool)).rows[0]?.files ?? 0,
    forgetNotes: async () => {
      await clearNotedAt(pool)
    },
  }
}
