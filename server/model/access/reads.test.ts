import fastifyCookie from '@fastify/cookie'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import type { Database, Db } from '#server/platform/database/database.ts'
import type { Replica } from '#server/platform/database/replica.ts'
import type { Caller } from './caller.ts'
import { readsOf } from './reads.ts'
import { writtenCookie } from './session-cookie.ts'

const PRIMARY = 'primary' as unknown as Db
const REPLICA = 'replica' as unknown as Db

/** A server with a change and a list, and a replica that has replayed up to 0/100. */
async function appOver(replica: Partial<Replica> | undefined) {
  const app = Fastify()
  await app.register(fastifyCookie)
  app.decorateRequest('caller', undefined)
  app.addHook('onRequest', async (request) => {
    if (request.headers.authorization) request.caller = {} as Caller
  })
  const complete = replica && {
    read: (after: string | undefined, work: (db: Db) => Promise<never>) =>
      work(after === undefined || after <= '0/100' ? REPLICA : PRIMARY),
    position: async () => '0/200',
    caughtUp: async () => {},
    close: async () => {},
    ...replica,
  }
  const read = readsOf(
    app,
    { db: PRIMARY } as Database,
    complete,
    writtenCookie('https://verify.example.com'),
  )
  app.post('/change', async () => ({}))
  app.post('/refused', (_request, reply) => reply.code(409).send({}))
  app.get('/list', (request) => read(request, async (db) => ({ from: db })))
  const headers = { authorization: 'yes' }
  return {
    list: async (cookie?: string) =>
      (await app.inject({ url: '/list', headers: { ...headers, ...(cookie && { cookie }) } })).json().from,
    post: async (url: string, signedIn = true) =>
      (await app.inject({ method: 'POST', url, headers: signedIn ? headers : {} })).headers['set-cookie'],
  }
}

test('lists come from the replica, unless this browser has made a change that the replica does not have yet', async () => {
  const app = await appOver({})
  expect(await app.list()).toBe('replica')
  const cookie = String(await app.post('/change'))
  expect(cookie).toMatch(/^__Host-written=0\/200; Max-Age=60; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
  expect(await app.list(cookie.split(';')[0])).toBe('primary')
})

test('the primary is read if the position cannot be queried', async () => {
  const app = await appOver({ position: () => Promise.reject(new Error('away')) })
  expect(await app.list(String(await app.post('/change')).split(';')[0])).toBe('primary')
})

test('no position is stored for refusals and strangers, nor without a replica', async () => {
  const app = await appOver({})
  expect(await app.post('/refused')).toBeUndefined()
  expect(await app.post('/change', false)).toBeUndefined()
  const without = await appOver(undefined)
  expect(await without.post('/change')).toBeUndefined()
  expect(await without.list()).toBe('primary')
})
