import { createServer, isIP } from 'node:net'
import { connect } from 'node:tls'
import { getLiveness } from '#contract/site/system.ts'
import { DAY_MS } from '#domain/plain-date.ts'
import type { Config } from '#server/config.ts'
import { isOnThisMachine } from '#server/platform/http/loopback.ts'
import { reasonOf } from '#server/platform/reason-of.ts'
import { type Finding, findingsOf } from './finding.ts'

const WAIT_MS = 5_000
const SOON_DAYS = 14

/** Checks where people arrive: the public address with its certificate, and proxies in between. */
export async function inspectNetwork(config: Config): Promise<Finding[]> {
  const { found, ok, note, wrong } = findingsOf('Network')
  const { publicUrl, host, port, trustedProxies, production } = config
  const url = new URL(publicUrl)
  if (url.protocol === 'https:') await inspectCertificate(url, { ok, note, wrong })
  else if (isOnThisMachine(publicUrl)) ok(`People reach it at ${publicUrl}, from this machine alone.`)
  else wrong(`PUBLIC_URL is ${publicUrl}: browsers keep no session without https.`)

  if (await isFree(host, port)) ok(`Port ${port} is free.`)
  else note(`Something listens on port ${port} already. That is fine if it is this product.`)

  if (trustedProxies.length > 0)
    ok(
      `What ${trustedProxies.join(', ')} says of who calls is believed. Let it set X-Forwarded-For, not append to it.`,
    )
  else if (production)
    note(
      'TRUSTED_PROXIES is empty: behind a proxy all people would have its address and share one rate limit. Name the proxy’s address.',
    )
  return found
}

/** Checks the certificate that browsers get, and who answers there. Before the first start there may be no one. */
async function inspectCertificate(
  { hostname, port, href }: URL,
  { ok, note, wrong }: Record<Finding['level'], (says: string) => void>,
): Promise<void> {
  const where = `${hostname}:${port || 443}`
  const seen = await certificateOf(hostname, Number(port || 443)).catch((error: unknown) => error)
  if (seen instanceof Error || !isCertificate(seen)) {
    note(
      `Nothing answers at ${where} yet: ${reasonOf(seen)}. Set up the proxy with its certificate, and look again.`,
    )
    return
  }
  const days = Math.floor((Date.parse(seen.validTo) - Date.now()) / DAY_MS)
  if (days < 0) return wrong(`The certificate at ${where} expired ${-days} days ago: renew it.`)
  if (seen.problem) return wrong(`Browsers don’t trust the certificate at ${where}: ${seen.problem}.`)
  if (days < SOON_DAYS) note(`The certificate at ${where} expires in ${days} days: see that it is renewed.`)
  else ok(`The certificate at ${where} is trusted, and valid for ${days} days.`)
  const answer = await fetch(new URL(getLiveness.path, href), { signal: AbortSignal.timeout(WAIT_MS) }).catch(
    () => undefined,
  )
  if (answer?.ok) ok('The product answers there already.')
}

interface Certificate {
  validTo: string
  problem: string | undefined
}

function isCertificate(seen: unknown): seen is Certificate {
  return typeof seen === 'object' && seen !== null && 'validTo' in seen
}

function certificateOf(host: string, port: number): Promise<Certificate> {
  return new Promise((resolve, reject) => {
    // An untrusted certificate should be examined as well; nothing is sent.
    const socket = connect(
      { host, port, rejectUnauthorized: false, ...(isIP(host) ? {} : { servername: host }) },
      () => {
        const { authorizationError: problem } = socket
        resolve({
          validTo: socket.getPeerCertificate().valid_to,
          problem: problem
            ? reasonOf(Object.assign(new Error(String(problem)), { code: String(problem) }))
            : undefined,
        })
        socket.destroy()
      },
    )
    socket.setTimeout(WAIT_MS, () =>
      socket.destroy(Object.assign(new Error('silence'), { code: 'ETIMEDOUT' })),
    )
    socket.on('error', reject)
  })
}

function isFree(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, host, () => probe.close(() => resolve(true)))
  })
}
