import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './root.mjs'

/** Who sends text to the database beside `statement` and `composed`, and why. */
const OTHERS = {
  'server/platform/database/migrate.ts': 'takes the limit of time off a connection',
  'server/platform/database/statement.ts': 'is how all others do',
}

/** What a fragment of a builder may say in words; a column or a table it names by the schema. */
const WORDS = new Set(
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

test('a fragment of a builder names its columns by the schema', () => {
  const named = files
    .filter((file) => !file.startsWith('server/model/schema/'))
    .flatMap((file) => wordsOf(read(file)).map((word) => `${file}: ${word}`))
  expect(named).toEqual([])
  expect(wordsOf(`where(sql\`lower(email) = \${given} and state = 'open'\`)`)).toEqual(['email', 'state'])
})

/** The words of the fragments of a file that are no words of SQL; what stands in quotes is a value. */
function wordsOf(source) {
  return [...source.matchAll(/\bsql(?:<[^`]*?>)?`((?:\$\{[^}]*\}|[^`])*)`/g)].flatMap(([, fragment]) =>
    (fragment.replaceAll(/\$\{[^}]*\}|'[^']*'/g, ' ').match(/[A-Za-z_]\w*/g) ?? []).filter(
      (word) => !WORDS.has(word),
    ),
  )
}
