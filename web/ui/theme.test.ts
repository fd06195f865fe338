// @vitest-environment jsdom
import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { chooseTheme, currentTheme, followSystemTheme } from './theme.ts'

const BEFORE_PAINT = readFileSync('web/public/before-paint.js', 'utf8')

let systemIsDark = false

beforeEach(() => {
  localStorage.clear()
  delete document.documentElement.dataset.theme
  vi.stubGlobal('matchMedia', () => ({
    matches: systemIsDark,
    addEventListener: () => {},
    removeEventListener: () => {},
  }))
})
afterEach(() => {
  vi.unstubAllGlobals()
})

describe('theme', () => {
  test.each([
    [null, false, 'light'],
    [null, true, 'dark'],
    ['light', true, 'light'],
    ['dark', false, 'dark'],
    ['purple', true, 'dark'],
  ] as const)('stored %j with a dark system %j starts %s', (stored, dark, expected) => {
    systemIsDark = dark
    if (stored) localStorage.setItem('theme', stored)
    // The script runs before any module, so it is run here as the browser runs it.
    new Function(BEFORE_PAINT)()
    expect(currentTheme()).toBe(expected)
  })

  test('a chosen theme is stored and overrides the system', () => {
    systemIsDark = true
    chooseTheme('light')
    followSystemTheme()
    expect(localStorage.getItem('theme')).toBe('light')
    expect(currentTheme()).toBe('light')
  })
})
