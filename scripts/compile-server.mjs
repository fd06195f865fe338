import { randomBytes } from 'node:crypto'
import { flushCompileCache } from 'node:module'
import { createServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

// Starts the built server as production does, with an empty database of its own in DATA_DIR, until its first
// answer, and lets Node store the compiled code for every later start. If the server does not start, this ends
// with the server's own message.
const port = await freePort()
Object.assign(process.env, {
  NODE_ENV: 'production',
  HOST: '127.0.0.1',
  PORT: String(port),
  PUBLIC_URL: 'https://verdaccord.example',
  OIDC_ISSUER: 'https://id.verdaccord.example/',
  OIDC_CLIENT_ID: 'build',
  DOCUMENT_KEYS: `build:${randomBytes(32).toString('base64')}`,
  CAPTCHA_KEY: randomBytes(32).toString('base64'),
  SMTP_URL: 'smtp://127.0.0.1:9',
})
await import('../dist/server/main.js')
while (!(await answers())) await delay(20)
flushCompileCache()
process.kill(process.pid, 'SIGTERM')

async function answers() {
  const answer = await fetch(`http://127.0.0.1:${port}/api/health/live`).catch(() => undefined)
  return answer?.ok
}

async function freePort() {
  const probe = createServer()
  await new Promise((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const { port } = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  return port
}
