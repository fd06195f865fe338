import { expect, test } from 'vitest'
import { classesOf, classesUsedIn, definedClasses, knownToTailwind, usedClasses } from './style-classes.mjs'

/** Used in the page before React starts, and defined by its own stylesheet in `web/public`. */
const ELSEWHERE = ['maintenance']

test('components are styled by utilities: only the base stylesheet defines classes', () => {
  expect(definedClasses().filter((entry) => !entry.startsWith('base.css: '))).toEqual([])
})

test('each class in use is defined by Tailwind or by the base', async () => {
  const used = usedClasses()
  const known = await knownToTailwind([...used.keys()])
  const base = new Set(definedClasses().map((entry) => entry.split(': ')[1]))
  const lost = [...used]
    .filter(([name]) => !known.has(name) && !base.has(name) && !ELSEWHERE.includes(name))
    .map(([name, files]) => `${name} in ${files.join(', ')}`)
  expect(used.size).toBeGreaterThan(400)
  expect(lost).toEqual([])
})

test('finds classes where they are composed, but not the values that choose them', () => {
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

test('reads the classes of a stylesheet as HTML writes them', () => {
  const css =
    '.a > .b:has(> .c) { opacity: .5 } @media (max-width: 9.5px) { .max-rail\\:p-\\(--x\\), .\\32 xl { x: "{.no" } }'
  expect(classesOf(css).sort()).toEqual(['2xl', 'a', 'b', 'c', 'max-rail:p-(--x)'])
})
