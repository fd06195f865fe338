/** What was found of one part. `wrong` is something without which the product does not work as configured. */
export interface Finding {
  part: string
  level: 'ok' | 'note' | 'wrong'
  /** What is so, and what to do where something is to be done. */
  says: string
}

/** How long one part may take to answer; the product's own limits are shorter. */
const LIMIT_MS = 30_000

/** Findings of one part, made one after the other. */
export function findingsOf(part: string) {
  const found: Finding[] = []
  const add = (level: Finding['level']) => (says: string) => void found.push({ part, level, says })
  return { found, ok: add('ok'), note: add('note'), wrong: add('wrong') }
}

/** Runs one check; whatever it did not expect is a finding as well, and so is silence. Throws nothing. */
export async function inspected(part: string, check: () => Promise<Finding[]>): Promise<Finding[]> {
  const { promise: silence, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`nothing was heard within ${LIMIT_MS / 1000} s`)), LIMIT_MS)
  try {
    return await Promise.race([check(), silence])
  } catch (error) {
    return [{ part, level: 'wrong', says: `The check itself failed: ${reasonOf(error)}.` }]
  } finally {
    clearTimeout(timer)
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'the connection was cut off',
  ENOTFOUND: 'no such host name is known',
  EAI_AGAIN: 'host names can’t be looked up from here',
  ETIMEDOUT: 'nothing answers there; a firewall may be in between',
  EHOSTUNREACH: 'there is no way to that host from here',
  ENETUNREACH: 'there is no way to that network from here',
  UND_ERR_CONNECT_TIMEOUT: 'nothing answers there; a firewall may be in between',
  TimeoutError: 'it took too long to answer',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is signed by itself; NODE_EXTRA_CA_CERTS names a CA to trust',
  SELF_SIGNED_CERT_IN_CHAIN:
    'its certificate is of a CA that isn’t trusted here; NODE_EXTRA_CA_CERTS names one to trust',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate comes without those between it and its CA',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host name',
}

/** Why something could not be reached, in words where there are some. The innermost cause knows best. */
export function reasonOf(error: unknown): string {
  let reason = 'no reason was given'
  for (let e = error; e instanceof Error; e = e.cause) {
    const code = 'code' in e ? String(e.code) : e.name
    const words = REASONS[code] ?? REASONS[e.name]
    if (words) return words
    if (e.message) reason = e.message
    // Several addresses of one host were tried.
    if (e instanceof AggregateError && e.errors[0]) return reasonOf(e.errors[0])
  }
  return reason.replace(/\.$/, '')
}
