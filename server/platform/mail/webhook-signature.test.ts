import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { signedWebhook } from './webhook-signature.ts'

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const NEXT = `whsec_${Buffer.alloc(24, 7).toString('base64')}`
const NOW = new Date('2026-03-01T10:00:00Z')
const SECONDS = NOW.getTime() / 1000
const BODY = '{"type":"email.delivered","data":{"email_id":"é"}}'

/** Signed by hand, following the specification: base64 of HMAC-SHA256 over id, time and the unchanged body. */
function sign(secret: string, { id = 'msg_1', seconds = SECONDS, body = BODY } = {}): string {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`
}
function headers(
  changes: { id?: string; seconds?: number | string; signature?: string } = {},
  name = 'webhook',
) {
  return {
    [`${name}-id`]: changes.id ?? 'msg_1',
    [`${name}-timestamp`]: String(changes.seconds ?? SECONDS),
    [`${name}-signature`]: changes.signature ?? sign(SECRET),
  }
}
const read = (given: Record<string, string>, body = BODY, secrets = [SECRET]) =>
  signedWebhook(given, Buffer.from(body), secrets, NOW)

test.each(['webhook', 'svix'])('R52 a message signed with %s-* headers is accepted', (name) => {
  expect(read(headers({}, name))).toEqual({ id: 'msg_1', body: BODY })
})

test('R52 the published example is accepted', () => {
  const given = {
    'svix-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'svix-timestamp': '1614265330',
    'svix-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  }
  const body = Buffer.from('{"test": 2432232314}')
  expect(signedWebhook(given, body, [SECRET], new Date(1_614_265_330_000))?.id).toBe(given['svix-id'])
})

describe('R52 A14 refused is', () => {
  test.each<[string, Record<string, string>, string?]>([
    ['a message without headers', {}],
    ['a wrong signature', headers({ signature: sign(NEXT) })],
    ['no signature', headers({ signature: '' })],
    ['a signature of another version', headers({ signature: sign(SECRET).replace('v1,', 'v1a,') })],
    ['a signature cut short', headers({ signature: sign(SECRET).slice(0, -4) })],
    ['a changed body', headers(), BODY.replace('delivered', 'bounced')],
    ['the same JSON written otherwise', headers(), BODY.replace(':', ': ')],
    ['another id', headers({ id: 'msg_2' })],
    ['a changed time', headers({ seconds: SECONDS - 1 })],
    ['a time that is no number', headers({ seconds: `${SECONDS}x` })],
  ])('%s', (_name, given, body) => {
    expect(read(given, body)).toBeUndefined()
  })

  test.each([-301, 301])('a message of %i seconds from now, however well signed', (offset) => {
    const seconds = SECONDS + offset
    expect(read(headers({ seconds, signature: sign(SECRET, { seconds }) }))).toBeUndefined()
  })
})

test.each([-300, 300])('R52 a message of %i seconds from now is accepted', (offset) => {
  const seconds = SECONDS + offset
  expect(read(headers({ seconds, signature: sign(SECRET, { seconds }) }))?.id).toBe('msg_1')
})

test('R52 while secrets change, either is valid, on either side', () => {
  expect(read(headers({ signature: sign(NEXT) }), BODY, [SECRET, NEXT])?.id).toBe('msg_1')
  expect(read(headers({ signature: `${sign(NEXT)} ${sign(SECRET)}` }))?.id).toBe('msg_1')
  expect(read(headers({ signature: `v1a,AAAA v1,AAAA ${sign(SECRET)}` }))?.id).toBe('msg_1')
  expect(read(headers(), BODY, [])).toBeUndefined()
})
