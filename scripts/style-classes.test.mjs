import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './root.mjs'
import { classesOf, classesUsedIn, definedClasses, knownToTailwind, usedClasses } from './style-classes.mjs'

/** What the stylesheets still define. A component owns its look by utilities: this list only becomes shorter. */
const LISTED = readFileSync(join(root, 'scripts/style-classes.txt'), 'utf8').split('\n').filter(Boolean)
/** In the page before React is, and known by its own stylesheet in `web/public`. */
const ELSEWHERE = ['maintenance']

test('stylesheets define no class that is not listed, and the list names no other', () => {
  expect(definedClasses().sort()).toEqual([...LISTED].sort())
})

test('each class that is used has a look, by Tailwind or by a listed class', async () => {
  const used = usedClasses()
  const known = await knownToTailwind([...used.keys()])
  const listed = new Set(LISTED.map((entry) => entry.split(': ')[1]))
  const lost = [...used]
    .filter(([name]) => !known.has(name) && !listed.has(name) && !ELSEWHERE.includes(name))
    .map(([name, files]) => `${name} in ${files.join(', ')}`)
  expect(used.size).toBeGreaterThan(400)
  expect(lost).toEqual([])
})

test('classes are found where they are put together, and what they are chosen by is none', () => {
  const source = `
    const LOOK = { wide: 'w-full', narrow: 'w-10' } as const
    const cellClass = 'p-4'
    const a = <p className={classNames('a', size === 'big' && 'b', LOOK[width])} title="none" />
    const b = <Field fieldClassName={isOpen ? 'c d' : undefined} className={\`e f-\${kind} g\`} />
    const c = <Link className={buttonClass('primary', 'lg', false, 'mt-2')} />`
  expect(classesUsedIn(source).sort()).toEqual([
    'a',
    'b',
    'c',
    'd',
    'e',
    'g',
    'mt-2',
    'p-4',
    'w-10',
    'w-full',
  ])
})

test('classes of a stylesheet are read as HTML writes them', () => {
  const css =
    '.a > .b:has(> .c) { opacity: .5 } @media (max-width: 9.5px) { .max-rail\\:p-\\(--x\\), .\\32 xl { x: "{.no" } }'
  expect(classesOf(css).sort()).toEqual(['2xl', 'a', 'b', 'c', 'max-rail:p-(--x)'])
})
