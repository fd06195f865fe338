import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './root.mjs'

/** Files other than `statement` and `composed` that send text to the database, and why. */
const OTHERS = {
  'server/platform/database/migrate.ts': 'takes the limit of time off a connection',
  'server/platform/database/statement.ts': 'is how all others do',
}

/** The SQL words that a fragment for a builder may contain; it names columns and tables by the schema. */
const ALLOWED = new Set(
  `and or not is null like in case when then else end asc desc nulls first last collate C distinct excluded xmax
   lower coalesce count sum min max now make_interval secs to_char exists any
   text int bigint boolean timestamptz date uuid jsonb`.split(/\s+/),
)

const files = globSync('server/**/*.ts', { cwd: root }).filter(
  (file) => !/\.test\.ts$|\/testing\//.test(file),
)
const read = (file) => readFileSync(join(root, file), 'utf8')

test('SQL reaches the database as a described statement or through a builder', () => {
  expect(files.length).toBeGreaterThan(500)
  const senders = files.filter((file) => /\.(query|execute)\s*[<(]/.test(read(file)))
  expect(senders.sort()).toEqual(Object.keys(OTHERS).sort())
})

test('only what a library composes is sent without saying what it gives', () => {
  const passing = files.filter((file) => /\bpassOn\(/.test(read(file)))
  expect(passing.sort()).toEqual([
    'server/model/jobs/pg-boss-jobs.ts',
    'server/platform/database/statement.ts',
  ])
})

test('a described statement is in a .sql.ts file, whose statements a test compares with the schema', () => {
  const described = files.filter((file) => /\bstatement\(\{/.test(read(file)))
  expect(described.length).toBeGreaterThan(20)
  expect(described.filter((file) => !file.endsWith('.sql.ts'))).toEqual([])
})

test('a fragment for a builder takes its column names from the schema', () => {
  const named = files
    .filter((file) => !file.startsWith('server/model/schema/'))
    .flatMap((file) => wordsOf(read(file)).map((word) => `${file}: ${word}`))
  expect(named).toEqual([])
  expect(wordsOf(`where(sql\`lower(email) = \${given} and state = 'open'\`)`)).toEqual(['email', 'state'])
})

/** Returns the words in a file's fragments that are not SQL words; text in quotes is a value. */
function wordsOf(source) {
  return [...source.matchAll(/\bsql(?:<[^`]*?>)?`((?:\$\{[^}]*\}|[^`])*)`/g)].flatMap(([, fragment]) =>
    (fragment.replaceAll(/\$\{[^}]*\}|'[^']*'/g, ' ').match(/[A-Za-z_]\w*/g) ?? []).filter(
      (word) => !ALLOWED.has(word),
    ),
  )
}
