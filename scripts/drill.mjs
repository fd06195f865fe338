import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { runInForeground } from './processes.mjs'
import { root } from './root.mjs'
import { prepareRuntime } from './runtime.mjs'

// `npm run drill -- NAME` runs scripts/drills/NAME.drill.ts: a failure with real parts, installed from Debian's
// packages.
const folder = join(root, 'scripts/drills')
const suffix = '.drill.ts'
const [name = '', ...rest] = process.argv.slice(2)
const file = join(folder, name + suffix)
if (!name || !existsSync(file)) {
  const names = readdirSync(folder).flatMap((file) =>
    file.endsWith(suffix) ? [file.slice(0, -suffix.length)] : [],
  )
  console.error(`Name a drill: npm run drill -- ${names.join(' | ')}`)
  process.exit(2)
}
process.exit(await runInForeground(await prepareRuntime(), [file, ...rest]))
