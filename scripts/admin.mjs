import { runInForeground } from './processes.mjs'
import { prepareRuntime, SPARING_FLAGS } from './runtime.mjs'

// `npm run admin -- COMMAND …` runs the command line for operators.
const runtime = await prepareRuntime()
process.exit(await runInForeground(runtime, [...SPARING_FLAGS, 'server/admin.ts', ...process.argv.slice(2)]))
