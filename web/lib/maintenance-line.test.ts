import { afterEach, expect, test, vi } from 'vitest'
import { MAINTENANCE_SENTENCE } from '#contract/maintenance.ts'
import { api } from './api.ts'

const answers = (isOn: boolean, status = 200) =>
  vi.stubGlobal('fetch', async () =>
    Response.json({ error: 'UNAVAILABLE' }, { status, headers: isOn ? { 'x-maintenance': '1' } : {} }),
  )
const soon = { timeout: 10_000 }
const line = () => document.querySelector('[role=status]')?.textContent

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a page that is open when maintenance starts shows the line once, and removes it by itself', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  answers(false)
  await api('GET /api/site')
  expect(line()).toBeUndefined()

  answers(true, 503)
  for (let call = 0; call < 2; call++) await expect(api('GET /api/site')).rejects.toThrow()
  await vi.waitFor(() => expect(line()).toBe(MAINTENANCE_SENTENCE), soon)
  expect(document.querySelectorAll('.maintenance')).toHaveLength(1)

  answers(false)
  await vi.advanceTimersByTimeAsync(15_000)
  await vi.waitFor(() => expect(line()).toBeUndefined(), soon)
})

test('the line that came with the page is removed by the first answer after maintenance', async () => {
  document.body.innerHTML = '<div class="maintenance" role="status">We’re doing maintenance.</div>'
  answers(false)
  await api('GET /api/site')
  await vi.waitFor(() => expect(line()).toBeUndefined(), soon)
})
