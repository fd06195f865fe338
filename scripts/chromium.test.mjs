import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findChromium, findHeadlessShell, installAttempts, obtainChromium } from './chromium.mjs'

let folder
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'chromium-search-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function program(path, exitCode = 0) {
  const file = join(folder, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `#!/bin/sh\nexit ${exitCode}\n`)
  chmodSync(file, 0o755)
  return file
}

function search(env = {}, places = []) {
  return findChromium({ env: { PATH: join(folder, 'bin'), ...env }, home: join(folder, 'home'), places })
}

describe('finding a Chromium', () => {
  test('returns undefined if there is no browser', () => {
    expect(search()).toBeUndefined()
  })

  test('prefers CHROMIUM_PATH to everything else', () => {
    program('bin/chromium')
    const chosen = program('mine/browser')
    expect(search({ CHROMIUM_PATH: chosen })).toBe(chosen)
  })

  test('does not replace a CHROMIUM_PATH that does not start', () => {
    program('bin/chromium')
    expect(search({ CHROMIUM_PATH: join(folder, 'missing') })).toBeUndefined()
  })

  test.each(['chromium', 'chromium-browser', 'google-chrome'])('finds %s on the PATH', (name) => {
    const file = program(`bin/${name}`)
    expect(search()).toBe(file)
  })

  test('skips a program that exists but does not start', () => {
    program('bin/chromium-browser', 1)
    const place = program('opt/chrome')
    expect(search({}, [place])).toBe(place)
  })

  test("tries the newest of Playwright's browsers last", () => {
    program('home/.cache/ms-playwright/chromium-999/chrome-linux/chrome')
    const newest = program('home/.cache/ms-playwright/chromium-1200/chrome-linux64/chrome')
    expect(search()).toBe(newest)
    const system = program('bin/chromium')
    expect(search()).toBe(system)
  })

  test('searches a Playwright cache in another folder', () => {
    const file = program('browsers/chromium-1200/chrome-linux/chrome')
    expect(search({ PLAYWRIGHT_BROWSERS_PATH: join(folder, 'browsers') })).toBe(file)
  })
})

describe('finding a headless Chromium', () => {
  const shell = (env = {}) => findHeadlessShell({ env: { PATH: join(folder, 'bin'), ...env } })

  test("returns the system's one that starts", () => {
    program('bin/chromium')
    expect(shell()).toBeUndefined()
    program('bin/headless_shell', 1)
    const file = program('bin/chrome-headless-shell')
    expect(shell()).toBe(file)
  })

  test('uses a browser named by CHROMIUM_PATH for everything', () => {
    program('bin/chromium-headless-shell')
    expect(shell({ CHROMIUM_PATH: '/usr/bin/mine' })).toBeUndefined()
  })
})

describe('installing a Chromium', () => {
  const managers = (...names) => ({ isRoot: true, has: (name) => names.includes(name) })
  const programs = (attempts) => attempts.map(({ args }) => args.join(' '))

  test("offers only Playwright's installer without root", () => {
    const attempts = programs(installAttempts('node', { isRoot: false, has: () => true }))
    expect(attempts).toEqual([expect.stringContaining('install chromium')])
  })

  test.each([
    ['apt-get', /apt-get install -y -q chromium/],
    ['dnf', /dnf install -y chromium/],
    ['apk', /apk add chromium/],
  ])('tries %s as root after Playwright’s installer', (manager, command) => {
    const attempts = programs(installAttempts('node', managers(manager)))
    expect(attempts[0]).toContain('@playwright/test')
    expect(attempts[1]).toMatch(command)
  })

  test('installs nothing if there is already a browser', async () => {
    const ran = []
    const found = await obtainChromium('node', { find: () => '/there', run: async (name) => ran.push(name) })
    expect(found).toBe('/there')
    expect(ran).toEqual([])
  })

  test('tries the ways to install in order, until one works', async () => {
    const ran = []
    const attempts = ['first', 'second', 'third'].map((name) => ({ args: [name] }))
    const find = () => (ran.includes('second') ? '/installed' : undefined)
    expect(await obtainChromium('node', { find, attempts, run: async (name) => ran.push(name) })).toBe(
      '/installed',
    )
    expect(ran).toEqual(['first', 'second'])
  })

  test('returns no browser if every way fails', async () => {
    const attempts = [{ args: ['first'] }]
    const found = await obtainChromium('node', { find: () => undefined, attempts, run: async () => {} })
    expect(found).toBeUndefined()
  })
})
