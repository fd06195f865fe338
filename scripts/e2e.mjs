import { dirname, join } from 'node:path'
import { noChromium, obtainChromium } from './chromium.mjs'
import { PLAYWRIGHT } from './journeys-stage.mjs'
import { runInForeground, withRuntimeOnPath } from './processes.mjs'
import { root } from './root.mjs'
import { prepareRuntime } from './runtime.mjs'

// `npm run e2e -- FILE…` builds what production runs, then walks through the journeys of those files, or all of them.
// What else is said goes to Playwright: `-g TITLE`, `--last-failed`, `--shard=1/2`; `npm run e2e:ui` opens its UI mode.
const runtime = await prepareRuntime()
const env = withRuntimeOnPath(dirname(runtime))
const inForeground = (file, args, extra = {}) =>
  runInForeground(runtime, [join(root, file), ...args], { cwd: root, env: { ...env, ...extra } })

const built = await inForeground('scripts/build.mjs', [])
if (built !== 0) process.exit(built)
const chromium = await obtainChromium(runtime)
if (!chromium) {
  console.error(noChromium)
  process.exit(1)
}
process.exit(await inForeground(PLAYWRIGHT, ['test', ...process.argv.slice(2)], { CHROMIUM_PATH: chromium }))
