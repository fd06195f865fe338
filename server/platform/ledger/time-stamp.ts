import { createHash, randomBytes, X509Certificate } from 'node:crypto'
import * as asn1js from 'asn1js'
import * as pkijs from 'pkijs'

const SHA256 = '2.16.840.1.101.3.4.2.1'
const ANSWER_MS = 10_000
const ANSWER_BYTES = 100_000
const PEM = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g

/**
 * Asks an authority to confirm that a text exists now (RFC 3161). Returns its answer in base64. Throws a
 * sentence if it is away, refuses, or answers for something else.
 */
export async function requestTimeStamp(
  authority: string,
  text: string,
  trusted: string | undefined,
): Promise<string> {
  const request = new pkijs.TimeStampReq({
    version: 1,
    messageImprint: new pkijs.MessageImprint({
      hashAlgorithm: new pkijs.AlgorithmIdentifier({
        algorithmId: SHA256,
        algorithmParams: new asn1js.Null(),
      }),
      hashedMessage: new asn1js.OctetString({ valueHex: createHash('sha256').update(text).digest() }),
    }),
    // The leading byte keeps it positive and of fixed length.
    nonce: new asn1js.Integer({ valueHex: Buffer.concat([Buffer.of(1), randomBytes(8)]) }),
    certReq: true,
  })
  const answer = await fetch(authority, {
    method: 'POST',
    headers: { 'content-type': 'application/timestamp-query' },
    body: request.toSchema().toBER(),
    redirect: 'error',
    signal: AbortSignal.timeout(ANSWER_MS),
  })
  if (!answer.ok) throw new Error(`The time-stamping authority answered ${answer.status}`)
  const bytes = Buffer.from(await answer.arrayBuffer())
  if (bytes.length > ANSWER_BYTES) throw new Error('The time-stamping authority answered too much')
  const stamp = bytes.toString('base64')
  const { nonce } = (await verified(stamp, text, trusted)) ?? {}
  if (!request.nonce || !nonce?.isEqual(request.nonce))
    throw new Error('The time-stamping authority answered another request')
  return stamp
}

/**
 * When an authority confirmed a text. Throws a sentence if the stamp isn't for it, or isn't from a trusted
 * authority.
 */
export async function timeStamped(stamp: string, text: string, trusted: string | undefined): Promise<Date> {
  return (await verified(stamp, text, trusted)).genTime
}

async function verified(stamp: string, text: string, trusted: string | undefined): Promise<pkijs.TSTInfo> {
  const answer = read(() => pkijs.TimeStampResp.fromBER(Buffer.from(stamp, 'base64')))
  if (answer.status.status > 1 || !answer.timeStampToken)
    throw new Error(`The time-stamping authority refused with status ${answer.status.status}`)
  const signed = read(() => new pkijs.SignedData({ schema: answer.timeStampToken?.content }))
  const info = read(() => {
    const content = signed.encapContentInfo.eContent?.getValue()
    return pkijs.TSTInfo.fromBER(content ?? new ArrayBuffer(0))
  })
  const { isGood, why } = await signed
    .verify({
      signer: 0,
      data: new Uint8Array(Buffer.from(text)).buffer,
      extendedMode: true,
      ...(trusted && {
        checkChain: true,
        checkDate: info.genTime,
        trustedCerts: [...trusted.matchAll(PEM)].map(([pem]) =>
          pkijs.Certificate.fromBER(new X509Certificate(pem).raw),
        ),
      }),
    })
    .then(
      ({ signatureVerified }) => ({ isGood: signatureVerified === true, why: '' }),
      (error: Error) => ({ isGood: false, why: error.message }),
    )
  if (!isGood) throw new Error(`The time stamp can’t be trusted: ${why}`)
  return info
}

function read<T>(parse: () => T): T {
  try {
    return parse()
  } catch (error) {
    throw new Error('The time stamp can’t be read', { cause: error })
  }
}
