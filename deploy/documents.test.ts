import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const root = dirname(import.meta.dirname)
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const sources = (pattern: string) =>
  globSync(pattern, { cwd: root }).filter((file) => !/\.test\.|\/testing\//.test(file))

/** What the group of a pattern matched, for all matches. */
function caught(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].flatMap(([, group]) => group ?? [])
}

const PAGES = [
  'README.md',
  'CHANGELOG.md',
  'docs/operations.md',
  'docs/runbook.md',
  'docs/scaling.md',
  'docs/configuration.md',
]

test('every command that the pages name belongs to npm run admin, or is a script', () => {
  const [, list = ''] = /const COMMANDS[^{]*\{\n([\s\S]*?)\n\}/.exec(read('server/admin.ts')) ?? []
  const commands = new Set(caught(list, /^ {2}'?([a-z-]+)'?[,:]/gm))
  expect(commands).toContain('move-to-postgres')
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  for (const page of PAGES) {
    const text = read(page)
    const named = caught(text, /(?:npm run admin --|admin\.js)\s+([a-z][a-z-]+)/g)
    expect([page, named.filter((name) => !commands.has(name))]).toEqual([page, []])
    const run = caught(text, /npm run ([a-z][\w:-]*)/g)
    expect([page, run.filter((name) => !(name in scripts))]).toEqual([page, []])
  }
})

test('what the runbook quotes is on the board, in the log or on a page', () => {
  const said =
    read('deploy/grafana.json') + sources('{server,contract,web}/**/*.{ts,tsx}').map(read).join('\n')
  const quoted = caught(
    read('docs/runbook.md')
      .replaceAll('\n', ' ')
      .replaceAll(/`[^`]*`/g, ''),
    /"([^"]+)"/g,
  )
  expect(quoted.length).toBeGreaterThan(10)
  expect(quoted.filter((words) => !said.includes(words))).toEqual([])
})

test('each measured figure in docs/scaling.md comes from the latest measurements', () => {
  const rows = new Map(
    caught(read('bench/results.md'), /^\| (p\d.*)$/gm).map((row) => [
      row.split(' ', 1)[0],
      // As written, rounded, and in the next larger unit.
      caught(row, /(\d[\d,]*(?:\.\d+)?)/g).flatMap((figure) => {
        const number = Number(figure.replaceAll(',', ''))
        return [number, Math.round(number), number / 1000]
      }),
    ]),
  )
  const clauses = [...read('docs/scaling.md').matchAll(/([^|();]*)\(measured, (P\d+(?:-\w+)?)[^)]*\)/g)]
  expect(clauses.length).toBeGreaterThan(6)
  const stale = clauses.flatMap(([, clause = '', row = '']) =>
    caught(clause, /(?<![\w,.])(\d[\d,]*(?:\.\d+)?)(?= (?:ms|a second|times))/g)
      .filter((figure) => !rows.get(row.toLowerCase())?.includes(Number(figure.replaceAll(',', ''))))
      .map((figure) => `${row}: ${figure}`),
  )
  expect(stale).toEqual([])
})

test('no change is listed twice in CHANGELOG.md', () => {
  const titles = caught(read('CHANGELOG.md'), /^- \*\*([^*]+)\*\*/gm)
  expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([])
})

test('the pages name the real number of lanes of the audit log', () => {
  const made = sources('server/migrations/*.sql').flatMap((file) =>
    caught(read(file), /generate_series\(\d+, (\d+)\) AS lane/gi),
  )
  const lanes = Math.max(...made.map(Number)) + 1
  for (const page of ['docs/scaling.md', 'docs/operations.md', 'docs/architecture.md'])
    expect([page, new Set(caught(read(page), /(\d+) lanes/g))]).toEqual([page, new Set([String(lanes)])])
})
