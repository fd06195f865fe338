import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'

const READABLE = /^[\w.-]{8,64}$/

/**
 * Whether a request is for the API, however its address is spelled: the router decodes `/%61pi/…` to a route of ours,
 * so a look at the address alone would miss it.
 */
export function isApiRequest(request: FastifyRequest): boolean {
  return request.url.startsWith('/api/') || request.routeOptions.url?.startsWith('/api/') === true
}

/** What a use case may know of the request that caused it: evidence for the ledger, nothing to decide by. */
export interface Origin {
  requestId: string
  ip: string | undefined
  userAgent: string | undefined
}

/** The Origin of a request, for the ledger and for what people sign. */
export function originOf(request: { id: string; ip: string; headers: { 'user-agent'?: string } }): Origin {
  return { requestId: request.id, ip: request.ip, userAgent: request.headers['user-agent']?.slice(0, 400) }
}

/**
 * Names each request. One that a trusted proxy passes on keeps the proxy's name for it, so that both logs can be read
 * together; from anyone else a name counts for nothing, because it is kept as evidence.
 */
export function requestIds(
  trustedProxies: readonly string[],
): (request: Pick<IncomingMessage, 'headers' | 'socket'>) => string {
  if (trustedProxies.length === 0) return () => randomUUID()
  const trusted = new BlockList()
  for (const proxy of trustedProxies) {
    const [address = '', bits] = proxy.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (bits) trusted.addSubnet(address, Number(bits), family)
    else trusted.addAddress(address, family)
  }
  return ({ headers, socket }) => {
    const named = headers['x-request-id']
    if (typeof named !== 'string' || !READABLE.test(named)) return randomUUID()
    const address = (socket.remoteAddress ?? '').replace(/^::ffff:(?=\d+\.)/, '')
    const family = isIP(address)
    return family && trusted.check(address, family === 6 ? 'ipv6' : 'ipv4') ? named : randomUUID()
  }
}

/**
 * An address whose path cannot be decoded, such as `/terms%`, spelled out as the path it would be, which leads nowhere.
 * Fastify answers such an address before any hook: without the protections, a request id or the wire's error body
 * (security R36, R61).
 */
export function readableAddress(url: string): string {
  if (!url.includes('%')) return url
  const end = url.search(/[?#]/)
  const path = end < 0 ? url : url.slice(0, end)
  return isDecodable(path) ? url : path.replaceAll('%', '%25') + url.slice(path.length)
}

function isDecodable(path: string): boolean {
  try {
    // A decoding whose result no one looks at is left out by the bundler, as if it could not fail.
    return decodeURIComponent(path).length > 0
  } catch {
    return false
  }
}

/** Of an IPv6 address, what one household or server has; a provider gives that many of them to one customer. */
export type NetworkBits = 48 | 64

/**
 * The address that a limit counts: an IPv4 address itself, and of an IPv6 address its network, because anyone with one
 * address has all the others of it. Text that is no address is itself.
 */
export function networkOf(ip: string, bits: NetworkBits = 64): string {
  const plain = ip.split('%', 1).join().toLowerCase()
  const mapped = /^::ffff:([\d.]+)$/.exec(plain)?.[1]
  if (mapped && isIPv4(mapped)) return mapped
  if (!isIPv6(plain)) return ip
  const [head = '', tail] = plain.split('::', 2)
  const before = groupsOf(head)
  const after = groupsOf(tail ?? '')
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length
  const groups = [...before, ...Array.from({ length: zeros }, () => '0'), ...after]
  return `${groups.slice(0, bits / 16).join(':')}::/${bits}`
}

/** Groups of four digits without leading zeros; an IPv4 address at the end counts as two, which no network reaches. */
function groupsOf(part: string): string[] {
  if (part === '') return []
  return part
    .split(':')
    .flatMap((group) => (group.includes('.') ? ['0', '0'] : [group.replace(/^0+(?=.)/, '')]))
}
