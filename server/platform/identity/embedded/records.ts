import { type Adapter, type AdapterPayload, errors } from 'oidc-provider'
import type { Database } from '#server/platform/database/database.ts'

interface Row {
  payload: AdapterPayload
  consumedAt: Date | null
}

/** The store of oidc-provider's grants, codes and interactions for one model, on the product's database. */
export function recordsOf(database: Database, model: string, now: () => Date): Adapter {
  const { pool } = database

  async function findBy(column: 'id' | 'uid' | 'user_code', value: string) {
    const { rows } = await pool.query<Row>(
      `select payload, consumed_at as "consumedAt" from idp_records
       where model = $1 and ${column} = $2 and (expires_at is null or expires_at > $3)`,
      [model, value, now()],
    )
    const [row] = rows
    if (!row) return undefined
    return row.consumedAt
      ? { ...row.payload, consumed: Math.floor(row.consumedAt.getTime() / 1000) }
      : row.payload
  }

  return {
    find: (id) => findBy('id', id),
    findByUid: (uid) => findBy('uid', uid),
    findByUserCode: (userCode) => findBy('user_code', userCode),
    async upsert(id, payload, expiresIn) {
      const expiresAt = expiresIn ? new Date(now().getTime() + expiresIn * 1000) : null
      await pool.query(
        `insert into idp_records (model, id, payload, grant_id, user_code, uid, expires_at)
         values ($1, $2, $3, $4, $5, $6, $7)
         on conflict (model, id) do update set payload = excluded.payload, grant_id = excluded.grant_id,
           user_code = excluded.user_code, uid = excluded.uid, expires_at = excluded.expires_at`,
        [
          model,
          id,
          JSON.stringify(payload),
          payload.grantId ?? null,
          payload.userCode ?? null,
          payload.uid ?? null,
          expiresAt,
        ],
      )
    },
    async consume(id) {
      const { rowCount } = await pool.query(
        'update idp_records set consumed_at = $3 where model = $1 and id = $2 and consumed_at is null',
        [model, id, now()],
      )
      // The library looks before it consumes; of two exchanges at once only the one that changed the row continues.
      if (!rowCount) throw new errors.InvalidGrant('already consumed')
    },
    async destroy(id) {
      await pool.query('delete from idp_records where model = $1 and id = $2', [model, id])
    },
    async revokeByGrantId(grantId) {
      await pool.query('delete from idp_records where grant_id = $1', [grantId])
    },
  }
}
