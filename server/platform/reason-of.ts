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
  EROFS: 'its file system is read-only',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is signed by itself; NODE_EXTRA_CA_CERTS names a CA to trust',
  SELF_SIGNED_CERT_IN_CHAIN:
    'its certificate is of a CA that isn’t trusted here; NODE_EXTRA_CA_CERTS names one to trust',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate comes without those between it and its CA',
  ERR_SSL_WRONG_VERSION_NUMBER: 'what listens there speaks no TLS; it may be http',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'what listens there speaks no TLS; it may be http',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host name',
}

/** Why something couldn't be reached, in words if there are any. The innermost cause is the most specific. */
export function reasonOf(error: unknown): string {
  let reason = 'no reason was given'
  for (let e = error; e instanceof Error; e = e.cause) {
    const code = 'code' in e ? String(e.code) : e.name
    const known = REASONS[code] ?? REASONS[e.name]
    if (known) return known
    if (e.message) reason = e.message
    // Several addresses of one host were tried.
    if (e instanceof AggregateError && e.errors[0]) return reasonOf(e.errors[0])
  }
  return reason.replace(/\.$/, '')
}
