import { expect, it } from 'vitest'
import { asAddress, readText } from './read-text.ts'

it.each([
  ['12 HIGH STREET, LEEDS, LS1 4AB', '12 High Street, Leeds, LS1 4AB'],
  ['FLAT 3B\n12A THE GROVE\nSTOKE-ON-TRENT ST4 2QQ', 'Flat 3B\n12A The Grove\nStoke-on-Trent ST4 2QQ'],
  ['1ST FLOOR, 5 O’CONNELL STREET', '1st Floor, 5 O’Connell Street'],
  ["ST. JOHN'S ROAD, NEWCASTLE UPON TYNE", "St. John's Road, Newcastle upon Tyne"],
  ['PO BOX 12, ISLE OF MAN', 'PO Box 12, Isle of Man'],
  ['14 Larkfield Road, BRISTOL, BS99 1AA', '14 Larkfield Road, Bristol, BS99 1AA'],
  ['14 Larkfield Road, Bristol', '14 Larkfield Road, Bristol'],
  ['', ''],
])('writes %s as people do', (read, written) => expect(asAddress(read)).toBe(written))

it('offers an address that was read in capitals as people write it', () => {
  expect(readText({ field: 'address', value: '12 HIGH STREET, LEEDS' })).toBe('12 High Street, Leeds')
})
