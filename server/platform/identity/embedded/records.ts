import { createHash } from 'node:crypto'
import { type Adapter, errors } from 'oidc-provider'
import type { Database } from '#server/platform/database/database.ts'
import { isSealing } from '#server/platform/database/installation.ts'
import {
  consumeRecord,
  deleteRecord,
  deleteRecordsOfGrant,
  selectRecord,
  upsertRecord,
} from './accounts.sql.ts'

/** What opens something for anyone who presents it. Sessions and interactions open by a signed cookie alone. */
const BEARERS: Readonly<Record<string, true>> = { AuthorizationCode: true, AccessToken: true }

/** The store of oidc-provider's grants, codes and interactions for one model, on the product's database. Codes and tokens are kept by their hash. */
export function recordsOf(database: Database, model: string, now: () => Date): Adapter {
  const { pool } = database
  const isBearer = BEARERS[model] === true
  /** As what a record may be kept: the former release keeps a code or token as it is. */
  const idsOf = (id: string) => (isBearer ? [hashOf(id), id] : [id])

  async function findBy(column: keyof typeof selectRecord, values: readonly string[]) {
    const { rows } = await selectRecord[column](pool, [model, values, now()])
    const [row] = rows
    if (!row) return undefined
    return row.consumedAt
      ? { ...row.payload, consumed: Math.floor(row.consumedAt.getTime() / 1000) }
      : row.payload
  }

  return {
    async find(id) {
      const payload = await findBy('id', idsOf(id))
      return payload && { ...payload, jti: id }
    },
    findByUid: (uid) => findBy('uid', [uid]),
    findByUserCode: (userCode) => findBy('user_code', [userCode]),
    async upsert(id, payload, expiresIn) {
      const expiresAt = expiresIn ? new Date(now().getTime() + expiresIn * 1000) : null
      const isHashed = isBearer && (await isSealing(database.db))
      const { jti: _, ...rest } = payload
      await upsertRecord(pool, [
        model,
        isHashed ? hashOf(id) : id,
        JSON.stringify(isHashed ? rest : payload),
        payload.grantId ?? null,
        payload.userCode ?? null,
        payload.uid ?? null,
        expiresAt,
      ])
    },
    async consume(id) {
      const { rowCount } = await consumeRecord(pool, [model, idsOf(id), now()])
      // The library looks before it consumes; of two exchanges at once only the one that changed the row continues.
      if (!rowCount) throw new errors.InvalidGrant('already consumed')
    },
    async destroy(id) {
      await deleteRecord(pool, [model, idsOf(id)])
    },
    async revokeByGrantId(grantId) {
      await deleteRecordsOfGrant(pool, [grantId])
    },
  }
}

function hashOf(id: string): string {
  return createHash('sha256').update(id).digest('base64url')
}
