import { spawn } from 'node:child_process'
import { delimiter } from 'node:path'

/**
 * Runs a program to its end and returns its exit code and everything it printed. Never throws: if a program
 * can't be started or outlives `timeoutMs`, the code is 1 and `output` says so.
 */
export function capture(command, args, { timeoutMs, ...options } = {}) {
  return new Promise((resolve) => {
    const chunks = []
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
    let note = ''
    const timer =
      timeoutMs &&
      setTimeout(() => {
        note = `\nStopped: it took longer than ${Math.round(timeoutMs / 1000)} s.\n`
        child.kill('SIGKILL')
      }, timeoutMs)
    child.stdout.on('data', (chunk) => chunks.push(chunk))
    child.stderr.on('data', (chunk) => chunks.push(chunk))
    const finish = (code, extra) => {
      clearTimeout(timer)
      resolve({ code, output: Buffer.concat(chunks).toString('utf8') + extra })
    }
    child.on('error', (error) => finish(1, `${error.message}\n`))
    child.on('close', (code) => finish(code ?? 1, note))
  })
}

/**
 * Runs a long-lived program in our own terminal, passes SIGTERM, SIGHUP and SIGINT on to it, and resolves with
 * the exit code to leave with. In a terminal, Ctrl-C already reaches the whole process group, so it is not sent
 * twice. A program that only ends its own children on SIGINT gets SIGINT for all three (`endsBySigint`).
 */
export function runInForeground(command, args, { endsBySigint = false, ...options } = {}) {
  const child = spawn(command, args, { stdio: 'inherit', ...options })
  const isTerminal = process.stdin.isTTY === true
  const forward = (signal) => {
    if (signal !== 'SIGINT' || !isTerminal) child.kill(endsBySigint ? 'SIGINT' : signal)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, forward)
  return new Promise((resolve) => {
    child.on('error', (error) => {
      console.error(error.message)
      resolve(1)
    })
    child.on('exit', (code, signal) => resolve(code ?? (signal === 'SIGINT' || signal === 'SIGTERM' ? 0 : 1)))
  })
}

/** The environment for a program that itself calls `node`: the chosen runtime comes first on its PATH. */
export function withRuntimeOnPath(runtimeFolder, env = process.env) {
  return { ...env, PATH: `${runtimeFolder}${delimiter}${env.PATH ?? ''}` }
}
