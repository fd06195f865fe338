import { DecryptCommand, GenerateDataKeyWithoutPlaintextCommand, KMSClient } from '@aws-sdk/client-kms'
import { reasonOf } from '#server/platform/reason-of.ts'
import { addressOf, type Kms, type WrappedMasterKey } from './key-setting.ts'

const CONNECT_MS = 3000
const SILENCE_MS = 5000
/**
 * With the client's growing pauses this allows some seconds for a network that isn't up yet, and half a minute
 * if nothing answers.
 */
export const PATIENT_TRIES = 8
export const QUICK_TRIES = 2

/** The encryption context, which the KMS logs with each call. */
const contextOf = (id: string) => ({ application: 'verdaccord', key: id })

function clientOf({ region, endpoint, credentials }: Kms, tries: number): KMSClient {
  return new KMSClient({
    region,
    endpoint,
    credentials,
    maxAttempts: tries,
    requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout: SILENCE_MS },
  })
}

/**
 * Unwraps a master key with the first of these keys that can, because it doesn't say which one wrapped it.
 * Throws a sentence with each key's answer.
 */
export async function openAtKms(
  kms: readonly Kms[],
  { id, wrapped }: WrappedMasterKey,
  { variable, tries }: { variable: string; tries: number },
): Promise<Buffer> {
  const refusals: string[] = []
  for (const service of kms) {
    try {
      return await openWith(service, { id, wrapped }, tries)
    } catch (error) {
      refusals.push(`with ${service.keyId} at ${addressOf(service)}: ${refusalOf(error, 'kms:Decrypt')}`)
    }
  }
  throw new Error(`The key ${id} in ${variable} can’t be opened ${refusals.join('; nor ')}.`)
}

async function openWith(kms: Kms, { id, wrapped }: WrappedMasterKey, tries: number): Promise<Buffer> {
  const client = clientOf(kms, tries)
  try {
    const { Plaintext } = await client.send(
      new DecryptCommand({ KeyId: kms.keyId, CiphertextBlob: wrapped, EncryptionContext: contextOf(id) }),
    )
    return Buffer.from(Plaintext ?? [])
  } finally {
    client.destroy()
  }
}

/**
 * Has a new master key generated and wrapped for `openAtKms`; its plain form never leaves the KMS. Throws a
 * sentence.
 */
export async function makeAtKms(kms: Kms, id: string): Promise<Buffer> {
  const client = clientOf(kms, QUICK_TRIES)
  try {
    const { CiphertextBlob } = await client.send(
      new GenerateDataKeyWithoutPlaintextCommand({
        KeyId: kms.keyId,
        KeySpec: 'AES_256',
        EncryptionContext: contextOf(id),
      }),
    )
    return Buffer.from(CiphertextBlob ?? [])
  } catch (error) {
    const why = refusalOf(error, 'kms:GenerateDataKeyWithoutPlaintext')
    throw new Error(`No key can be made with ${kms.keyId} at ${addressOf(kms)}: ${why}.`, { cause: error })
  } finally {
    client.destroy()
  }
}

const REFUSALS: Readonly<Record<string, string>> = {
  IncorrectKeyException: 'another key wrapped it; name that one in KMS_URL as well',
  InvalidCiphertextException: 'it was altered, or was made for another id',
  NotFoundException: 'there is no such key; check KMS_URL',
  DisabledException: 'that key is disabled; enable it there',
  KMSInvalidStateException:
    'that key can’t be used now, as while it waits to be deleted; put that right there',
}
const OF_CREDENTIALS =
  /^(AccessDenied|UnrecognizedClient|IncompleteSignature|InvalidClientTokenId|InvalidSignature|SignatureDoesNotMatch|ExpiredToken)/

/** What an operator reads, as the end of a sentence. */
function refusalOf(error: unknown, right: string): string {
  const { name, message } = error instanceof Error ? error : { name: '', message: '' }
  const known = REFUSALS[name]
  if (known) return known
  if (OF_CREDENTIALS.test(name)) return `${name}; check the credentials in KMS_URL, which need ${right}`
  if (name === 'CredentialsProviderError')
    return 'there are no credentials; give KMS_URL some, or the machine a role'
  const isAnswer = error instanceof Error && '$fault' in error
  return isAnswer
    ? `${name} (${message.replace(/\.$/, '')})`
    : `${reasonOf(error)}; check KMS_URL and the network`
}
