import { runInForeground } from './processes.mjs'
import { prepareRuntime } from './runtime.mjs'

// `node scripts/with-runtime.mjs FILE ARGS…` runs a script, such as a package's own command, under the project's Node.
const runtime = await prepareRuntime()
process.exit(await runInForeground(runtime, process.argv.slice(2)))
