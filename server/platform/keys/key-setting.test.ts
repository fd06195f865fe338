import { describe, expect, test } from 'vitest'
import { addressOf, kmsOf } from './key-setting.ts'

const ID = '1234abcd-12ab-34cd-56ef-1234567890ab'

describe('the address of a KMS key', () => {
  test.each([
    [`kms://${ID}?region=eu-west-2`, ID],
    ['kms://alias/verdaccord?region=eu-west-2', 'alias/verdaccord'],
    [
      `kms://arn:aws:kms:eu-west-2:111122223333:key/${ID}?region=eu-west-2`,
      `arn:aws:kms:eu-west-2:111122223333:key/${ID}`,
    ],
  ])('%s names the key, and leaves the credentials to the machine', (text, keyId) => {
    const kms = kmsOf(text)
    expect(kms).toEqual({ keyId, region: 'eu-west-2', endpoint: undefined, credentials: undefined })
    expect(kms && addressOf(kms)).toBe('https://kms.eu-west-2.amazonaws.com')
  })

  test('contains credentials, and the address of a compatible service', () => {
    const kms = kmsOf(
      'kms://AKIA1:s%2Fcr%40t/+@alias/papers?region=eu-west-2&endpoint=https%3A%2F%2Fkms.example.com',
    )
    expect(kms).toEqual({
      keyId: 'alias/papers',
      region: 'eu-west-2',
      endpoint: 'https://kms.example.com',
      credentials: { accessKeyId: 'AKIA1', secretAccessKey: 's/cr@t/+' },
    })
    expect(kms && addressOf(kms)).toBe('https://kms.example.com')
  })

  test.each([
    'alias/verdaccord',
    'kms://alias/verdaccord',
    'kms://?region=eu-west-2',
    'kms://alias/a key?region=eu-west-2',
    'kms://KEY:%@alias/verdaccord?region=eu-west-2',
    'kms://alias/verdaccord?region=eu-west-2&endpoint=ftp://kms.example.com',
    's3://alias/verdaccord?region=eu-west-2',
  ])('is not %s', (text) => {
    expect(kmsOf(text)).toBeUndefined()
  })
})
