import { capture } from './processes.mjs'
import { root } from './root.mjs'
import { prepareRuntime } from './runtime.mjs'
import { ensureWebBuilt } from './web-build.mjs'

// Builds what production runs: the web client in dist/web and the bundled server, `node dist/server/main.js`.
const runtime = await prepareRuntime()
try {
  await ensureWebBuilt(runtime)
} catch (error) {
  console.error(error.message)
  process.exit(1)
}
const { code, output } = await capture(runtime, ['scripts/build-server.mjs'], { cwd: root })
console.log(output.trimEnd())
process.exitCode = code
