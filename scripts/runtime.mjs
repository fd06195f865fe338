import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { ensureInstalled } from './install.mjs'
import { root } from './root.mjs'

const wantedMajor = 24

/**
 * How Node is started for a command that a small machine runs beside what it serves. With the embedded database, V8 would take
 * 600 MB for a moment to optimize one function of PGlite; as it is compiled first, it serves a command as well. The heaps of all
 * threads are looked through after a quarter of growth, not after they doubled.
 */
export const SPARING_FLAGS = ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering', '--heap-growing-percent=25']

/**
 * Makes the project ready to run and returns the path of the Node that runs it: the pinned one from the npm
 * package `node`, else a system Node that is new enough. Ends the process with one sentence when there is neither.
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
    `Verdaccord needs Node ${wantedMajor} or later: the pinned one could not be installed here and none is on the ` +
      `PATH (this is Node ${process.versions.node}). Install it from https://nodejs.org and run the command again.`,
  )
  process.exit(1)
}

/** The first of the candidates that starts on this machine and is at least Node 24. */
export function findRuntime(candidates) {
  return candidates.find((path) => (majorOf(path) ?? 0) >= wantedMajor)
}

function runtimeCandidates() {
  const pinned = join(root, 'node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node')
  return [pinned, process.execPath, 'node']
}

/** Asks the binary itself: one built for another C library exists as a file and still can't run. */
function majorOf(path) {
  const { status, stdout } = spawnSync(path, ['--version'], { encoding: 'utf8', timeout: 10_000 })
  const major = status === 0 ? /^v(\d+)\./.exec(stdout)?.[1] : undefined
  return major === undefined ? undefined : Number(major)
}
