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

// Compiled code is kept between starts, so that the next one is quicker.
const cache = join(root, 'node_modules/.cache/verdaccord')
const env = { NODE_COMPILE_CACHE: cache, ...process.env }
process.exit(await runInForeground(runtime, ['server/main.ts', ...process.argv.slice(2)], { cwd: root, env }))
