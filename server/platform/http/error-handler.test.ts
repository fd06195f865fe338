import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { registerErrorHandler } from './error-handler.ts'

test('R61 a redirect that cannot be sent is answered like any other failure, without internal details', async () => {
  const app = Fastify()
  registerErrorHandler(app)
  app.get('/', (_request, reply) => reply.redirect('/somewhere\u0000'))
  const answer = await app.inject('/')
  expect([answer.statusCode, answer.headers.location]).toEqual([500, undefined])
  expect(answer.json()).toEqual({
    error: 'INTERNAL',
    message: expect.stringContaining('Something went wrong on our side.'),
    requestId: expect.any(String),
  })
  await app.close()
})
