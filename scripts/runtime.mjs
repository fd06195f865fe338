import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { ensureInstalled } from './install.mjs'
import { root } from './root.mjs'

/** Major and minor version. */
const wanted = [24, 7]

/**
 * How Node is started for a command that runs on a small machine next to the server. With the embedded
 * database, V8 would briefly take 600 MB to optimise one function of PGlite; the baseline code is fast enough
 * for a command. Heaps of all threads are collected after growing by a quarter instead of doubling.
 */
export const SPARING_FLAGS = ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering', '--heap-growing-percent=25']

/**
 * Makes the project ready to run and returns the path of the Node that runs it: the pinned one from the npm
 * package `node`, or a system Node that is new enough. Ends the process with one sentence if there is neither.
 */
export async function prepareRuntime() {
  try {
    await ensureInstalled()
  } catch (error) {
    console.error(error.message)
    process.exit(1)
  }
  const runtime = findRuntime(runtimeCandidates())
  if (runtime) return runtime
  console.error(
    `Verdaccord needs Node ${wanted.join('.')} or later: the pinned one could not be installed here and none is on the ` +
      `PATH (this is Node ${process.versions.node}). Install it from https://nodejs.org and run the command again.`,
  )
  process.exit(1)
}

/**
 * Returns the first of the candidates that starts on this machine and is at least Node 24.7, whose `crypto` has
 * argon2.
 */
export function findRuntime(candidates) {
  return candidates.find((path) => {
    const [major = 0, minor = 0] = versionOf(path)
    return major > wanted[0] || (major === wanted[0] && minor >= wanted[1])
  })
}

function runtimeCandidates() {
  const pinned = join(root, 'node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node')
  return [pinned, process.execPath, 'node']
}

/** Runs the binary to find out: one built for another C library exists as a file but can't run. */
function versionOf(path) {
  const { status, stdout } = spawnSync(path, ['--version'], { encoding: 'utf8', timeout: 10_000 })
  return status === 0 ? (/^v(\d+)\.(\d+)\./.exec(stdout) ?? []).slice(1).map(Number) : []
}
