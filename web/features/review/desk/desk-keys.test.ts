import { expect, it } from 'vitest'
import { deskKeys } from './desk-keys.ts'
import type { DeskLine } from './desk-lines.ts'

const LINE = { key: 'id_front' } as unknown as DeskLine

function keysOn(line: DeskLine | undefined, isCounting: boolean): string[] {
  const nothing = () => undefined
  return deskKeys({
    ...{ line, isCounting, lines: [LINE], selected: line?.key ?? 'screening', stage: null, skip: null },
    ...{ select: nothing, accept: nothing, ask: nothing, decide: nothing, undo: nothing, next: null },
    ...{ openDrawer: nothing, second: null, toggleOwnership: null },
  }).map(({ key }) => key)
}

it('lists the keys of a verdict on a line, and none of them on the line of the screening', () => {
  expect(keysOn(LINE, false)).toEqual(expect.arrayContaining(['a', 'r', 'x', '1', '2']))
  const screening = keysOn(undefined, true)
  for (const key of ['a', 'r', 'x', '1', '2']) expect(screening).not.toContain(key)
  expect(screening).toEqual(expect.arrayContaining(['j', 'k', 'h']))
})
