import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { AnyEndpoint } from '#contract/endpoint.ts'

type JsonSchema = {
  type?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  format?: string
  pattern?: string
}

/** An address of the endpoint with `id` (or a document's id) filled in. */
export function addressOf(endpoint: AnyEndpoint, id: number | string): string {
  return endpoint.path.replace(/:\w+/g, String(id))
}

const schemas = new WeakMap<z.ZodType, JsonSchema>()

/** The JSON schema of what a request may contain in one of its parts. */
export function inputSchema(part: z.ZodType): JsonSchema {
  const known = schemas.get(part)
  if (known) return known
  const schema = z.toJSONSchema(part, { io: 'input', unrepresentable: 'any' }) as JsonSchema
  schemas.set(part, schema)
  return schema
}

/** Returns a value that fits a schema well enough to reach the handler, or be refused by it. */
export function sampleOf(schema: JsonSchema): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  const [way] = schema.anyOf ?? schema.oneOf ?? []
  if (way) return sampleOf(way)
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        (schema.required ?? []).map((name) => [name, sampleOf(schema.properties?.[name] ?? {})]),
      )
    case 'array':
      return [sampleOf(schema.items ?? {})]
    case 'number':
    case 'integer':
      return 1
    case 'boolean':
      return true
    default:
      return schema.format === 'uuid' ? '00000000-0000-4000-8000-000000000000' : 'text'
  }
}

/** Returns a request that the endpoint would understand, aimed at `target`. */
export function sampleCall(endpoint: AnyEndpoint, target: number): { url: string; body: unknown } {
  const isDocument = endpoint.path.startsWith('/api/documents/')
  const id = isDocument ? `00000000-0000-4000-8000-${String(target).padStart(12, '0')}` : target
  const query = endpoint.query ? (sampleOf(inputSchema(endpoint.query)) as Record<string, string>) : {}
  const search = new URLSearchParams(query).toString()
  return {
    url: addressOf(endpoint, id) + (search ? `?${search}` : ''),
    body: endpoint.body ? sampleOf(inputSchema(endpoint.body)) : undefined,
  }
}

/** The headers that such a request needs, if its body isn't JSON. */
export function sampleHeaders({ bytes, headers }: AnyEndpoint): Record<string, string> {
  if (!bytes) return {}
  const sample = headers ? Object(sampleOf(inputSchema(headers))) : {}
  const described = Object.entries(sample).filter(([name]) => name !== 'content-length')
  return {
    'content-type': bytes,
    ...Object.fromEntries(described.map(([name, value]) => [name, String(value)])),
  }
}

/** Returns every route of the server as `METHOD /path`, read from its router, without the HEAD twins of GET. */
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
