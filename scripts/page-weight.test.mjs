import { expect, test } from 'vitest'
import { scriptsOf } from './page-weight.mjs'

const manifest = {
  'index.html': { file: 'entry.js', imports: ['_shared.js'], dynamicImports: ['page.tsx', 'other.tsx'] },
  'page.tsx': { file: 'page.js', imports: ['index.html', '_shared.js', '_form.js'] },
  'other.tsx': { file: 'other.js' },
  '_shared.js': { file: 'shared.js' },
  '_form.js': { file: 'form.js', imports: ['_shared.js'] },
}

test('a page weighs its entry, its own chunk and what they import, each once', () => {
  expect(scriptsOf(manifest, ['index.html', 'page.tsx'])).toEqual([
    'entry.js',
    'shared.js',
    'page.js',
    'form.js',
  ])
})

test('what is loaded later does not weigh', () => {
  expect(scriptsOf(manifest, ['index.html'])).toEqual(['entry.js', 'shared.js'])
})
