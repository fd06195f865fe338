import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import type { Leaf, OwnLine } from '#contract/verification/leaf.ts'
import { renderRouted } from '#web/lib/testing.ts'
import { LeafCard } from './leaf-card.tsx'

const STORED_FOR = 'Stored for five years.'
const LINE: OwnLine = {
  key: 'settlement',
  label: 'Settlement',
  state: 'with_us',
  badge: { label: 'With us', family: 'blue', icon: 'clock' },
  detail: 'Verra',
  given: 'Verra',
  leftBlank: null,
  checked: null,
  reasons: [],
  change: { text: 'Sent.', action: null, href: null },
  mistakeHref: null,
}

/** Opens the line in a leaf that has only this one. */
async function openLine(line: Partial<OwnLine>) {
  const leaf: Leaf = {
    kind: 'business',
    reference: 'VC-7',
    saved: null,
    lines: [{ ...LINE, ...line }],
    count: { figure: 1, words: 'with us' },
    summary: '1 item with us',
    storedFor: STORED_FOR,
  }
  renderRouted(() => <LeafCard leaf={leaf} isFirstSight={false} />)
  await userEvent.click(await screen.findByRole('button', { name: /Settlement/ }))
  return (await screen.findByRole('dialog', { name: 'Settlement' })).textContent
}

it.each<[string, Partial<OwnLine>, boolean, string, boolean]>([
  ['what was given', {}, true, 'You gaveVerra', true],
  ['that it was left blank', { given: null, leftBlank: 'Left blank' }, true, 'You gaveLeft blank', false],
  ['nothing of it while it is to do', { given: null, state: 'to_do' }, false, 'You gave', false],
])(
  'an opened line says %s, and how long it is stored if anything is',
  async (_, line, says, words, isStored) => {
    const text = await openLine(line)
    expect([text?.includes(words), text?.includes(STORED_FOR)]).toEqual([says, isStored])
  },
)
