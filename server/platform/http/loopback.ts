import { BlockList, isIP } from 'node:net'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** Whether a host name or address is this machine's; an IPv6 address with or without brackets. */
export function isLoopback(host: string): boolean {
  const plain = host.replace(/^\[(.*)\]$/, '$1').toLowerCase()
  if (plain === 'localhost' || plain.endsWith('.localhost')) return true
  const family = isIP(plain)
  return family !== 0 && loopback.check(plain, family === 4 ? 'ipv4' : 'ipv6')
}

/** Whether a URL leads to this machine. */
export function isOnThisMachine(url: string): boolean {
  return URL.canParse(url) && isLoopback(new URL(url).hostname)
}
