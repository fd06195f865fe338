import { expect, test } from 'vitest'
import { scriptsOf } from './page-files.mjs'
import { adminPartsOf, captureTooSoon } from './page-weight.mjs'

const manifest = {
  'index.html': { file: 'entry.js', imports: ['_shared.js'], dynamicImports: ['page.tsx', 'other.tsx'] },
  'page.tsx': { file: 'page.js', imports: ['index.html', '_shared.js', '_form.js'] },
  'other.tsx': { file: 'other.js' },
  '_shared.js': { file: 'shared.js' },
  '_form.js': { file: 'form.js', imports: ['_shared.js'] },
}

test("counts a page's entry, its own chunk and what they import, each once", () => {
  expect(scriptsOf(manifest, ['index.html', 'page.tsx'])).toEqual([
    'entry.js',
    'shared.js',
    'page.js',
    'form.js',
  ])
})

test('does not count what is loaded later', () => {
  expect(scriptsOf(manifest, ['index.html'])).toEqual(['entry.js', 'shared.js'])
})

test('P4 finds the administration wherever a page imports it from', () => {
  const mixed = {
    ...manifest,
    'features/onboarding/page.tsx': {
      file: 'onboarding.js',
      imports: ['_shared.js', 'features/review/row.tsx'],
    },
    'features/review/row.tsx': { file: 'row.js' },
  }
  expect(adminPartsOf(mixed, ['index.html', 'features/onboarding/page.tsx'])).toEqual([
    'features/review/row.tsx',
  ])
  expect(adminPartsOf(mixed, ['index.html', 'page.tsx'])).toEqual([])
})

test('finds modules of capture in anything that a page loads, except in the parts of capture', () => {
  const camera = 'web/shared/capture/use-camera.ts'
  const made = {
    'entry.js': ['web/main.tsx'],
    'form.js': ['web/ui/field.tsx', camera],
    'other.js': ['web/shared/capture/hand-off-button.tsx'],
  }
  const parts = {
    ...manifest,
    'index.html': { ...manifest['index.html'], isEntry: true },
    'page.tsx': { ...manifest['page.tsx'], isDynamicEntry: true },
    'other.tsx': { ...manifest['other.tsx'], isDynamicEntry: true },
    'shared/capture/camera-dialog.tsx': { file: 'camera.js', imports: ['_form.js'], isDynamicEntry: true },
  }
  expect(captureTooSoon(parts, made)).toEqual([`page.tsx loads of capture: ${camera}.`])
  expect(captureTooSoon(parts, { ...made, 'form.js': ['node_modules/pdfjs-dist/build/pdf.mjs'] })).toEqual([
    'form.js has a reader, which belongs to the server.',
  ])
})
