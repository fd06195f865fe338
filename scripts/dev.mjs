import { spawn } from 'node:child_process'
import { root } from './root.mjs'
import { prepareRuntime } from './runtime.mjs'

// The browser sees one address, Vite's, which passes the server's paths on, so that cookies, sign-in and the
// origin check work as in production.
const runtime = await prepareRuntime()
try {
  process.loadEnvFile('.env')
} catch {
  // There may be no .env file.
}
const port = Number(process.env.PORT ?? 3000)
const serverPort = port + 1
const publicUrl = process.env.PUBLIC_URL ?? `http://localhost:${port}`

const web = start(['scripts/dev-web.mjs', String(port), String(serverPort)])
// Vite watches web/ itself; the server restarts only if a file it imports changes.
const server = start(['--watch', '--watch-preserve-output', 'server/main.ts'], {
  PORT: String(serverPort),
  PUBLIC_URL: publicUrl,
})

let stopping = false
const children = [web, server]
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop(0))
for (const child of children) child.on('exit', (code) => stop(code ?? 1))

/** If one of the two processes ends, stops the other one. */
function stop(code) {
  if (stopping) return
  stopping = true
  process.exitCode = code
  for (const child of children) child.kill('SIGTERM')
}

function start(args, env = {}) {
  return spawn(runtime, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } })
}
