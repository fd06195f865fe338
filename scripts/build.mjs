import { join } from 'node:path'
import { capture } from './processes.mjs'
import { root } from './root.mjs'
import { prepareRuntime } from './runtime.mjs'
import { writeBillOfMaterials } from './sbom.mjs'
import { ensureWebBuilt } from './web-build.mjs'

// Builds what production runs: the web client in dist/web and the bundled server, `node dist/server/main.js`,
// with their bill of materials, dist/sbom.json.
const runtime = await prepareRuntime()
try {
  await ensureWebBuilt(runtime)
} catch (error) {
  console.error(error.message)
  process.exit(1)
}
const { code, output } = await capture(runtime, ['scripts/build-server.mjs'], { cwd: root })
console.log(output.trimEnd())
writeBillOfMaterials(join(root, 'dist', 'sbom.json'))
process.exitCode = code
