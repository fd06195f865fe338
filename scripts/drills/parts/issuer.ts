import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'

// An OpenID provider in its own process, the certified `oidc-provider`; it signs people in without asking. Run
// by the drill `identity` with PORT, CLIENT_ID and the callback address in REDIRECT_URI.
const { PORT, CLIENT_ID = '', REDIRECT_URI = '' } = process.env
const server = createServer()
server.listen(Number(PORT), '127.0.0.1')
await new Promise((resolve) => server.once('listening', resolve))
const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const provider = new Provider(issuer, {
  jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kid: randomUUID(), use: 'sig', alg: 'RS256' }] },
  clients: [
    {
      client_id: CLIENT_ID,
      client_secret: 'drill',
      redirect_uris: [REDIRECT_URI],
      token_endpoint_auth_method: 'client_secret_post',
    },
  ],
  claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
  conformIdTokenClaims: false,
  findAccount: (_ctx, id) => ({
    accountId: id,
    claims: () => ({ sub: id, email: `${id}@people.example`, email_verified: true, name: 'Ada Lovelace' }),
  }),
  interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
})
server.on('request', async (request, response) => {
  if (!request.url?.startsWith('/interaction/')) return provider.callback()(request, response)
  const details = await provider.interactionDetails(request, response)
  const { prompt, params, session } = details
  if (prompt.name === 'login')
    return provider.interactionFinished(request, response, { login: { accountId: 'ada' } })
  const grant = new provider.Grant({
    accountId: session?.accountId ?? 'ada',
    clientId: String(params.client_id),
  })
  grant.addOIDCScope(String(params.scope))
  return provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } })
})
