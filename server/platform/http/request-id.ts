import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'

const READABLE = /^[\w.-]{8,64}$/

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
