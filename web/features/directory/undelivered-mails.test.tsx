import '#web/ui/jsdom-gaps.ts'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { UndeliveredMail } from '#contract/directory/admin-users.ts'
import { routed } from '#web/lib/testing.ts'
import { UndeliveredMails } from './undelivered-mails.tsx'

const MAIL: UndeliveredMail = {
  id: 7,
  kind: 'invoice-due-soon',
  subject: 'Your invoice is due',
  to: 'amara@people.example',
  reason: '550 no such user',
  at: '2026-03-10T10:00:00Z',
}

afterEach(cleanup)

const open = (mails: UndeliveredMail[]) =>
  render(routed(() => <UndeliveredMails mails={mails} />, { at: '/?tab=kyc' }))

test('says which emails did not arrive and why, and links to what can be done', async () => {
  open([MAIL])
  expect(await screen.findByText('An email could not be delivered')).toBeTruthy()
  expect(screen.getByRole('listitem').textContent).toMatch(/Your invoice is due.*550 no such user/)
  const leads = Object.fromEntries(
    screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]),
  )
  expect(leads).toEqual({ Support: '/?tab=support', 'Failed work': '/admin/jobs' })
})
