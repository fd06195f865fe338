import { eq, sql } from 'drizzle-orm'
import { USER_TYPE_SELECTION } from '#contract/certifications.ts'
import type { Db } from '#server/platform/database/database.ts'
import { applicants } from '#server/platform/database/schema/applicants.ts'
import { cases } from '#server/platform/database/schema/cases.ts'
import { certifications } from '#server/platform/database/schema/certifications.ts'
import { documents } from '#server/platform/database/schema/documents.ts'
import { users } from '#server/platform/database/schema/users.ts'
import { SEALED_TABLES } from '#server/platform/fields/sealed-columns.ts'
import { DamagedFileError } from '#server/platform/files/envelope.ts'
import type { FileVault } from '#server/platform/files/file-vault.ts'
import { lockCase, type StoredCase, transferCase } from '#server/records/cases/cases.ts'
import { documentBinding } from '#server/records/documents/document-proof.ts'

/** What a person's application consists of beside its cases; each row names its person in `user_id`. */
export const APPLICATION_TABLES = [
  'kyc_profiles',
  'business_profiles',
  'documents',
  'certifications',
  'drafts',
] as const

export interface MovedCase {
  before: StoredCase
  after: StoredCase
}

/**
 * Makes everything of a provisional user a person's own and removes the provisional user; returns the cases, whose promise
 * counts from `at`. The application is locked, and the person has started nothing of its kinds themselves. Of two
 * acceptances of one text the older is superseded; nothing of the consent ledger is lost.
 */
export async function moveApplication(
  tx: Db,
  files: Pick<FileVault, 'rebind'>,
  from: number,
  to: number,
  at: Date,
): Promise<MovedCase[]> {
  await supersedeOlder(tx, from, to, at)
  await mergePerson(tx, from, to, at)
  await makeRoomForDrafts(tx, from, to)
  const moved: MovedCase[] = []
  const kinds = await tx.select({ kind: cases.kind }).from(cases).where(eq(cases.userId, from))
  for (const { kind } of kinds) {
    const before = await lockCase(tx, from, kind === 'business' ? 'business' : 'consumer')
    if (before) moved.push({ before, after: await transferCase(tx, before, to, at) })
  }
  await rebindDocuments(tx, files, from, to)
  await rebindValues(tx, from, to)
  for (const table of APPLICATION_TABLES)
    await tx.execute(sql`update ${sql.identifier(table)} set user_id = ${to} where user_id = ${from}`)
  await tx.delete(applicants).where(eq(applicants.userId, from))
  await tx.delete(users).where(eq(users.id, from))
  return moved
}

/** Makes the keys of documents the person's. One that was no key of the visitor's is none of the person's: it stays refused. */
async function rebindDocuments(
  tx: Db,
  files: Pick<FileVault, 'rebind'>,
  from: number,
  to: number,
): Promise<void> {
  const rows = await tx.select().from(documents).where(eq(documents.userId, from)).for('update')
  for (const row of rows) {
    try {
      const wrapped = files.rebind(row, documentBinding(row), documentBinding({ ...row, userId: to }))
      await tx
        .update(documents)
        .set({ wrappedKey: wrapped.wrappedKey, keyId: wrapped.keyId })
        .where(eq(documents.id, row.id))
    } catch (error) {
      if (!(error instanceof DamagedFileError)) throw error
    }
  }
}

/** Encrypts what names its owner for the person. A value that was not the visitor's own is none of the person's either. */
async function rebindValues({ $client, $fields }: Db, from: number, to: number): Promise<void> {
  for (const { table, name, values } of SEALED_TABLES.filter(({ isPersonal }) => isPersonal)) {
    const columns = values.map(({ column, read }) => `'${column}', ${read}`).join(', ')
    const { rows } = await $client.query<{ was: string; is: string; kept: Record<string, string | null> }>(
      `select ${name('t.user_id')} as was, ${name('$2::bigint')} as is, jsonb_build_object(${columns}) as kept
       from ${table} t where t.user_id = $1 for update`,
      [from, to],
    )
    for (const { was, is, kept } of rows)
      for (const { column, write } of values) {
        const value = kept[column]
        if (!value || !$fields.opensAt(value, [table, column, was])) continue
        const sealed = $fields.seal($fields.open(value, [table, column, was]), [table, column, is])
        await $client.query(`update ${table} t set ${write('$1::text')} where ${name('t.user_id')} = $2`, [
          sealed,
          was,
        ])
      }
  }
}

/** Where both have accepted one text, the newer acceptance stays in force. */
async function supersedeOlder(tx: Db, from: number, to: number, at: Date): Promise<void> {
  await tx.execute(sql`
    update certifications older set superseded_at = ${at} from certifications newer
    where older.superseded_at is null and newer.superseded_at is null
      and older.certification_name = newer.certification_name
      and (older.user_id, newer.user_id) in ((${from}, ${to}), (${to}, ${from}))
      and (older.acknowledged_at, older.id) < (newer.acknowledged_at, newer.id)`)
}

/**
 * Name and company fill empty ones; the choice of user type comes along where it is the one in force and another than the
 * person's own, whose flags may rest on a certification; what was closed stays closed.
 */
async function mergePerson(tx: Db, from: number, to: number, at: Date): Promise<void> {
  const chosen = await tx
    .select({ id: certifications.id })
    .from(certifications)
    .where(
      sql`${certifications.userId} = ${from} and ${certifications.certificationName} = ${USER_TYPE_SELECTION}
          and ${certifications.supersededAt} is null`,
    )
  await tx.execute(sql`
    update users t set
      name = coalesce(t.name, f.name), company = coalesce(t.company, f.company),
      onboarding_completed_at = coalesce(t.onboarding_completed_at, f.onboarding_completed_at),
      updated_at = ${at}
    from users f where t.id = ${to} and f.id = ${from}`)
  if (!chosen.length) return
  await tx.execute(sql`
    update users t set
      user_type = f.user_type, pending_user_type = f.pending_user_type, is_trader = f.is_trader,
      is_investor = f.is_investor, is_seller = f.is_seller, is_developer = f.is_developer, is_buyer = f.is_buyer,
      is_corporate = f.is_corporate
    from users f where t.id = ${to} and f.id = ${from}
      and coalesce(f.user_type, f.pending_user_type) is distinct from coalesce(t.user_type, t.pending_user_type)`)
}

/** A draft that tells only the step someone was on is no answer, and gives way. */
async function makeRoomForDrafts(tx: Db, from: number, to: number): Promise<void> {
  await tx.execute(sql`delete from drafts where user_id = ${from} and data - 'step' = '{}'::jsonb`)
  await tx.execute(
    sql`delete from drafts where user_id = ${to} and kind in (select kind from drafts where user_id = ${from})`,
  )
}
