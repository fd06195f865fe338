import { runInForeground } from './processes.mjs'
import { prepareRuntime } from './runtime.mjs'

// `node scripts/with-runtime.mjs FILE ARGS…` runs one of our TypeScript files under the project's own Node.
const runtime = await prepareRuntime()
process.exit(await runInForeground(runtime, process.argv.slice(2)))
