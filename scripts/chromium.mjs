import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import { PLAYWRIGHT } from './journeys-stage.mjs'
import { capture } from './processes.mjs'
import { root } from './root.mjs'

const programNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const shellNames = ['chromium-headless-shell', 'chrome-headless-shell', 'headless_shell']
const usualPlaces = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/lib/chromium/chromium',
  '/usr/lib64/chromium-browser/chromium-browser',
  '/opt/google/chrome/chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]
// Where Playwright's download keeps the program, inside chromium-1234/.
const playwrightLeaves = [
  'chrome-linux/chrome',
  'chrome-linux64/chrome',
  'chrome-mac/Chromium.app/Contents/MacOS/Chromium',
  'chrome-mac-arm64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
  'chrome-mac-x64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
  'chrome-win/chrome.exe',
  'chrome-win64/chrome.exe',
]

/** The sentence for a machine on which no browser can be had. */
export const noChromium =
  'No Chromium was found and none could be installed: set CHROMIUM_PATH to a Chromium or Chrome program, or install the package "chromium".'

/**
 * The path of a Chromium that really starts: CHROMIUM_PATH, then the system's, then Playwright's own. Undefined when
 * there is none. A wrong CHROMIUM_PATH is not passed over in silence: it answers undefined, too.
 */
export function findChromium({
  env = process.env,
  home = homedir(),
  places = usualPlaces,
  starts = canStart,
} = {}) {
  if (env.CHROMIUM_PATH) return starts(env.CHROMIUM_PATH) ? env.CHROMIUM_PATH : undefined
  return [...placesOnPath(env, programNames), ...places, ...playwrightPrograms(env, home)].find(
    (path) => existsSync(path) && starts(path),
  )
}

/**
 * The path of the same browser without its windows, where the system has it: it draws the same pages with less work for the
 * processor, and has no camera. Undefined without one, and where CHROMIUM_PATH names the browser for everything.
 */
export function findHeadlessShell({ env = process.env, starts = canStart } = {}) {
  if (env.CHROMIUM_PATH) return undefined
  return placesOnPath(env, shellNames).find((path) => existsSync(path) && starts(path))
}

function placesOnPath(env, names) {
  return (env.PATH ?? '')
    .split(delimiter)
    .filter(Boolean)
    .flatMap((folder) => names.map((name) => join(folder, name)))
}

/** Finds Chromium, else tries the ways to install one, in order, until one is found. Undefined when all fail. */
export async function obtainChromium(
  runtime,
  { find = findChromium, attempts = installAttempts(runtime), run = capture } = {},
) {
  let found = find()
  for (const {
    args: [command, ...args],
    timeoutMs,
  } of attempts) {
    if (found) break
    await run(command, args, { cwd: root, timeoutMs })
    found = find()
  }
  return found
}

/** The browsers of the journeys as their environment names them, one installed if need be. Undefined when there is none. */
export async function browserPaths(runtime) {
  const chromium = await obtainChromium(runtime)
  if (!chromium) return undefined
  const headless = findHeadlessShell()
  return { CHROMIUM_PATH: chromium, ...(headless && { HEADLESS_SHELL_PATH: headless }) }
}

/**
 * What to try on this machine: Playwright's installer, then, as root, the package manager that is there. Ubuntu's
 * package is an empty shell, so Playwright's download gets the libraries it may lack as the last resort.
 */
export function installAttempts(runtime, { isRoot = process.getuid?.() === 0, has = isOnPath } = {}) {
  const playwright = [runtime, join(root, PLAYWRIGHT)]
  const attempts = [{ args: [...playwright, 'install', 'chromium'], timeoutMs: 180_000 }]
  if (!isRoot) return attempts
  const system = [
    [
      'apt-get',
      'sh',
      '-c',
      // Not every release has the second.
      'apt-get update -q && export DEBIAN_FRONTEND=noninteractive && apt-get install -y -q chromium && (apt-get install -y -q chromium-headless-shell || true)',
    ],
    ['dnf', 'dnf', 'install', '-y', 'chromium'],
    ['apk', 'apk', 'add', 'chromium'],
  ].find(([manager]) => has(manager))
  if (system) attempts.push({ args: system.slice(1), timeoutMs: 300_000 })
  if (has('apt-get')) attempts.push({ args: [...playwright, 'install-deps', 'chromium'], timeoutMs: 300_000 })
  return attempts
}

function playwrightPrograms(env, home) {
  const caches = [
    env.PLAYWRIGHT_BROWSERS_PATH,
    join(home, '.cache/ms-playwright'),
    join(home, 'Library/Caches/ms-playwright'),
    env.LOCALAPPDATA && join(env.LOCALAPPDATA, 'ms-playwright'),
  ].filter((folder) => folder && existsSync(folder))
  return caches.flatMap((cache) =>
    readdirSync(cache)
      .filter((name) => /^chromium-\d+$/.test(name))
      .sort((a, b) => Number(b.slice(9)) - Number(a.slice(9)))
      .flatMap((name) => playwrightLeaves.map((leaf) => join(cache, name, leaf))),
  )
}

/** A program without its libraries, or Ubuntu's shell that only advertises a snap, fails at `--version` already. */
function canStart(path) {
  return spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 20_000 }).status === 0
}

function isOnPath(name) {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => folder && existsSync(join(folder, name)))
}
