import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const FOLDER = fileURLToPath(new URL('../../migrations', import.meta.url))
/** Earlier migrations were not run while a former release was serving. */
const FIRST_JUDGED = 38

/** What would make a process of the former release, which still serves meanwhile, fail. */
const BREAKING: readonly [RegExp, string][] = [
  [/\bdrop\s+(table|column|view|function|type)\b/i, 'drops what the former release may use'],
  [/\brename\s+(to|column)\b|\brename\s+"?\w+"?\s+to\b/i, 'renames what the former release may use'],
  [/\balter\s+column\b[^;]*\b(set\s+data\s+)?type\b/i, 'changes a type that the former release may read'],
  [/\balter\s+column\b[^;]*\bset\s+not\s+null\b/i, 'refuses rows that the former release may write'],
  [/\balter\s+column\b[^;]*\bdrop\s+default\b/i, 'refuses rows that the former release may write'],
  [/\badd\s+column\b(?![^;]*\bdefault\b)[^;]*\bnot\s+null\b/i, 'refuses rows that the former release writes'],
]

/**
 * Allowed if a comment right above the statement says `unused since` and the release that last used it is past,
 * or `made again here` and the names that the same file gives to the replacements.
 */
function breaking(text: string): string[] {
  return text.split('--> statement-breakpoint').flatMap((part) => {
    if (/^\s*--\s*unused since \S+/im.test(part)) return []
    const [, again] = /^\s*--\s*made again here: (.+)$/im.exec(part) ?? []
    if (again?.split(', ').every((name) => isMade(text, name))) return []
    // The embedded provider's tables belong to one process, so no former release serves next to the new one.
    if (/\btable\s+"?idp_/i.test(part)) return []
    const statement = part.replace(/^\s*--.*$/gm, '').trim()
    return BREAKING.filter(([pattern]) => pattern.test(statement)).map(([, why]) => `${why}: ${statement}`)
  })
}

function isMade(text: string, name: string): boolean {
  return new RegExp(`\\bcreate\\s+(table|function)\\s+"?${name}\\b|\\bsequence name "${name}"`, 'i').test(
    text,
  )
}

test.each([
  [
    '-- made again here: cases\nALTER TABLE cases RENAME TO old;--> statement-breakpoint\nCREATE TABLE "cases" ();',
    false,
  ],
  ['-- made again here: cases\nALTER TABLE cases RENAME TO old;', true],
  ['ALTER TABLE "cases" DROP COLUMN "x";', true],
  ['-- unused since 0.3.0\nALTER TABLE "cases" DROP COLUMN "x";', false],
  ['-- unused since 0.3.0\nDROP TABLE a;--> statement-breakpoint\nDROP TABLE b;', true],
  ['ALTER TABLE "cases" RENAME COLUMN "x" TO "y";', true],
  ['ALTER TABLE "cases" RENAME TO "files";', true],
  ['ALTER TABLE "cases" ALTER COLUMN "x" SET DATA TYPE bigint;', true],
  ['ALTER TABLE "cases" ALTER COLUMN "x" SET NOT NULL;', true],
  ['ALTER TABLE "cases" ADD COLUMN "x" text NOT NULL;', true],
  ['ALTER TABLE "cases" ADD COLUMN "x" text DEFAULT \'\' NOT NULL;', false],
  ['ALTER TABLE "cases" ADD COLUMN "x" text;', false],
  ['CREATE TABLE "new" ("x" text NOT NULL, "type" text);', false],
  ['DROP INDEX "cases_x";', false],
])('%s: the former release fails because of it: %s', (text, fails) => {
  expect(breaking(text).length > 0).toBe(fails)
})

test('every migration leaves the former release what it uses', () => {
  const found = readdirSync(FOLDER)
    .filter((file) => file.endsWith('.sql') && Number(file.slice(0, 4)) >= FIRST_JUDGED)
    .flatMap((file) => breaking(readFileSync(`${FOLDER}/${file}`, 'utf8')).map((fault) => `${file} ${fault}`))
  expect(found, 'add first, and remove in a later release under "-- unused since VERSION"').toEqual([])
})
