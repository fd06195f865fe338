import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { capture } from './processes.mjs'
import { root } from './root.mjs'

/**
 * Installs the dependencies if node_modules does not match package-lock.json. Throws an Error with npm's own
 * output if that fails.
 */
export async function ensureInstalled() {
  const wanted = readLock(join(root, 'package-lock.json'))
  if (wanted && isInstalled(wanted, readLock(join(root, 'node_modules/.package-lock.json')))) return
  console.log('Installing…')
  // npm leaves out the build tools if NODE_ENV=production; the web client can't be built without them.
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
  const [command, ...prefix] = npmCommand()
  const { code, output } = await capture(command, [...prefix, ...args], { cwd: root })
  if (code !== 0) throw new Error(`The dependencies could not be installed:\n${output}`)
}

/**
 * Whether the installed packages (npm's hidden lock file, written last) are those of the lock file. Optional
 * packages may be missing: most of them are for another platform.
 */
export function isInstalled(wanted, installed) {
  if (!installed) return false
  const same = (a, b) => a.version === b.version && a.integrity === b.integrity
  const allThere = Object.entries(wanted.packages).every(([path, entry]) => {
    if (path === '') return true
    const found = installed.packages[path]
    return found ? same(entry, found) : Boolean(entry.optional || entry.devOptional)
  })
  return allThere && Object.keys(installed.packages).every((path) => path in wanted.packages)
}

function readLock(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

/** npm gives the path of its own script to what it runs, so that `npm.cmd` and a shell on Windows are not needed. */
function npmCommand() {
  const cli = process.env.npm_execpath
  return cli?.endsWith('.js') ? [process.execPath, cli] : ['npm']
}
