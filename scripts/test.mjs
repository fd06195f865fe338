import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { browserPaths, noChromium } from './chromium.mjs'
import { runJourneys } from './journeys-stage.mjs'
import { weighPages } from './page-weight.mjs'
import { capture, withRuntimeOnPath } from './processes.mjs'
import { root } from './root.mjs'
import { prepareRuntime } from './runtime.mjs'
import { runVitest } from './vitest-stage.mjs'
import { manifestFile, modulesFile } from './web-build.mjs'

// Runs every check of the project; `npm test -- unit e2e` runs only those stages. See CONTRIBUTING.md.
const runtime = await prepareRuntime()
const env = {
  ...withRuntimeOnPath(dirname(runtime)),
  FORCE_COLOR: process.stdout.isTTY ? '1' : '0',
}
const reports = mkdtempSync(join(tmpdir(), 'verdaccord-test-'))

const tool =
  (file, ...args) =>
  async () => {
    const { code, output } = await capture(runtime, [join(root, 'node_modules', file), ...args], {
      cwd: root,
      env,
    })
    return asOneCheck(code === 0, output)
  }

const vitest = (name, projects) => () =>
  runVitest({ runtime, projects, reportFile: join(reports, `${name}.json`), env })

/**
 * Tests with a database; those that start whole processes start what production runs. They spend about half
 * their time waiting for databases and processes, so that two processors carry three files at a time.
 */
const onBuild = (name, projects) => async () => {
  const { code, output } = await built()
  if (code !== 0) return asOneCheck(false, output)
  return runVitest({
    runtime,
    projects,
    reportFile: join(reports, `${name}.json`),
    env: { ...env, TEST_SERVER: 'built' },
    args: [`--maxWorkers=${Math.ceil(1.5 * availableParallelism())}`],
  })
}

/** Without a TypeScript compiler the tool follows no imports at all, which must not pass for "no violations". */
async function importDirections() {
  const result = await tool(
    'dependency-cruiser/bin/dependency-cruiser.mjs',
    '--config=.dependency-cruiser.mjs',
    ...['contract', 'domain', 'server', 'web'],
  )()
  const modules = Number(/(\d+) modules, \d+ dependencies cruised/.exec(result.output)?.[1] ?? 0)
  return modules > 100 ? result : asOneCheck(false, `${result.output}\nOnly ${modules} modules were read.\n`)
}

let building
/** The production build, made once for all stages that need it. */
function built() {
  building ??= capture(runtime, [join(root, 'scripts/build.mjs')], { cwd: root, env })
  return building
}

async function buildAndWeigh() {
  const { code, output } = await built()
  if (code !== 0) return asOneCheck(false, output)
  const { lines, problems } = weighPages(manifestFile, modulesFile)
  return asOneCheck(problems.length === 0, [...lines, ...problems, ''].join('\n'))
}

async function journeys() {
  const { code, output } = await built()
  if (code !== 0) return asOneCheck(false, output)
  const browsers = await browserPaths(runtime)
  if (!browsers) return asOneCheck(false, `${noChromium}\n`)
  return runJourneys({ runtime, reportFile: join(reports, 'e2e.json'), env: { ...env, ...browsers } })
}

function asOneCheck(isGood, output) {
  return { passed: isGood ? 1 : 0, failed: isGood ? 0 : 1, note: '', output }
}

// The stages of a group run side by side, as many as two cores carry; the groups run one after the other.
const groups = [
  {
    types: tool('typescript/bin/tsc', '--noEmit', '-p', '.'),
    'worker types': tool('typescript/bin/tsc', '--noEmit', '-p', 'web/offline'),
    lint: tool('@biomejs/biome/bin/biome', 'check', '--error-on-warnings'),
  },
  { 'dead code': tool('knip/bin/knip.js'), imports: importDirections, build: buildAndWeigh },
  { unit: vitest('unit', ['unit', 'web']) },
  { postgres: onBuild('postgres', ['integration']) },
  { embedded: onBuild('embedded', ['embedded']) },
  { e2e: journeys },
]

const names = groups.flatMap((group) => Object.keys(group))
const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !names.includes(name))
if (unknown.length > 0) {
  console.error(`There is no stage ${unknown.join(', ')}; there are ${names.join(', ')}.`)
  process.exit(1)
}

const total = { passed: 0, failed: 0 }
for (const group of groups) {
  const chosen = Object.entries(group).filter(([name]) => wanted.length === 0 || wanted.includes(name))
  await Promise.all(chosen.map(runStage))
}
rmSync(reports, { recursive: true, force: true })
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed === 0 ? 0 : 1

async function runStage([name, stage]) {
  const start = performance.now()
  const { passed, failed, note, output } = await stage()
  total.passed += passed
  total.failed += failed
  const seconds = `${((performance.now() - start) / 1000).toFixed(1)} s`
  const counts = [`${passed} passed`, failed > 0 && `${failed} failed`, note].filter(Boolean).join(', ')
  console.log(`${failed > 0 ? '✗' : '✓'} ${name.padEnd(10)} ${seconds.padStart(8)}  ${counts}`)
  if (failed > 0) console.log(output.trimEnd().replace(/^/gm, '    '))
}
