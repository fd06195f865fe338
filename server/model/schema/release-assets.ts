import { pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from '#server/platform/database/columns.ts'

/**
 * Scripts, styles and fonts of this release and of former ones. The contents are in the file store; what is sent to browsers
 * has to be what was written down here.
 */
export const releaseAssets = pgTable('release_assets', {
  name: text().primaryKey(),
  sha256: text().notNull(),
  /** When a process of a release that has it last started. */
  namedAt: moment('named_at').notNull(),
})
