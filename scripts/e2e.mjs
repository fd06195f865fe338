import { dirname, join } from 'node:path'
import { browserPaths, noChromium } from './chromium.mjs'
import { PLAYWRIGHT } from './journeys-stage.mjs'
import { runInForeground, withRuntimeOnPath } from './processes.mjs'
import { root } from './root.mjs'
import { prepareRuntime } from './runtime.mjs'

// `npm run e2e -- FILE…` builds what production runs, then runs the journeys of those files, or all of them.
// Other arguments go to Playwright: `-g TITLE`, `--last-failed`, `--shard=1/2`; `npm run e2e:ui` opens its UI
// mode.
const runtime = await prepareRuntime()
const env = withRuntimeOnPath(dirname(runtime))
const built = await runInForeground(runtime, [join(root, 'scripts/build.mjs')], { cwd: root, env })
if (built !== 0) process.exit(built)
const browsers = await browserPaths(runtime)
if (!browsers) {
  console.error(noChromium)
  process.exit(1)
}
// The headless shell can't show a window.
if (process.argv.includes('--headed') || process.argv.includes('--debug')) delete browsers.HEADLESS_SHELL_PATH
const journeys = await runInForeground(runtime, [join(root, PLAYWRIGHT), 'test', ...process.argv.slice(2)], {
  cwd: root,
  env: { ...env, ...browsers },
  endsBySigint: true,
})
process.exit(journeys)
