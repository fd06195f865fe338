import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

const PRESENT = 0x01
const VERIFIED = 0x04
const HAS_KEY = 0x40

interface Asked {
  challenge: string
  user?: { id: string }
}

/** How an answer is spoiled: for another origin, by a device that did not verify the person, or with this counter. */
interface Spoiled {
  origin?: string
  verified?: boolean
  counter?: number
}

/** A device with one passkey, as far as a server can tell. */
export function softAuthenticator(publicUrl = 'http://localhost:3000') {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(16)
  const rpIdHash = createHash('sha256').update(new URL(publicUrl).hostname).digest()
  let userHandle: string | undefined
  let uses = 0

  const clientData = (type: string, challenge: string, { origin = publicUrl }: Spoiled) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const authData = (flags: number, counter: number, rest = Buffer.alloc(0)) => {
    const head = Buffer.alloc(5)
    head.writeUInt8(flags)
    head.writeUInt32BE(counter, 1)
    return Buffer.concat([rpIdHash, head, rest])
  }
  const answer = (response: Record<string, unknown>) => ({
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key' as const,
    clientExtensionResults: {},
    response,
  })

  return {
    id: id.toString('base64url'),

    /** Creates the passkey. */
    create(options: Asked, spoiled: Spoiled = {}) {
      userHandle = options.user?.id
      const key = new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
        [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
      ])
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const credential = Buffer.concat([Buffer.alloc(16), length, id, isoCBOR.encode(key)])
      const flags = PRESENT | HAS_KEY | (spoiled.verified === false ? 0 : VERIFIED)
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(authData(flags, uses, credential))],
      ])
      return answer({
        clientDataJSON: clientData('webauthn.create', options.challenge, spoiled).toString('base64url'),
        attestationObject: Buffer.from(
          isoCBOR.encode(attestation as Parameters<typeof isoCBOR.encode>[0]),
        ).toString('base64url'),
        transports: ['internal'],
      })
    },

    /** Signs a challenge with it. */
    get(options: Asked, spoiled: Spoiled = {}) {
      uses += 1
      const client = clientData('webauthn.get', options.challenge, spoiled)
      const flags = PRESENT | (spoiled.verified === false ? 0 : VERIFIED)
      const data = authData(flags, spoiled.counter ?? uses)
      const signed = Buffer.concat([data, createHash('sha256').update(client).digest()])
      return answer({
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', signed, privateKey).toString('base64url'),
        userHandle,
      })
    },
  }
}
