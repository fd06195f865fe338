import type { FastifyInstance } from 'fastify'

/** Every route the server really has, as `METHOD /path`, read from its router; HEAD twins of GET left out. */
export function routeTable(server: FastifyInstance): string[] {
  const routes: string[] = []
  const parents: string[] = []
  for (const line of server.printRoutes({ commonPrefix: false }).split('\n')) {
    const [, indent = '', path = '', methods = ''] =
      /^((?:[│ ] {3})*)[├└]── (\S+)(?: \(([A-Z, ]+)\))?/.exec(line) ?? []
    if (!path) continue
    const depth = indent.length / 4
    const whole = (depth > 0 ? (parents[depth - 1] ?? '') : '') + path
    parents[depth] = whole
    for (const method of methods.split(', '))
      if (method && method !== 'HEAD') routes.push(`${method} ${whole}`)
  }
  return routes
}
