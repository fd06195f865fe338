import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { WrappedMasterKey } from '#server/platform/keys/key-setting.ts'
import { atEndOfFile } from './end-of-file.ts'

const CREDENTIALS = { id: 'TESTKMS', secret: 'TESTKMS/secret' }
const ARN = 'arn:aws:kms:eu-west-2:111122223333:key/'
const [NONCE_BYTES, TAG_BYTES] = [12, 16]

export interface TestKms {
  endpoint: string
  /** The address of one of its keys, in the form KMS_URL takes. */
  address(alias: string): string
  /** Its calls and their parameters, in order. */
  readonly calls: { call: string; key: string; context: unknown }[]
  /** How many calls from now on are cut off unanswered. */
  failing: number
  /** Keys that were disabled there. */
  readonly disabled: Set<string>
  /** Wraps anything with one of its keys, as an operator could by hand. */
  wrap(alias: string, id: string, plain: Buffer): WrappedMasterKey
  /** Stops it, and starts it again at the same address. */
  stop(): Promise<void>
  start(): Promise<void>
}

interface Asked {
  KeyId: string
  KeySpec?: string
  CiphertextBlob?: string
  EncryptionContext?: Record<string, string>
}

/** A refused call, with Amazon's error name. */
class Refusal extends Error {
  constructor(name: string) {
    super(`${name} of the stand-in`)
    this.name = name
  }
}

/**
 * Starts a service for the calling test file that answers like Amazon's KMS: with keys of these names, which
 * encrypt with AES-256-GCM bound to key and context, as Amazon's do.
 */
export async function testKms(...aliases: string[]): Promise<TestKms> {
  const keys = new Map(aliases.map((alias) => [alias, randomBytes(32)]))
  const calls: TestKms['calls'] = []
  const disabled = new Set<string>()
  let failing = 0

  function keyOf(alias: string): Buffer {
    const key = keys.get(alias)
    if (!key) throw new Refusal('NotFoundException')
    if (disabled.has(alias)) throw new Refusal('DisabledException')
    return key
  }

  function encrypt(alias: string, plain: Buffer, context: Asked['EncryptionContext']): Buffer {
    const nonce = randomBytes(NONCE_BYTES)
    const cipher = createCipheriv('aes-256-gcm', keyOf(alias), nonce).setAAD(bytesOf(alias, context))
    const sealed = Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
    return Buffer.concat([Buffer.from([alias.length]), Buffer.from(alias), sealed])
  }

  function decrypt(asked: Asked): Buffer {
    const blob = Buffer.from(asked.CiphertextBlob ?? '', 'base64')
    const alias = blob.subarray(1, 1 + (blob[0] ?? 0)).toString('latin1')
    const sealed = blob.subarray(1 + alias.length)
    if (!keys.has(alias)) throw new Refusal('InvalidCiphertextException')
    const key = keyOf(asked.KeyId)
    if (alias !== asked.KeyId) throw new Refusal('IncorrectKeyException')
    try {
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES))
        .setAAD(bytesOf(alias, asked.EncryptionContext))
        .setAuthTag(sealed.subarray(-TAG_BYTES))
      return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()])
    } catch {
      throw new Refusal('InvalidCiphertextException')
    }
  }

  function answerTo(call: string, asked: Asked): object {
    const KeyId = ARN + asked.KeyId
    if (call === 'Decrypt') return { KeyId, Plaintext: decrypt(asked).toString('base64') }
    if (call !== 'GenerateDataKeyWithoutPlaintext' || asked.KeySpec !== 'AES_256')
      throw new Refusal('ValidationException')
    const made = encrypt(asked.KeyId, randomBytes(32), asked.EncryptionContext)
    return { KeyId, CiphertextBlob: made.toString('base64') }
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const asked = JSON.parse(await text(request)) as Asked
    const call = String(request.headers['x-amz-target']).replace('TrentService.', '')
    calls.push({ call, key: asked.KeyId, context: asked.EncryptionContext })
    if (failing > 0) {
      failing -= 1
      return void request.socket.destroy()
    }
    const type = { 'content-type': 'application/x-amz-json-1.1' }
    try {
      if (!request.headers.authorization?.includes(`Credential=${CREDENTIALS.id}/`))
        throw new Refusal('UnrecognizedClientException')
      const answer = JSON.stringify(answerTo(call, asked))
      response.writeHead(200, type).end(answer)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      response.writeHead(400, type).end(JSON.stringify({ __type: error.name, message: error.message }))
    }
  }

  const server = createServer((request, response) => void serve(request, response))
  const listen = (port: number) =>
    new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', () => resolve()))
  await listen(0)
  const { port } = server.address() as AddressInfo
  const endpoint = `http://127.0.0.1:${port}`
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  atEndOfFile(stop)
  return {
    endpoint,
    calls,
    disabled,
    get failing() {
      return failing
    },
    set failing(count) {
      failing = count
    },
    address: (alias) =>
      `kms://${CREDENTIALS.id}:${CREDENTIALS.secret}@${alias}?region=eu-west-2&endpoint=${encodeURIComponent(endpoint)}`,
    wrap: (alias, id, plain) => ({
      id,
      wrapped: encrypt(alias, plain, { application: 'verdaccord', key: id }),
    }),
    stop,
    start: () => listen(port),
  }
}

function bytesOf(alias: string, context: Asked['EncryptionContext'] = {}): Buffer {
  const pairs = Object.entries(context).toSorted(([left], [right]) => (left < right ? -1 : 1))
  return Buffer.from(JSON.stringify([alias, pairs]))
}
