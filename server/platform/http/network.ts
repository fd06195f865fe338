import { isIPv4, isIPv6 } from 'node:net'

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
