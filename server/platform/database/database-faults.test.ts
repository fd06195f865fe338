import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { databaseFault } from './database-faults.ts'

const coded = (code: string) => Object.assign(new Error('words of a driver'), { code })

describe('R61 what an error says about the database', () => {
  test.each([
    ['25006', 'read-only'],
    ['53100', 'the disk is full'],
    ['53200', 'out of memory'],
    ['53300', 'too many connections'],
    ['57P01', 'stopped by an administrator'],
    ['57P02', 'crashed'],
    ['57P03', 'starting'],
    ['57P05', 'idle for too long'],
    ['58030', 'its disk fails'],
    ['08006', 'the connection broke'],
    ['28P01', 'the password is refused'],
    ['3D000', 'the database is not there'],
    ['ECONNREFUSED', 'refused'],
    ['ECONNRESET', 'reset'],
    ['EPIPE', 'closed'],
    ['ETIMEDOUT', 'silent'],
    ['ENOTFOUND', 'without an address'],
    ['EAI_AGAIN', 'without a name server'],
    ['EHOSTUNREACH', 'out of reach'],
    ['ENETUNREACH', 'without a network'],
  ])('%s (%s) is an outage, also as the cause of another error', (code) => {
    expect(databaseFault(coded(code))).toBe('away')
    expect(databaseFault(new Error('Failed query', { cause: coded(code) }))).toBe('away')
  })

  test.each([
    'timeout exceeded when trying to connect',
    'Connection terminated unexpectedly',
    'Client has encountered a connection error and is not queryable',
    'Query read timeout',
  ])('so is “%s”, which has no code', (words) => {
    expect(databaseFault(new Error(words))).toBe('away')
  })

  test('57014 only stopped this statement', () => {
    expect(databaseFault(coded('57014'))).toBe('cancelled')
  })

  test.each(['23505', '42P01', '22P02', '40001', '25001', 'ENOENT'])('%s is about the query', (code) => {
    expect(databaseFault(coded(code))).toBeUndefined()
    expect(databaseFault(new pg.DatabaseError('x', 1, 'error'))).toBeUndefined()
  })
})
