import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'

const READABLE = /^[\w.-]{8,64}$/

/**
 * Whether a request is for the API, however its URL is spelled: the router decodes `/%61pi/…` to one of our
 * routes, so checking the URL alone would miss it.
 */
export function isApiRequest(request: FastifyRequest): boolean {
  return request.url.startsWith('/api/') || request.routeOptions.url?.startsWith('/api/') === true
}

/** What a use case knows about the request that caused it: evidence for the ledger, never a basis for decisions. */
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
 * Gives each request an id. One passed on by a trusted proxy keeps the proxy's id, so that both logs can be
 * read together; an id from anyone else is ignored, because ids are kept as evidence.
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
 * Escapes a URL whose path can't be decoded, such as `/terms%`, so that it leads to no route. Fastify would
 * answer it before any hook: without security headers, request id or the wire's error body (security R36, R61).
 */
export function readableAddress(url: string): string {
  if (!url.includes('%')) return url
  const end = url.search(/[?#]/)
  const path = end < 0 ? url : url.slice(0, end)
  return isDecodable(path) ? url : path.replaceAll('%', '%25') + url.slice(path.length)
}

function isDecodable(path: string): boolean {
  try {
    // The comparison keeps the bundler from removing the call as if it couldn't throw.
    return decodeURIComponent(path).length > 0
  } catch {
    return false
  }
}

/** How much of an IPv6 address one household or server has, or one customer of a provider. */
export type NetworkBits = 48 | 64

/**
 * The address that a limit counts: an IPv4 address itself, but an IPv6 address's network, because anyone who has
 * one address has all others of it. A text that isn't an address stays as it is.
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

/**
 * Groups of four hex digits without leading zeros; a trailing IPv4 address counts as two, which lie beyond any
 * network prefix.
 */
function groupsOf(part: string): string[] {
  if (part === '') return []
  return part
    .split(':')
    .flatMap((group) => (group.includes('.') ? ['0', '0'] : [group.replace(/^0+(?=.)/, '')]))
}
