import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { Db } from '#server/platform/database/database.ts'
import { type Account, findAccountById } from './accounts.ts'
import { type ChallengeOwner, challengeFor, takeChallenge } from './challenges.ts'
import type { MethodParts } from './deps.ts'
import {
  deletePasskey,
  insertPasskeyRow,
  selectCredentialIds,
  selectPasskeys,
  selectStoredPasskey,
  selectTransports,
  updateCounter,
  updatePasskeyName,
} from './sign-in-methods.sql.ts'

/** EdDSA, ES256 and RS256; every current device supports one of them. */
const ALGORITHMS = [-8, -7, -257]
const TIMEOUT_MS = 300_000

/** A passkey as its owner sees it. */
export interface Passkey {
  id: number
  name: string
  createdAt: Date
  lastUsedAt: Date | null
}

interface StoredPasskey {
  id: number
  accountId: number
  credentialId: string
  publicKey: string
  counter: number
  transports: string
}

/** An account's passkeys, oldest first. */
export async function listPasskeys(db: Db, accountId: number): Promise<Passkey[]> {
  const { rows } = await selectPasskeys(db, [accountId])
  return rows
}

/** What the browser needs to create a passkey: a discoverable one with user verification. */
export async function creationOptions(parts: MethodParts, account: Account, owner: ChallengeOwner) {
  const { database, publicUrl, company, now } = parts
  const { generateRegistrationOptions } = await import('@simplewebauthn/server')
  const challenge = await challengeFor(database.db, owner, account, now())
  const { rows } = await selectCredentialIds(database.pool, [account.id])
  return generateRegistrationOptions({
    rpName: company.name,
    rpID: new URL(publicUrl).hostname,
    userID: new Uint8Array(Buffer.from(account.sub)),
    userName: account.email,
    userDisplayName: account.name ?? account.email,
    challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
    timeout: TIMEOUT_MS,
    attestationType: 'none',
    excludeCredentials: rows.map(({ credentialId }) => ({ id: credentialId })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
  })
}

/** A passkey proven by the browser that created it, but not stored yet. */
export type NewPasskey = Pick<StoredPasskey, 'credentialId' | 'publicKey' | 'counter' | 'transports'>

/** Verifies a passkey that a browser created for an account; undefined if it proves nothing. */
export async function checkNewPasskey(
  parts: MethodParts,
  account: Account,
  owner: ChallengeOwner,
  response: unknown,
): Promise<NewPasskey | undefined> {
  const { publicUrl } = parts
  const asked = await takeChallenge(parts.database.db, owner, parts.now())
  if (!asked || asked.accountId !== account.id) return undefined
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      // The library checks each part that it reads, and throws.
      response: response as RegistrationResponseJSON,
      expectedChallenge: asked.challenge,
      expectedOrigin: new URL(publicUrl).origin,
      expectedRPID: new URL(publicUrl).hostname,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    if (!verified) return undefined
    const { id, publicKey, counter, transports } = registrationInfo.credential
    return {
      credentialId: id,
      publicKey: Buffer.from(publicKey).toString('base64url'),
      counter,
      transports: (transports ?? []).join(','),
    }
  } catch {
    return undefined
  }
}

/** Stores a passkey; false if an account has it already. */
export async function insertPasskey(
  tx: Db,
  accountId: number,
  passkey: NewPasskey & { name: string },
  now: Date,
): Promise<boolean> {
  const { credentialId, publicKey, counter, transports, name } = passkey
  const { rowCount } = await insertPasskeyRow(tx, [
    accountId,
    credentialId,
    publicKey,
    counter,
    transports,
    name,
    now,
  ])
  return rowCount === 1
}

/** Renames a passkey of an account; false if it has none with this id. */
export async function renamePasskey(tx: Db, accountId: number, id: number, name: string): Promise<boolean> {
  const { rowCount } = await updatePasskeyName(tx, [accountId, id, name])
  return rowCount === 1
}

/** Removes a passkey of an account; returns its name, or undefined if the account has none with this id. */
export async function removePasskey(tx: Db, accountId: number, id: number): Promise<string | undefined> {
  const { rows } = await deletePasskey(tx, [accountId, id])
  return rows[0]?.name
}

/**
 * What a page passes to the browser so that it asks for a passkey; any account's, unless one is named. Built
 * here because the library takes half a second to load and most people who open the page have no passkey.
 */
export async function requestOptions(
  { database, publicUrl, now }: MethodParts,
  owner: ChallengeOwner,
  account: Account | null,
): Promise<string> {
  const challenge = await challengeFor(database.db, owner, account, now())
  const allowed = await selectTransports(database.pool, [account?.id ?? null])
  return JSON.stringify({
    challenge,
    rpId: new URL(publicUrl).hostname,
    timeout: TIMEOUT_MS,
    userVerification: 'required',
    allowCredentials: allowed.rows.map(({ credentialId, transports }) => ({
      id: credentialId,
      type: 'public-key',
      ...(transports && { transports: transports.split(',') }),
    })),
  })
}

/**
 * The account that a passkey signs in to; each challenge works once. Undefined if the answer proves nothing.
 * The device must have verified its user by fingerprint, face or PIN.
 */
export async function accountOfPasskey(
  { database, publicUrl, now }: MethodParts,
  owner: ChallengeOwner,
  answer: string,
): Promise<Account | undefined> {
  const asked = await takeChallenge(database.db, owner, now())
  const response = parsed(answer)
  if (!asked || !response) return undefined
  const { rows } = await selectStoredPasskey(database.pool, [response.id])
  const [passkey] = rows
  if (!passkey || (asked.accountId !== null && asked.accountId !== passkey.accountId)) return undefined
  const account = await findAccountById(database.db, passkey.accountId)
  const holder = response.response?.userHandle
  if (!account || (holder && Buffer.from(holder, 'base64url').toString() !== account.sub)) return undefined
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: asked.challenge,
      expectedOrigin: new URL(publicUrl).origin,
      expectedRPID: new URL(publicUrl).hostname,
      requireUserVerification: true,
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
        counter: passkey.counter,
      },
    })
    if (!verified) return undefined
    const used = await updateCounter(database.pool, [passkey.id, authenticationInfo.newCounter, now()])
    return used.rowCount === 1 ? account : undefined
  } catch {
    return undefined
  }
}

/** Only checks that it is an answer with a text as its id; the library checks the parts. */
function parsed(answer: string): AuthenticationResponseJSON | undefined {
  try {
    const value: unknown = JSON.parse(answer)
    const isAnswer =
      typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string'
    return isAnswer ? (value as AuthenticationResponseJSON) : undefined
  } catch {
    return undefined
  }
}
