import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { readMigration } from './migration-files.ts'

const FOLDER = fileURLToPath(new URL('../../migrations', import.meta.url))
/** For earlier migrations it did not matter how long they took. */
const FIRST_JUDGED = 38

/** What blocks a table for longer the larger it is, unless the table is created in the same file. */
const BLOCKING: readonly [RegExp, string][] = [
  [/^create\s+(unique\s+)?index\s+(?!concurrently)/i, 'makes an index that keeps writes waiting'],
  [/^alter\s+table\b[^;]*\balter\s+column\b[^;]*\btype\b/i, 'rewrites the table'],
  [/^alter\s+table\b[^;]*\balter\s+column\b[^;]*\bset\s+not\s+null\b/i, 'reads the table under its lock'],
  [
    /^alter\s+table\b[^;]*\badd\s+column\b[^;]*\b(generated\s+always\s+as|default\s+(gen_random_uuid|random|clock_timestamp|nextval))/i,
    'rewrites the table',
  ],
  [/^alter\s+table\b[^;]*\badd\s+column\b[^;]*\bunique\b/i, 'makes an index that keeps writes waiting'],
  [/^alter\s+table\b[^;]*\badd\s+constraint\b(?![^;]*\bnot\s+valid\b)/i, 'reads the table under its lock'],
  [/^(update|delete\s+from)\s/i, 'changes rows that stay locked until it ends'],
  [/^insert\s+into\b[^;]*\bselect\b[^;]*\bfrom\b/i, 'copies rows in the transaction of the start'],
  [/^(cluster|vacuum\s+full|reindex\s+(?!.*concurrently))/i, 'rewrites the table'],
]

interface Judged {
  statement: string
  why: string
  isIndex: boolean
}

/** The statements of a migration that block people on a table that already existed. */
function blocking(text: string): Judged[] {
  const isNew = new Set(
    [...text.matchAll(/create\s+table\s+(?:if\s+not\s+exists\s+)?"?(?:public"?\."?)?(\w+)"?/gi)].map(
      ([, name]) => name,
    ),
  )
  const all = text
    .split('--> statement-breakpoint')
    .map((statement) => statement.replace(/^\s*--.*$/gm, '').trim())
    .filter(Boolean)
  return all.flatMap((statement) => {
    const table = /\b(?:on|table|update|from|into)\s+(?:only\s+)?"?(?:public"?\."?)?(\w+)"?/i.exec(
      statement,
    )?.[1]
    if (table !== undefined && isNew.has(table)) return []
    const found = BLOCKING.find(([pattern]) => pattern.test(statement))
    return found ? [{ statement, why: found[1], isIndex: /^create\s/i.test(statement) }] : []
  })
}

describe('a blocking migration is recognised', () => {
  test.each([
    ['CREATE INDEX "a" ON "cases" USING btree ("x");', true],
    ['CREATE UNIQUE INDEX "a" ON "cases" ("x");', true],
    ['CREATE INDEX CONCURRENTLY "a" ON "cases" ("x");', false],
    ['CREATE TABLE "new" ("x" text);\n--> statement-breakpoint\nCREATE INDEX "a" ON "new" ("x");', false],
    ['ALTER TABLE "cases" ADD COLUMN "x" text;', false],
    ['ALTER TABLE "cases" ADD COLUMN "x" text DEFAULT \'a\' NOT NULL;', false],
    ['ALTER TABLE "cases" ADD COLUMN "x" uuid DEFAULT gen_random_uuid();', true],
    ['ALTER TABLE "cases" ALTER COLUMN "x" SET DATA TYPE bigint;', true],
    ['ALTER TABLE "cases" ALTER COLUMN "x" SET NOT NULL;', true],
    ['ALTER TABLE "cases" ADD CONSTRAINT "c" CHECK (x > 0);', true],
    ['ALTER TABLE "cases" ADD CONSTRAINT "c" CHECK (x > 0) NOT VALID;', false],
    ['update cases set x = 1;', true],
    ['-- why\nCREATE FUNCTION f() RETURNS int LANGUAGE sql AS $$ select 1 $$;', false],
  ])('%s', (text, blocks) => {
    expect(blocking(text).length > 0).toBe(blocks)
  })
})

const judged = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.sql') && Number(file.slice(0, 4)) >= FIRST_JUDGED)
  .map((file) => ({ file, text: readFileSync(`${FOLDER}/${file}`, 'utf8') }))

test('no migration creates an index in a way that blocks a table in use', () => {
  const found = judged.flatMap(({ file, text }) =>
    blocking(text).flatMap(({ statement, isIndex }) => (isIndex ? [`${file}: ${statement}`] : [])),
  )
  expect(found, 'write .concurrently() in the schema, and CONCURRENTLY in the file').toEqual([])
})

test('a migration that blocks says whom, and for how long, in its first line', () => {
  const found = judged.flatMap(({ file, text }) =>
    readMigration(file, text, 0).blocks === null
      ? blocking(text).map(({ statement, why }) => `${file} ${why}: ${statement}`)
      : [],
  )
  expect(found, 'begin the file with "-- blocks: whom, and for how long"').toEqual([])
})

test('a migration is read: what runs in its transaction, what after it, and whom it blocks', () => {
  const text = `-- blocks: writes to cases for about 1 s per million rows
ALTER TABLE "cases" ADD COLUMN "x" text;
--> statement-breakpoint
-- why
CREATE INDEX CONCURRENTLY "cases_x" ON "cases" ("x");--> statement-breakpoint
DROP INDEX CONCURRENTLY "cases_y";--> statement-breakpoint
SELECT fill_figures(20000) AS more;`
  expect(readMigration('0099_x', text, 7)).toMatchObject({
    name: '0099_x',
    madeAt: 7,
    blocks: 'writes to cases for about 1 s per million rows',
    afterwards: [
      'CREATE INDEX CONCURRENTLY "cases_x" ON "cases" ("x");',
      'DROP INDEX CONCURRENTLY "cases_y";',
      'SELECT fill_figures(20000) AS more;',
    ],
  })
  expect(readMigration('0099_x', text, 7).statements).toHaveLength(1)
})
