import '#web/ui/jsdom-gaps.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { currentToasts } from '#web/ui/toast.ts'
import { ReportBug } from './report-bug.tsx'

interface Sent {
  description: string
  timestamp: string
  url: string
  userAgent: string
}
let sent: Sent[]
let answer: () => Response

beforeEach(() => {
  sent = []
  answer = () => Response.json({ success: true, id: 1 })
  vi.stubGlobal('fetch', async (url: string, { body }: RequestInit) => {
    if (url === '/api/health/live') return new Response()
    sent.push(JSON.parse(String(body)) as Sent)
    return answer()
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const refused = (status: number, body: object) => () => Response.json(body, { status })
const field = () => screen.findByRole('textbox', { name: 'Description' })
const button = () => screen.getByRole('button', { name: /Submit Report/ })
const toasts = () => currentToasts().map(({ kind, title, description }) => [kind, title, description])

async function open(): Promise<void> {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ReportBug />
    </QueryClientProvider>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Report Bug' }))
  await field()
}

async function write(text: string): Promise<void> {
  fireEvent.change(await field(), { target: { value: text } })
}

describe('reporting a bug', () => {
  it('cannot be submitted blank, and says so', async () => {
    await open()
    for (const text of ['', '  \n ']) {
      await write(text)
      expect(button().getAttribute('aria-disabled')).toBe('true')
      screen.getByText('Please provide a description of the issue')
      fireEvent.click(button())
    }
    fireEvent.keyDown(await field(), { key: 'Enter', ctrlKey: true })
    expect(toasts()).toEqual([['error', 'Description required', 'Please provide a description of the issue']])
    expect(sent).toEqual([])
  })

  it('sends the text, the time, the page without its query and the browser', async () => {
    history.replaceState(null, '', '/verification?tab=faq&token=secret')
    await open()
    await write('The tab is empty')
    fireEvent.click(button())
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]).toEqual({
      description: 'The tab is empty',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      url: `${location.origin}/verification`,
      userAgent: navigator.userAgent,
    })
  })

  it('says thank you, and closes by itself after two seconds', async () => {
    await open()
    await write('The tab is empty')
    vi.useFakeTimers({ shouldAdvanceTime: true })
    fireEvent.click(button())
    await screen.findByText('Thank you for your feedback!')
    expect(toasts()).toEqual([['success', 'Bug report submitted', 'Thank you for your feedback!']])
    act(() => void vi.advanceTimersByTime(1500))
    expect(screen.queryByRole('dialog')).not.toBeNull()
    act(() => void vi.advanceTimersByTime(600))
    expect(screen.queryByRole('dialog')).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Report Bug' }))
    expect(await field()).toHaveProperty('value', '')
  })

  it('keeps the text if sending fails, even if closed, and sends the same report again', async () => {
    answer = refused(500, { error: 'INTERNAL', message: 'Something went wrong on our side.' })
    await open()
    await write('The tab is empty')
    fireEvent.click(button())
    await screen.findByRole('alert')
    screen.getByText('Unable to submit bug report. Please try again later.')
    expect(toasts()).toEqual([
      ['error', 'Submission failed', 'Unable to submit bug report. Please try again later.'],
    ])
    fireEvent.keyDown(await field(), { key: 'Escape' })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    fireEvent.click(screen.getByRole('button', { name: 'Report Bug' }))
    expect(await field()).toHaveProperty('value', 'The tab is empty')
    answer = () => Response.json({ success: true, id: 1 })
    fireEvent.click(button())
    await screen.findByText('Thank you for your feedback!')
    expect(sent[1]).toEqual(sent[0])
  })

  it('starts in the field, and is closed with its button', async () => {
    await open()
    await waitFor(async () => expect(document.activeElement).toBe(await field()))
    fireEvent.click(screen.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Report Bug' }))
  })

  it('is another report if the text is different', async () => {
    answer = refused(500, { error: 'INTERNAL', message: 'Something went wrong on our side.' })
    await open()
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-10T10:00:00Z') })
    await write('The tab is empty')
    fireEvent.click(button())
    await screen.findByRole('alert')
    vi.setSystemTime(new Date('2026-03-10T10:01:00Z'))
    await write('The tab is empty and grey')
    fireEvent.click(button())
    await waitFor(() => expect(sent).toHaveLength(2))
    expect(sent.map(({ timestamp }) => timestamp)).toEqual([
      '2026-03-10T10:00:00.000Z',
      '2026-03-10T10:01:00.000Z',
    ])
  })

  it('shows why the server refused it', async () => {
    answer = refused(429, { error: 'RATE_LIMITED', message: 'That was too many tries in a short time.' })
    await open()
    await write('x')
    fireEvent.click(button())
    await screen.findByText('That was too many tries in a short time.')
    answer = refused(400, {
      error: 'VALIDATION_ERROR',
      message: 'Use 5000 characters or fewer',
      fields: { description: 'Use 5000 characters or fewer' },
    })
    fireEvent.click(button())
    await waitFor(async () => expect((await field()).getAttribute('aria-invalid')).toBe('true'))
  })
})
