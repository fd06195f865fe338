import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'
import { ConfigError } from '#server/config.ts'
import type { Meter } from '#server/platform/metrics/meter.ts'
import type { Services } from '#server/services.ts'
import { metricsRegistry } from './registry.ts'
import { watchState } from './state-figures.ts'

const PATH = '/metrics'

/**
 * Serves the metrics as configured: at an address of their own, at `/metrics` with a token, or both; otherwise
 * there is no such page. The server doesn't start if that address is unavailable.
 */
export function registerMetrics(
  server: FastifyInstance,
  services: Services,
  told: { meter: Meter; dependencies: () => { name: string; state: string }[] },
): Registry {
  const { listen, token } = services.config.metrics ?? {}
  const state = watchState(services)
  const registry = metricsRegistry({ services, state, ...told })
  if (token) {
    const expected = digestOf(`Bearer ${token}`)
    server.get(PATH, async (request, reply) => {
      if (!timingSafeEqual(digestOf(request.headers.authorization ?? ''), expected))
        return reply.callNotFound()
      return reply
        .header('cache-control', 'no-store')
        .type(registry.contentType)
        .send(await registry.metrics())
    })
  }
  if (listen) {
    const own = createServer((request, response) => {
      if (request.url !== PATH || request.method !== 'GET') return response.writeHead(404).end()
      registry.metrics().then(
        (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
        () => response.writeHead(500).end(),
      )
    })
    server.addHook('onReady', async () => {
      await new Promise<void>((resolve, reject) => {
        own.once('error', (error: NodeJS.ErrnoException) =>
          reject(
            new ConfigError([
              `METRICS_LISTEN is "${listen.host}:${listen.port}", expected an address of this machine that no other program listens on (${error.code}).`,
            ]),
          ),
        )
        own.listen(listen.port, listen.host, resolve)
      })
      own.unref()
      const { address, port } = own.address() as AddressInfo
      server.log.info({ address, port }, 'Metrics are told')
    })
    server.addHook('onClose', async () => {
      own.closeAllConnections()
      own.close()
    })
  }
  server.addHook('onListen', async () => void state.known())
  return registry
}

/** Of equal length, so that comparing takes the same time whatever was sent. */
function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
