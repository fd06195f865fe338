import '#web/ui/jsdom-gaps.ts'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { queryClient } from '#web/lib/query-client.ts'
import { renderRouted } from '#web/lib/testing.ts'
import { RiskDisclosureForm } from './risk-disclosure-form.tsx'

const textOf = (version: string) => ({
  version,
  sha256: version.padEnd(64, '0'),
  title: 'Risk Disclosure Statement',
  sections: [{ heading: `Heading of ${version}`, paragraphs: ['Words.'] }],
})

afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

test('a text that has changed meanwhile is shown and announced, and has to be accepted again', async () => {
  let inForce = 'a1'
  const accepted: unknown[] = []
  vi.stubGlobal('fetch', async (_url: string, { method, body }: RequestInit) => {
    if (method === 'GET') return Response.json(textOf(inForce))
    const { text_shown } = JSON.parse(String(body))
    if (text_shown.version !== inForce)
      return Response.json({ error: 'STALE_VERSION', message: 'Changed' }, { status: 409 })
    accepted.push(text_shown)
    return Response.json({ success: true })
  })
  const onAccepted = vi.fn()
  renderRouted(() => (
    <RiskDisclosureForm userId={7} source="onboarding" submitLabel="Accept" onAccepted={onAccepted} />
  ))
  await screen.findByText('Heading of a1')
  const box = () => screen.getByRole<HTMLInputElement>('checkbox')
  await userEvent.click(box())
  inForce = 'b2'
  await userEvent.click(screen.getByRole('button', { name: 'Accept' }))

  await screen.findByText('Heading of b2')
  await screen.findByText('The risk disclosure has changed')
  expect(box().checked).toBe(false)
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Risk Disclosure Statement' }))
  expect(onAccepted).not.toHaveBeenCalled()

  await userEvent.click(box())
  await userEvent.click(screen.getByRole('button', { name: 'Accept' }))
  await waitFor(() => expect(onAccepted).toHaveBeenCalledWith({ kind: 'recorded' }))
  expect(accepted).toEqual([{ version: 'b2', sha256: textOf('b2').sha256 }])
})

test('an unticked box says so itself, and has the focus, until it is ticked', async () => {
  vi.stubGlobal('fetch', async () => Response.json(textOf('a1')))
  renderRouted(() => (
    <RiskDisclosureForm userId={7} source="onboarding" submitLabel="Accept" onAccepted={vi.fn()} />
  ))
  const box = await screen.findByRole<HTMLInputElement>('checkbox')
  expect(box.getAttribute('aria-invalid')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Accept' }))
  const described = document.getElementById(box.getAttribute('aria-describedby') ?? '')
  expect(described?.textContent).toMatch(/^Error: You must acknowledge/)
  expect(box.getAttribute('aria-invalid')).toBe('true')
  expect(document.activeElement).toBe(box)
  await userEvent.click(box)
  expect(box.getAttribute('aria-invalid')).toBeNull()
})
