import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { readResult, writeTable } from './bench-table.mjs'
import { capture, runInForeground } from './processes.mjs'
import { root } from './root.mjs'
import { prepareRuntime } from './runtime.mjs'

// Builds, then runs every bench/NAME.bench.ts one after the other so that none disturbs another, and writes
// bench/results.md. `npm run bench -- p5 screening` runs only those, `screening-…` included, and leaves the
// table unchanged.
const runtime = await prepareRuntime()
const folder = join(root, 'bench')
const suffix = '.bench.ts'
const all = existsSync(folder)
  ? readdirSync(folder).flatMap((file) => (file.endsWith(suffix) ? [file.slice(0, -suffix.length)] : []))
  : []
const wanted = process.argv.slice(2)
const names = all
  .filter(
    (name) =>
      wanted.length === 0 || wanted.some((prefix) => name === prefix || name.startsWith(`${prefix}-`)),
  )
  .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))

if (names.length === 0) {
  console.error(`Name measurements, or none for all: npm run bench -- ${all.join(' | ')}`)
  process.exit(2)
}
// The measurements run what production runs.
const built = await runInForeground(runtime, [join(root, 'scripts/build.mjs')], { cwd: root })
if (built !== 0) process.exit(built)

const rows = []
for (const name of names) {
  console.log(`${name}…`)
  const { code, output } = await capture(runtime, [join(folder, name + suffix)], { cwd: root })
  const result = code === 0 ? readResult(output) : undefined
  console.log(output.trimEnd().replace(/^/gm, '    '))
  rows.push({ name, result })
}

const table = writeTable(rows, {
  machine: `${cpus().length} × ${cpus()[0]?.model ?? 'processor'}`,
  runtime: `Node ${(await capture(runtime, ['--version'])).output.trim()}`,
  date: new Date().toISOString().slice(0, 10),
})
if (wanted.length === 0 && rows.length > 0) writeFileSync(join(folder, 'results.md'), table)
console.log(table)
process.exitCode = rows.length > 0 && rows.every(({ result }) => result?.isMet) ? 0 : 1
