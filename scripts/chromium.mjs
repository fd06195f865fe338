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
// Where Playwright's download has the program, inside chromium-1234/.
const playwrightLeaves = [
  'chrome-linux/chrome',
  'chrome-linux64/chrome',
  'chrome-mac/Chromium.app/Contents/MacOS/Chromium',
  'chrome-mac-arm64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
  'chrome-mac-x64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
  'chrome-win/chrome.exe',
  'chrome-win64/chrome.exe',
]

/** Printed if this machine has no browser and none can be installed. */
export const noChromium =
  'No Chromium was found and none could be installed: set CHROMIUM_PATH to a Chromium or Chrome program, or install the package "chromium".'

/**
 * Returns the path of a Chromium that really starts: CHROMIUM_PATH, then the system's, then Playwright's own.
 * Undefined if there is none, and also if CHROMIUM_PATH is wrong, so that the mistake is noticed.
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
 * Returns the path of the system's headless shell, which draws the same pages with less processor time and has
 * no camera. Undefined if there is none, or if CHROMIUM_PATH names the browser to use for everything.
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

/** Finds Chromium, or tries the ways to install it in order until one works. Undefined if all fail. */
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

/**
 * Returns the browsers of the journeys as environment variables, installing one if necessary. Undefined if
 * there is none.
 */
export async function browserPaths(runtime) {
  const chromium = await obtainChromium(runtime)
  if (!chromium) return undefined
  const headless = findHeadlessShell()
  return { CHROMIUM_PATH: chromium, ...(headless && { HEADLESS_SHELL_PATH: headless }) }
}

/**
 * What to try on this machine: Playwright's installer, then, as root, the package manager that exists. Ubuntu's
 * package contains no browser, so the last resort installs the libraries that Playwright's download may be
 * missing.
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
      // Not every release has chromium-headless-shell.
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

/**
 * Whether the program starts. One with missing libraries, or Ubuntu's stub that only advertises a snap, already
 * fails at `--version`.
 */
function canStart(path) {
  return spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 20_000 }).status === 0
}

function isOnPath(name) {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => folder && existsSync(join(folder, name)))
}
