import { and, eq, isNull } from 'drizzle-orm'
import { USER_TYPE_SELECTION } from '#contract/certifications/certifications.ts'
import { lockCase, type StoredCase, transferCase } from '#server/model/cases/cases.ts'
import { documentBinding } from '#server/model/documents/document-proof.ts'
import { applicants } from '#server/model/schema/applicants.ts'
import { cases } from '#server/model/schema/cases.ts'
import { certifications } from '#server/model/schema/certifications.ts'
import { documents } from '#server/model/schema/documents.ts'
import { SEALED_TABLES } from '#server/model/schema/sealed-columns.ts'
import { users } from '#server/model/schema/users.ts'
import type { Db } from '#server/platform/database/database.ts'
import { as, composed } from '#server/platform/database/statement.ts'
import { DamagedFileError } from '#server/platform/files/envelope.ts'
import type { FileVault } from '#server/platform/files/file-vault.ts'
import {
  deleteDraftsInTheWay,
  deleteEmptyDrafts,
  fillPerson,
  giveTo,
  supersedeOlder,
  takeUserType,
} from './applications.sql.ts'

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
  await supersedeOlder(tx, [from, to, at])
  await mergePerson(tx, from, to, at)
  await deleteEmptyDrafts(tx, [from])
  await deleteDraftsInTheWay(tx, [from, to])
  const moved: MovedCase[] = []
  const kinds = await tx.select({ kind: cases.kind }).from(cases).where(eq(cases.userId, from))
  for (const { kind } of kinds) {
    const before = await lockCase(tx, from, kind === 'business' ? 'business' : 'consumer')
    if (before) moved.push({ before, after: await transferCase(tx, before, to, at) })
  }
  await rebindDocuments(tx, files, from, to)
  await rebindValues(tx, from, to)
  for (const give of Object.values(giveTo)) await give(tx, [to, from])
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
async function rebindValues(tx: Db, from: number, to: number): Promise<void> {
  for (const { table, name, values } of SEALED_TABLES.filter(({ isPersonal }) => isPersonal)) {
    const columns = values.map(({ column, read }) => `'${column}', ${read}`).join(', ')
    const { rows } = await composed(tx, {
      text: `select ${name('t.user_id')} as was, ${name('$2::bigint')} as is, jsonb_build_object(${columns}) as kept
       from ${table} t where t.user_id = $1 for update`,
      values: [from, to],
      gives: { was: 'text', is: 'text', kept: as<Record<string, string | null>>('jsonb') },
    })
    for (const { was, is, kept } of rows)
      for (const { column, write } of values) {
        const value = kept[column]
        if (!value || !tx.$fields.opensAt(value, [table, column, was])) continue
        const sealed = tx.$fields.seal(tx.$fields.open(value, [table, column, was]), [table, column, is])
        await composed(tx, {
          text: `update ${table} t set ${write('$1::text')} where ${name('t.user_id')} = $2`,
          values: [sealed, was],
        })
      }
  }
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
      and(
        eq(certifications.userId, from),
        eq(certifications.certificationName, USER_TYPE_SELECTION),
        isNull(certifications.supersededAt),
      ),
    )
  await fillPerson(tx, [from, to, at])
  if (chosen.length > 0) await takeUserType(tx, [from, to])
}
