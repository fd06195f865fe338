import { expect, it } from 'vitest'
import { forgetDraftsOfOthers } from './drafts-of-others.ts'

it('R39 another person’s sign-in removes the drafts of other accounts, and not their own', () => {
  const [own, ownCompany] = ['onboarding_draft:ann@example.org', 'onboarding_draft:business:ann@example.org']
  const visitor = 'onboarding_draft:visitor:cleo@example.org'
  const kept = { [own]: '1', [ownCompany]: '1', [visitor]: '1', theme: 'dark' }
  const others = { 'onboarding_draft:bob@example.org': '1', 'onboarding_draft:business:bob@example.org': '1' }
  for (const [key, text] of Object.entries({ ...kept, ...others })) localStorage.setItem(key, text)
  forgetDraftsOfOthers({ email: 'Ann@Example.org', auth0_id: 'auth0|1' })
  expect({ ...localStorage }).toEqual(kept)
})
