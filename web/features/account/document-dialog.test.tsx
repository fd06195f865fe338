import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { stubOtherWindows } from '#web/lib/testing.ts'
import { currentToasts } from '#web/ui/toast.ts'
import { DocumentLinks } from './company-documents.tsx'
import { DocumentDialog } from './document-dialog.tsx'

const asked: string[] = []
let answer: (url: string) => Response
URL.createObjectURL = () => `blob:${asked.at(-1)}`
URL.revokeObjectURL = () => {}

beforeEach(() => {
  asked.length = 0
  answer = () => new Response('picture', { headers: { 'document-pages': '3' } })
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    return answer(url)
  })
})
afterEach(() => vi.unstubAllGlobals())

const open = () =>
  render(<DocumentDialog url="/api/documents/1" name="Proof of address" onClose={() => {}} />)
const drawn = async (name: string | RegExp) => {
  const image = await screen.findByRole('img', { name })
  fireEvent.load(image)
  return image
}

it('R44 only requests pictures of pages, and pages through with buttons and keys', async () => {
  open()
  await drawn('Proof of address')
  const person = userEvent.setup()
  await person.click(await screen.findByRole('button', { name: 'Next page' }))
  await drawn('Proof of address, page 2 of 3')
  screen.getByRole('region', { name: 'Page of Proof of address' }).focus()
  await person.keyboard('{PageDown}')
  await drawn('Proof of address, page 3 of 3')
  await person.keyboard('{PageDown}+')
  expect(screen.getByText('125%')).toBeVisible()
  expect(asked).toEqual([1, 2, 3].map((page) => `/api/documents/1?page=${page}`))
  expect(screen.getByText('Page 3 of 3')).toBeInTheDocument()
  const original = screen.getByRole('link', { name: 'Download the original' })
  expect([
    original.getAttribute('href'),
    original.hasAttribute('download'),
    original.hasAttribute('target'),
  ]).toEqual(['/api/documents/1?download=1', true, false])
})

it.each([
  [401, 'UNAUTHENTICATED', 'Your session has ended'],
  [403, 'REAUTH_REQUIRED', 'Confirm it’s you'],
])(
  'R11 shows the page by itself once its reader has signed in again (%i %s)',
  async (status, error, title) => {
    const tellOfChange = stubOtherWindows()
    answer = () => Response.json({ error, message: 'Sign in again.' }, { status })
    open()
    await screen.findByText(title)
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
    answer = (url) =>
      url === '/api/auth/user'
        ? Response.json({ isAuthenticated: true, user: { id: 1 } })
        : new Response('picture')
    await tellOfChange()
    await drawn('Proof of address')
    expect(screen.queryByText(title)).toBeNull()
  },
)

it('says why the original of a listed document is not given', async () => {
  const message = 'We can’t show this file: it isn’t the one that was uploaded here.'
  answer = () => Response.json({ error: 'INVALID_STATE', message }, { status: 409 })
  render(<DocumentLinks url="/api/documents/1" name="Proof of address" />)
  await userEvent.click(screen.getByRole('link', { name: /^Download/ }))
  await waitFor(() =>
    expect(currentToasts()).toMatchObject([
      {
        kind: 'error',
        title: 'Nothing was downloaded',
        description: message,
      },
    ]),
  )
  expect(asked).toEqual(['/api/documents/1?download=1'])
})

it('says why a page is not shown, and retries', async () => {
  answer = () => Response.json({ error: 'UNSAFE_FILE', message: 'We can’t show this page.' }, { status: 422 })
  open()
  expect(await screen.findByRole('alert')).toHaveTextContent('We can’t show this page.')
  answer = () => new Response('picture')
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await drawn('Proof of address')
  expect(screen.queryByRole('alert')).toBeNull()
})
