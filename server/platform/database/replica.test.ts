import { describe, expect, test } from 'vitest'
import { replicaProgress, walPosition } from './replica.ts'

test.each([
  ['0/0', 0n],
  ['0/16B3748', 0x16b3748n],
  ['1/0', 0x1_0000_0000n],
  ['FF/FFFFFFFF', 0xff_ffff_ffffn],
  ['', undefined],
  ['0/16B3748; drop', undefined],
  ['123456789/0', undefined],
])('the log position %j', (text, position) => {
  expect(walPosition(text)).toBe(position)
})

describe('whether a replica is read', () => {
  const at = (text: string) => walPosition(text)

  test('not before anything is known about it', () => {
    expect(replicaProgress().has(undefined, 0)).toBe(false)
  })

  test('if it has replayed what the reader has written, and no sooner', () => {
    const progress = replicaProgress()
    progress.note(0, at('0/100'), at('0/100'))
    expect(progress.has(undefined, 10)).toBe(true)
    expect(progress.has('0/100', 10)).toBe(true)
    expect(progress.has('0/101', 10)).toBe(false)
    progress.note(500, at('0/200'), at('0/180'))
    expect(progress.has('0/101', 510)).toBe(true)
    expect(progress.has('0/200', 510)).toBe(false)
  })

  test('never for an invalid position', () => {
    const progress = replicaProgress()
    progress.note(0, at('0/100'), at('0/100'))
    expect(progress.has('unknown', 10)).toBe(false)
  })

  test('not while it lags, even if it moves, and again once it has caught up', () => {
    const progress = replicaProgress()
    progress.note(0, at('0/100'), at('0/100'))
    // It replays a tenth of what is written.
    for (let i = 1; i <= 20; i++) progress.note(i * 500, at(`0/${100 + i * 100}`), at(`0/${100 + i * 10}`))
    expect(progress.has(undefined, 10_000)).toBe(false)
    progress.note(10_500, at('0/2200'), at('0/2200'))
    expect(progress.has(undefined, 10_500)).toBe(true)
  })

  test('even if it is always a moment behind', () => {
    const progress = replicaProgress()
    for (let i = 0; i <= 40; i++) progress.note(i * 500, at(`0/${100 + i}`), at(`0/${99 + i}`))
    expect(progress.has(undefined, 20_100)).toBe(true)
  })

  test('not while it is down, nor once it has become the primary', () => {
    const progress = replicaProgress()
    progress.note(0, at('0/100'), at('0/100'))
    progress.lose()
    expect(progress.has(undefined, 10)).toBe(false)
    progress.note(500, at('0/100'), at('0/100'))
    expect(progress.has(undefined, 510)).toBe(true)
    progress.note(1000, at('0/100'), undefined)
    expect(progress.has(undefined, 1010)).toBe(false)
  })
})
