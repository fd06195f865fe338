import { onlineManager } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { PageImage } from './page-stage.tsx'

const LINE_LOST = new TypeError('Failed to fetch')
const UNSAFE = () =>
  Response.json({ error: 'UNSAFE_FILE', message: 'We can’t show this page.' }, { status: 422 })
const PICTURE = () => new Response('picture')

/** A page of a document whose requests get these answers, one after the other; returns what it reported. */
function show(url: string, ...answers: (TypeError | (() => Response))[]) {
  vi.stubGlobal('fetch', async () => {
    const answer = answers.length > 1 ? answers.shift() : answers[0]
    if (answer instanceof Error) throw answer
    return answer?.()
  })
  URL.createObjectURL = () => 'blob:picture'
  URL.revokeObjectURL = () => {}
  const failures: (string | undefined)[] = []
  const note = (failure: Error | null) => failures.push(failure?.message)
  render(
    <PageImage
      url={url}
      page={1}
      zoom={100}
      turn={0}
      description="A letter"
      onDrawn={() => {}}
      onFailure={note}
    />,
  )
  return failures
}

afterEach(() => {
  vi.unstubAllGlobals()
  onlineManager.setOnline(true)
})

test('a page that the lost line kept away opens by itself once it is back', async () => {
  show('/lost', LINE_LOST, PICTURE)
  expect(await screen.findByText(/opens as soon as you’re back online/)).toBeVisible()
  onlineManager.setOnline(false)
  onlineManager.setOnline(true)
  expect(await screen.findByRole('img', { name: 'A letter' })).toBeInTheDocument()
})

test('a page that failed is no longer reported as failed once it is tried again', async () => {
  const failures = show('/unsafe', UNSAFE, PICTURE)
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  await screen.findByRole('img', { name: 'A letter' })
  expect(failures).toContain('We can’t show this page.')
  expect(failures.at(-1)).toBeUndefined()
})
