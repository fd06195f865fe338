/**
 * An address whose path cannot be decoded, such as `/terms%`, spelled out as the path it would be, which leads nowhere.
 * Fastify answers such an address before any hook: without the protections, a request id or the wire's error body
 * (security R36, R61).
 */
export function readableAddress(url: string): string {
  if (!url.includes('%')) return url
  const end = url.search(/[?#]/)
  const path = end < 0 ? url : url.slice(0, end)
  try {
    decodeURIComponent(path)
    return url
  } catch {
    return path.replaceAll('%', '%25') + url.slice(path.length)
  }
}
