import { expect, test } from 'vitest'
import { offlineDocument } from './build-offline.mjs'

const SHELL = `<!doctype html>
<html lang="en-GB">
  <head>
    <meta charset="utf-8" />
    <title>Verdaccord</title>
    <link rel="icon" href="/logo.svg" type="image/svg+xml" />
    <link rel="preload" as="fetch" href="/api/auth/user" crossorigin />
    <script src="/before-paint.js"></script>
    <script type="module" crossorigin src="/assets/index-AAAAAAA.js"></script>
    <link rel="modulepreload" crossorigin href="/assets/react-BBBBBBB.js">
    <link rel="stylesheet" crossorigin href="/assets/index-CCCCCCC.css">
    <link rel="preload" as="font" type="font/woff2" href="/assets/text-DDDDDDD.woff2" crossorigin="">
  </head>
  <body><div id="root"></div></body>
</html>`
const page = { title: 'You’re offline', html: '<a href="/">Home</a>' }

test('the offline page looks like every page, and contains neither the application nor an answer of the server', () => {
  const { document, files } = offlineDocument(SHELL, page, '/assets/offline-EEEEEEE.js')
  expect(files).toEqual([
    '/logo.svg',
    '/before-paint.js',
    '/assets/index-CCCCCCC.css',
    '/assets/text-DDDDDDD.woff2',
    '/assets/offline-EEEEEEE.js',
  ])
  expect(document).toContain('<div id="root"><a href="/">Home</a></div>')
  expect(document).not.toMatch(/api|react|index-AAAAAAA/)
})

test('a shell without its style fails the build', () => {
  expect(() => offlineDocument(SHELL.replace(/<link rel="stylesheet".*/, ''), page, '/x.js')).toThrow(
    'no style',
  )
})
