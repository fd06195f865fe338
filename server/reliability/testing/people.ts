import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { CONSUMER_SLOTS } from '#contract/documents/documents.ts'
import { hashToken } from '#server/model/access/session-store.ts'
import type { Database } from '#server/platform/database/database.ts'

/** Someone with a session, written directly to the database. */
export interface Person {
  id: number
  email: string
  cookie: string
}

interface Wish {
  count: number
  /** Includes everything that a submission requires. */
  prepared?: boolean
  role?: 'admin' | 'superAdmin'
}

/** Writes signed-in people. Their documents have rows but no files: enough to submit, not to look at. */
export function seedPeople(database: Database, { count, prepared = false, role }: Wish): Promise<Person[]> {
  return database.transaction(async ({ $client: tx }) => {
    const people: Person[] = []
    for (let i = 0; i < count; i++) {
      const name = `person-${randomBytes(6).toString('hex')}`
      const email = `${name}@${role ? 'verdaccord' : 'people'}.example`
      const { rows } = await tx.query<{ id: string }>(
        `insert into users (issuer, auth0_id, auth0_email, email_verified, email, email_confirmed_at, name, is_admin, is_super_admin)
         values ('http://127.0.0.1:9/', $1, $2, true, $2, now(), 'Ada Lovelace', $3, $4) returning id`,
        [`test|${name}`, email, role !== undefined, role === 'superAdmin'],
      )
      const id = Number(rows[0]?.id)
      const token = randomBytes(32).toString('base64url')
      await tx.query(
        `insert into sessions (token_hash, user_id, auth_time, created_at, last_seen_at, expires_at)
         values ($1, $2, now(), now(), now(), now() + interval '8 hours')`,
        [hashToken(token), id],
      )
      if (prepared) {
        await tx.query(
          `insert into certifications (user_id, certification_type, certification_name, text_version, certification_text, text_sha256, acknowledged_at)
           values ($1, 'risk_disclosure', 'main_risk_disclosure', '1', 'text', 'hash', now())`,
          [id],
        )
        for (const slot of CONSUMER_SLOTS) {
          const sha256 = createHash('sha256').update(`${id}:${slot}`).digest('hex')
          await tx.query(
            `insert into documents (id, user_id, slot, file_name, mime, bytes, sha256, storage_key, wrapped_key, key_id, created_at)
             values ($1, $2, $3, 'scan.jpg', 'image/jpeg', 1000, $4, $5, 'none', 'none', now())`,
            [randomUUID(), id, slot, sha256, randomBytes(20).toString('hex')],
          )
        }
      }
      people.push({ id, email, cookie: `session=${token}` })
    }
    return people
  })
}
