import { randomBytes } from 'node:crypto'
import { FieldCipher } from '#server/platform/fields/field-cipher.ts'

/** Wraps the keys of documents and encrypts fields in the tests of one file. */
export const TEST_MASTER_KEY = { id: 'test', key: randomBytes(32) }

/** Encrypts the fields of rows with that key. */
export const TEST_FIELDS = new FieldCipher([TEST_MASTER_KEY], randomBytes)
