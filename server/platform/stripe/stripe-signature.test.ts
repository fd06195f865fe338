import fc from 'fast-check'
import Stripe from 'stripe'
import { describe, expect, test } from 'vitest'
import { signatureFault } from './stripe-signature.ts'

const SECRET = 'whsec_one'
const NOW = new Date('2026-03-10T10:00:00Z')
const SECONDS = NOW.getTime() / 1000
const BODY = '{"id":"evt_1"}'

/** Signed by Stripe's own library. */
const signed = (payload = BODY, secret = SECRET, timestamp = SECONDS) =>
  Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp })
const faultOf = (header: string | undefined, body = BODY, secrets = [SECRET], now = NOW) =>
  signatureFault(Buffer.from(body), header, secrets, now)

describe('A14 R52 the signature of a Stripe message', () => {
  test('R52 is valid as Stripe makes it, with the old secret or the new one while both are active', async () => {
    expect(await faultOf(signed())).toBeNull()
    expect(await faultOf(signed(BODY, 'whsec_two'), BODY, [SECRET, 'whsec_two'])).toBeNull()
    const rotating = `${signed(BODY, 'whsec_gone')},${signed().split(',')[1]}`
    expect(await faultOf(rotating)).toBeNull()
    expect(await faultOf(`${signed()},v0=${'0'.repeat(64)}`)).toBeNull()
  })

  test.each([
    ['none', undefined, 'missing'],
    ['an empty one', '', 'missing'],
    ['no time', signed().replace(/^t=\d+,/, ''), 'malformed'],
    ['two times', `t=${SECONDS},${signed()}`, 'malformed'],
    ['a time that is none', signed().replace(/^t=\d+/, 't=1e9'), 'malformed'],
    ['no signature', `t=${SECONDS}`, 'malformed'],
    ['another scheme alone', signed().replace('v1=', 'v0='), 'forged'],
    ['very many signatures', `t=${SECONDS}${',v1=00'.repeat(50)}`, 'forged'],
    ['a signature without a value', `t=${SECONDS},v1`, 'forged'],
    ['letters of two bytes', `t=${SECONDS},v1=${'é'.repeat(64)}`, 'forged'],
    ['a short signature', `t=${SECONDS},v1=00`, 'forged'],
    ['no hexadecimal', `t=${SECONDS},v1=${'z'.repeat(64)}`, 'forged'],
    ['another secret', signed(BODY, 'whsec_other'), 'forged'],
    ['another time than was signed', signed().replace(/^t=\d+/, `t=${SECONDS + 1}`), 'forged'],
  ])('A14 is refused with %s', async (_name, header, fault) => {
    expect(await faultOf(header)).toBe(fault)
  })

  test.each([
    [300, null],
    [301, 'stale'],
    [-300, null],
    [-301, 'stale'],
  ])('B15 R52 made %i s before now is %s', async (age, fault) => {
    expect(await faultOf(signed(BODY, SECRET, SECONDS - age))).toBe(fault)
  })

  test('A14 is invalid for any other body', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 60 }), async (bytes) => {
        fc.pre(Buffer.from(bytes).toString('latin1') !== BODY)
        expect(await signatureFault(bytes, signed(), [SECRET], NOW)).not.toBeNull()
      }),
    )
  })

  test.each([
    ['begins with a mark of its bytes’ order', BODY, `\uFEFF${BODY}`],
    ['is no text', '{"id":"\uFFFD"}', Buffer.from('{"id":"\xFF"}', 'latin1')],
  ])('A14 is invalid for a body with the same meaning that %s', async (_name, meant, sent) => {
    expect(await faultOf(signed(meant), meant)).toBeNull()
    expect(await signatureFault(Buffer.from(sent as string), signed(meant), [SECRET], NOW)).not.toBeNull()
  })
})
