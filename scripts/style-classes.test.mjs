import { expect, test } from 'vitest'
import { classesOf, classesUsedIn, definedClasses, knownToTailwind, usedClasses } from './style-classes.mjs'

/** In the page before React is, and known by its own stylesheet in `web/public`. */
const ELSEWHERE = ['maintenance']

test('a component owns its look by utilities: of the stylesheets only the base defines a class', () => {
  expect(definedClasses().filter((entry) => !entry.startsWith('base.css: '))).toEqual([])
})

test('each class that is used has a look, by Tailwind or by the base', async () => {
  const used = usedClasses()
  const known = await knownToTailwind([...used.keys()])
  const base = new Set(definedClasses().map((entry) => entry.split(': ')[1]))
  const lost = [...used]
    .filter(([name]) => !known.has(name) && !base.has(name) && !ELSEWHERE.includes(name))
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
