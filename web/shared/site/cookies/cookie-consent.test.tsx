import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { renderRouted } from '#web/lib/testing.ts'
import { CookieConsent } from './cookie-consent.tsx'

it('asks no one about cookies while they type, and asks them once they leave the field', async () => {
  const user = userEvent.setup()
  renderRouted(() => (
    <>
      <label>
        Email <input />
      </label>
      <label>
        Code <input />
      </label>
      <button type="button">Continue</button>
      <CookieConsent />
    </>
  ))
  await user.type(await screen.findByLabelText('Email'), 'ada@')
  await user.tab()
  await vi.dynamicImportSettled()
  expect(screen.queryByRole('dialog')).toBeNull()
  await user.tab()
  expect(await screen.findByRole('dialog', { name: 'Cookies on Verdaccord' })).toBeTruthy()
  // Using its own switch doesn't hide it.
  await user.click(screen.getByRole('button', { name: 'Customise' }))
  await user.click(screen.getByRole('switch', { name: 'Analytics' }))
  await user.click(screen.getByRole('button', { name: 'Save Preferences' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
