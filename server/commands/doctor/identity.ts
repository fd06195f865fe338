import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { finishSignIn } from '#contract/sign-in/auth.ts'
import type { Config } from '#server/config.ts'
import { otherIssuersWarning } from '#server/model/people/other-issuers.ts'
import { EMBEDDED_ISSUER } from '#server/platform/identity/identity-provider.ts'
import { ALGORITHMS } from '#server/platform/identity/oidc-client.ts'
import { reasonOf } from '#server/platform/reason-of.ts'
import { type ClockReading, clockOf, type Finding, findingsOf } from './finding.ts'
import { fromStored } from './stored.ts'

const WAIT_MS = 9_000

const Discovery = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  jwks_uri: z.url(),
  id_token_signing_alg_values_supported: z.array(z.string()).catch(['RS256']),
  token_endpoint_auth_methods_supported: z.array(z.string()).catch(['client_secret_basic']),
})
type Provider = z.infer<typeof Discovery>
const Keys = z.object({ keys: z.array(z.object({ kty: z.string() })).min(1) })

/** Checks the identity provider: its discovery document, its keys, and whether it knows the client. */
export async function inspectIdentity(config: Config, clocks: ClockReading[]): Promise<Finding[]> {
  const { found, ok, note, wrong } = findingsOf('Sign-in')
  const { identity } = config
  const issuer = identity?.issuer ?? EMBEDDED_ISSUER
  const others = await fromStored(config, (database) => otherIssuersWarning(database, issuer))
  if (others) note(`${others}.`)
  if (!identity) {
    ok('The embedded provider, which needs nothing.')
    return found
  }
  const address = `${identity.issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  const answer = await get(address)
  if (!(answer instanceof Response)) {
    wrong(
      `The provider can’t be reached at ${address}: ${reasonOf(answer)}. Check OIDC_ISSUER and the network.`,
    )
    return found
  }
  clocks.push(...clockOf('identity provider', answer))
  const provider = Discovery.safeParse(await answer.json().catch(() => undefined)).data
  if (!answer.ok || !provider) {
    wrong(
      `${address} is no discovery document (${answer.status}): OIDC_ISSUER is the address without /.well-known/….`,
    )
    return found
  }
  if (provider.issuer !== identity.issuer) {
    wrong(
      `The provider calls itself ${provider.issuer}: OIDC_ISSUER has to be the same to the letter, its last slash included.`,
    )
    return found
  }
  ok('The discovery document names this issuer.')
  if (!provider.id_token_signing_alg_values_supported.some((name) => ALGORITHMS.includes(name)))
    wrong(
      `The provider signs with ${provider.id_token_signing_alg_values_supported.join(', ')}: choose one of ${ALGORITHMS.join(', ')} there.`,
    )
  await inspectKeys(provider, { ok, wrong })
  await inspectClient(provider, config, identity, { ok, wrong })
  return found
}

type Tell = Record<'ok' | 'wrong', (says: string) => void>

async function inspectKeys({ jwks_uri: address }: Provider, { ok, wrong }: Tell): Promise<void> {
  const answer = await get(address)
  if (!(answer instanceof Response))
    return wrong(`The provider’s keys can’t be fetched from ${address}: ${reasonOf(answer)}.`)
  const keys = Keys.safeParse(await answer.json().catch(() => undefined)).data
  if (answer.ok && keys) ok(`It publishes its keys (${keys.keys.length}).`)
  else wrong(`There are no keys at ${address} (${answer.status}): no sign-in could be verified.`)
}

/** Requests tokens with an impossible code. A provider checks the client first, and then refuses the code. */
async function inspectClient(
  provider: Provider,
  { publicUrl }: Config,
  { clientId, clientSecret }: NonNullable<Config['identity']>,
  { ok, wrong }: Tell,
): Promise<void> {
  const inBody =
    !clientSecret || provider.token_endpoint_auth_methods_supported.includes('client_secret_post')
  const basic = Buffer.from(
    `${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret ?? '')}`,
  ).toString('base64')
  const redirectUri = publicUrl + finishSignIn.path
  const answer = await fetch(provider.token_endpoint, {
    method: 'POST',
    headers: inBody ? {} : { authorization: `Basic ${basic}` },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code: `doctor-${randomBytes(8).toString('hex')}`,
      redirect_uri: redirectUri,
      code_verifier: randomBytes(32).toString('base64url'),
      ...(inBody && { client_id: clientId, ...(clientSecret && { client_secret: clientSecret }) }),
    }),
    redirect: 'manual',
    signal: AbortSignal.timeout(WAIT_MS),
  }).catch((error: unknown) => error)
  if (!(answer instanceof Response)) return wrong(`Its token endpoint can’t be reached: ${reasonOf(answer)}.`)
  const text = await answer.text()
  if (/invalid_client|unauthorized_client|access_denied/.test(text))
    return wrong(
      'It doesn’t know the client: check OIDC_CLIENT_ID and OIDC_CLIENT_SECRET, and that it is a web application there.',
    )
  ok(`It knows the client. Register ${redirectUri} there as a callback, which can’t be seen from here.`)
}

function get(address: string): Promise<unknown> {
  return fetch(address, { redirect: 'manual', signal: AbortSignal.timeout(WAIT_MS) }).catch(
    (error: unknown) => error,
  )
}
