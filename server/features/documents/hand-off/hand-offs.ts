import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import type { DocType, DocumentSlot } from '#contract/documents/documents.ts'
import {
  CODE_LENGTH,
  CODE_LETTERS,
  HAND_OFF_MINUTES,
  type HandOff,
  type HandOffOver,
  type HandOffState,
} from '#contract/documents/hand-offs.ts'
import { photosToTake } from '#domain/documents/photos-to-take.ts'
import { londonDate } from '#domain/plain-date.ts'
import type { Caller } from '#server/model/access/caller.ts'
import { hashToken } from '#server/model/access/session-store.ts'
import { recordEvent } from '#server/model/audit/record-event.ts'
import { answeredFile, currentDocuments } from '#server/model/cases/documents.ts'
import { lockUser } from '#server/model/people/user-type.ts'
import { type HandOffRow, handOffs } from '#server/model/schema/documents.ts'
import { users } from '#server/model/schema/users.ts'
import type { Db } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { Origin } from '#server/platform/http/request-context.ts'
import type { Services } from '#server/services.ts'
import { judgedNow, presentHandOff, stateOf } from './present-hand-off.ts'

type Parts = Pick<Services, 'database' | 'config' | 'now'>

/**
 * Starts a hand-off, which ends with the caller's session, and ends their former one. Returns its token and its short
 * code, of which only hashes are stored.
 */
export async function startHandOff(
  { database, ...parts }: Parts,
  { userId, tokenHash: sessionHash }: Pick<Caller, 'userId' | 'tokenHash'>,
  asked: { slots: DocumentSlot[]; again?: DocumentSlot | undefined; docType?: DocType | undefined },
  origin: Origin,
): Promise<{ handOff: HandOff; token: string; code: string }> {
  const when = judgedNow(parts)
  const { at } = when
  const token = randomBytes(32).toString('base64url')
  const code = Array.from({ length: CODE_LENGTH }, () => CODE_LETTERS[randomInt(CODE_LETTERS.length)]).join(
    '',
  )
  const row = await database.transaction(async (tx) => {
    await lockUser(tx, userId)
    const docType = asked.docType ?? null
    const files = (await currentDocuments(tx, userId, 'consumer')).map(answeredFile)
    const open = await tx
      .select({ id: handOffs.id })
      .from(handOffs)
      .where(and(eq(handOffs.userId, userId), isNull(handOffs.endedAt)))
    for (const { id } of open) await endRow(tx, id, { by: 'new-code', at, origin })
    const [row] = await tx
      .insert(handOffs)
      .values({
        id: randomUUID(),
        userId,
        tokenHash: hashToken(token),
        codeHash: hashToken(code),
        sessionHash,
        slots: photosToTake(asked.slots, asked.again ?? null, { docType, files, today: londonDate(at) }),
        docType,
        createdAt: at,
        expiresAt: inMinutes(at),
      })
      .returning()
    if (!row) throw new Error('An insert answers with its row')
    await recordEvent(tx, {
      ...about(row, userId),
      at,
      type: 'hand_off.started',
      after: { slots: row.slots },
      origin,
    })
    return row
  })
  return { handOff: await presentHandOff(database.db, row, when), token, code }
}

/** Returns one of the caller's hand-offs. Throws NOT_FOUND for others' and missing ones alike. */
export async function findHandOff(parts: Parts, userId: number, id: string): Promise<HandOff> {
  const { db } = parts.database
  return presentHandOff(db, await ownRow(db, userId, id), judgedNow(parts))
}

/** Ends one of the caller's hand-offs. Idempotent. Throws NOT_FOUND for others' and missing ones alike. */
export async function endHandOff(
  { database, ...parts }: Parts,
  userId: number,
  id: string,
  origin: Origin,
): Promise<HandOff> {
  const when = judgedNow(parts)
  return database.transaction(async (tx) => {
    await ownRow(tx, userId, id)
    const row = await endRow(tx, id, { by: 'computer', at: when.at, origin })
    return presentHandOff(tx, row ?? (await ownRow(tx, userId, id)), when)
  })
}

/** Returns a hand-off's link. The token is in the fragment, which browsers send to no server and no log contains. */
export function linkPath(token: string): `/${string}` {
  return `/p#${token}`
}

/** What opens a hand-off: its link's token, or its short code. */
export type HandOffKey = { token: string } | { code: string }

/**
 * Opens a hand-off on a phone, once, by its link or short code; returns the token that identifies the phone. `known` is
 * the phone's earlier token: opening a link again on the phone it connected changes nothing. Any other attempt is
 * recorded, for the person if there is one. Throws NOT_FOUND for an unknown key, and INVALID_STATE. Keys are looked up
 * by their hash, so the time taken reveals nothing.
 */
export async function openHandOff(
  { database, ...parts }: Parts,
  key: HandOffKey,
  { known, origin }: { known: string | undefined; origin: Origin },
): Promise<{ row: HandOffRow; phoneToken: string }> {
  const when = judgedNow(parts)
  const { at } = when
  const by = 'token' in key ? 'link' : 'code'
  const phoneToken = randomBytes(32).toString('base64url')
  // A refused attempt must be recorded, so it is refused after the transaction and not inside it.
  const opened = await database.transaction(async (tx) => {
    const [found] = await tx
      .select()
      .from(handOffs)
      .where(
        'token' in key
          ? eq(handOffs.tokenHash, hashToken(key.token))
          : eq(handOffs.codeHash, hashToken(key.code)),
      )
      .for('update')
    if (!found) {
      const refused = { type: 'hand_off.refused', after: { state: 'unknown', by } } as const
      await recordEvent(tx, { ...refused, at, actor: { kind: 'system' }, origin })
      return undefined
    }
    const state = await stateOf(tx, found, when)
    if (state === 'connected' && known && found.phoneHash === hashToken(known))
      return { state, row: found, phoneToken: known }
    const event = { ...about(found, found.userId), at, origin }
    if (state !== 'waiting') {
      await recordEvent(tx, { ...event, type: 'hand_off.refused', after: { state } })
      return { state, phoneToken }
    }
    const [row] = await tx
      .update(handOffs)
      .set({ openedAt: at, phoneHash: hashToken(phoneToken), expiresAt: inMinutes(at) })
      .where(eq(handOffs.id, found.id))
      .returning()
    await recordEvent(tx, { ...event, type: 'hand_off.opened' })
    return { state, row, phoneToken }
  })
  if (!opened) throw new AppError('NOT_FOUND', MISSING[by])
  if (!opened.row) throw new AppError('INVALID_STATE', refusalOf(opened.state, by))
  return { row: opened.row, phoneToken: opened.phoneToken }
}

const MISSING = {
  link: 'This link isn’t complete, or it isn’t one of ours.',
  code: 'We don’t know this code. Check it on your computer, and type it again.',
}

/** Why a hand-off that isn't waiting for a phone can't be opened. */
export function refusalOf(state: HandOffState, by: 'link' | 'code'): string {
  const refusals: Readonly<Record<HandOffState, string>> = {
    waiting: `This ${by} can’t be used.`,
    connected: `This ${by} was used before, and it works once. Make a new one on your computer.`,
    ended: `This ${by} was ended. Make a new one on your computer.`,
    expired: `This ${by} worked for ${HAND_OFF_MINUTES} minutes. Make a new one on your computer.`,
  }
  return refusals[state]
}

/**
 * Returns the hand-off that a phone is connected to; undefined if it isn't connected any more, or its person's account
 * is suspended or closed.
 */
export async function connectedHandOff(
  parts: Parts,
  phoneToken: string | undefined,
): Promise<HandOffRow | undefined> {
  if (!phoneToken) return undefined
  const { db } = parts.database
  const [found] = await db
    .select({ row: handOffs })
    .from(handOffs)
    .innerJoin(users, eq(users.id, handOffs.userId))
    .where(
      and(eq(handOffs.phoneHash, hashToken(phoneToken)), isNull(users.suspendedAt), isNull(users.disabledAt)),
    )
  if (!found) return undefined
  return (await stateOf(db, found.row, judgedNow(parts))) === 'connected' ? found.row : undefined
}

/** Why a phone's connection is over; null if it was never connected, or its person's account is suspended or closed. */
export async function whyOver(parts: Parts, phoneToken: string | undefined): Promise<HandOffOver | null> {
  if (!phoneToken) return null
  const { db } = parts.database
  const [row] = await db
    .select()
    .from(handOffs)
    .where(eq(handOffs.phoneHash, hashToken(phoneToken)))
  const state = row && (await stateOf(db, row, judgedNow(parts)))
  if (state === 'ended') return row?.endedAt ? state : 'signed_out'
  return state === 'expired' ? state : null
}

/** Ends it from the phone; idempotent. */
export async function endFromPhone({ database, now }: Parts, id: string, origin: Origin): Promise<void> {
  await database.transaction((tx) => endRow(tx, id, { by: 'phone', at: now(), origin }))
}

async function endRow(
  tx: Db,
  id: string,
  { by, at, origin }: { by: 'computer' | 'phone' | 'new-code'; at: Date; origin: Origin },
): Promise<HandOffRow | undefined> {
  const [row] = await tx
    .update(handOffs)
    .set({ endedAt: at })
    .where(and(eq(handOffs.id, id), isNull(handOffs.endedAt)))
    .returning()
  if (row)
    await recordEvent(tx, { ...about(row, row.userId), at, type: 'hand_off.ended', after: { by }, origin })
  return row
}

/** Returns one of someone's hand-offs. Throws NOT_FOUND for others' and missing ones alike. */
export async function ownRow(db: Db, userId: number, id: string, lock?: 'locked'): Promise<HandOffRow> {
  const query = db
    .select()
    .from(handOffs)
    .where(and(eq(handOffs.id, id), eq(handOffs.userId, userId)))
  const [row] = await (lock ? query.for('update') : query)
  if (!row) throw new AppError('NOT_FOUND', 'There is no such link.')
  return row
}

/** What its events have in common. */
export function about({ id }: HandOffRow, userId: number) {
  return { actor: { kind: 'user', id: userId }, userId, subject: `hand_off:${id}` } as const
}

function inMinutes(at: Date): Date {
  return new Date(at.getTime() + HAND_OFF_MINUTES * 60_000)
}
