import { join } from 'node:path'
import { runInForeground } from './processes.mjs'
import { root } from './root.mjs'
import { prepareRuntime } from './runtime.mjs'
import { ensureWebBuilt } from './web-build.mjs'

const runtime = await prepareRuntime()
try {
  await ensureWebBuilt(runtime)
} catch (error) {
  console.error(error.message)
  process.exit(1)
}

// Compiled code is stored between starts, so that the next one is quicker.
const cache = join(root, 'node_modules/.cache/verdaccord')
// Two arenas: many uploads at once then give their memory back instead of scattering it over dozens
// (performance P9).
const env = { NODE_COMPILE_CACHE: cache, MALLOC_ARENA_MAX: '2', ...process.env }
process.exit(await runInForeground(runtime, ['server/main.ts', ...process.argv.slice(2)], { cwd: root, env }))
