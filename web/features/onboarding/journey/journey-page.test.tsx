import { QueryClient } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { COMPANY } from '#contract/company.ts'
import type { CaseState } from '#contract/verification/cases.ts'
import { caseStanding } from '#domain/standing/case-standing.ts'
import { siteQuery } from '#web/lib/session.ts'
import { renderRouted } from '#web/lib/testing.ts'
import type { ReturnedCase } from './correction.ts'
import { CaseNotice } from './journey-page.tsx'

const DUE = new Date('2026-11-24T18:53:00Z')

async function shown(state: CaseState, isVisitor?: boolean): Promise<string> {
  const current = { state, dueAt: DUE, confirmBy: null, round: 1, roundLimit: 5 }
  const at = { now: new Date('2026-11-22T18:53:00Z'), dateStyle: 'us' } as const
  const standing = caseStanding('business', current, at, 1)
  const own = {
    state,
    standing,
    label: standing.application.label,
    text: standing.sentence,
    dueAt: DUE.toISOString(),
    items: [],
  } as Partial<ReturnedCase> as ReturnedCase
  const client = new QueryClient()
  client.setQueryData(siteQuery.queryKey, { company: COMPANY } as never)
  renderRouted(() => <CaseNotice own={own} kind="business" isVisitor={isVisitor} />, { client })
  await screen.findByRole('heading', { name: 'Your application' })
  return document.body.textContent
}

it('promises an answer to someone who waits for one', async () => {
  expect(await shown('in_review')).toContain('We’ll email you by Nov 24, 2026, 18:53 GMT.')
})

it('promises nothing to someone who withdrew, whatever was promised before', async () => {
  const text = await shown('withdrawn')
  expect(text).toContain('You withdrew your company’s application.')
  expect(text).not.toContain('email you by')
})

it('leads someone who has to confirm their details to the page for it', async () => {
  await shown('reverification_due')
  expect(screen.getByRole('link', { name: 'Confirm your details' }).getAttribute('href')).toBe(
    '/verification/confirm',
  )
})

it('leads to the verification page only someone who has an account for it', async () => {
  await shown('withdrawn', false)
  expect(screen.getByRole('link', { name: 'See your verification' })).toBeInTheDocument()
})

it('leads a visitor who withdrew only into starting again', async () => {
  await shown('withdrawn', true)
  expect(screen.getByRole('button', { name: 'Start again' })).toBeInTheDocument()
  expect(screen.queryByRole('link')).toBeNull()
})
