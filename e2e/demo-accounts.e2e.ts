import type { Page } from '@playwright/test'
import { examine, STILL } from './support/accessibility.ts'
import { arrive } from './support/by-request.ts'
import { STAFF } from './support/people.ts'
import { expect, test } from './support/test.ts'

const TABS = {
  projects: 'Client Projects',
  invoices: 'Invoices',
  certifications: 'Certifications',
  details: 'Profile Details',
  edit: 'Edit Profile',
  documents: 'Documents',
  admin: 'Admin',
} as const
type Place = 'dashboard' | 'account' | keyof typeof TABS

interface DemoAccount {
  email: string
  name: string
  /** Individual and business verification, as in the account's header. */
  badges: [individual: string, business: string]
  /** The text to find in each place; a pattern may also match a control's name. */
  facts: Partial<Record<Place, (string | RegExp)[]>>
  /** Examined here because no other journey runs axe on it. */
  examined?: Place[]
}

const STAFF_FACTS: DemoAccount['facts'] = {
  dashboard: ['Let’s verify who you are', 'No Invoices Found'],
  projects: ['No Projects Found', "You don't have any client projects associated with your account yet."],
  documents: ['You need to complete the KYC onboarding process first'],
  admin: ['Search users and review verifications.'],
}

const ACCOUNTS: DemoAccount[] = [
  {
    email: 'consumer@demo.example',
    name: 'Amara Okafor',
    badges: ['Verified', 'Not Started'],
    facts: {
      dashboard: ['You’re verified, Amara', 'Locked'],
      account: ['4 of 4', '14 Larkfield Road, Bristol, BS99 1AA', 'Mar 9, 1988', 'Start business onboarding'],
      projects: ['Fernhill Partners', 'Glenmore Peatland', 'In Progress'],
      invoices: ['Project: Tay Estuary Saltmarsh', 'Paid', 'Open'],
      certifications: ['Accepted', 'Buy and retire credits', 'Not Certified'],
      details: ['Company', 'Fernhill Partners', 'embedded'],
      edit: ['Profile Information', /verified and cannot be edited/],
      documents: ['You can’t change your documents now', 'Document type: Driving licence'],
    },
    examined: ['dashboard', 'projects', 'invoices'],
  },
  {
    email: 'applicant@demo.example',
    name: 'Rhys Llewellyn',
    badges: ['Not Started', 'Not Started'],
    facts: {
      dashboard: ['Let’s verify who you are', '0 of 10 ready'],
      account: ['No personal information', 'Complete KYC', '0 of 4'],
      projects: ['No Projects Found'],
      invoices: ['No Invoices Found'],
      certifications: ['Pending Acceptance', 'Not Selected', 'Not Certified', 'No certifications found.'],
      edit: ['Used for authentication. It cannot be changed here.', 'Save Changes'],
      documents: ['Complete Onboarding'],
    },
  },
  {
    email: 'trader@demo.example',
    name: 'Sofia Marchetti',
    badges: ['Submitted', 'Not Started'],
    facts: {
      dashboard: ['We’re checking your details', /^\d+ with us$/],
      account: ['4 of 4'],
      certifications: ['Certified', 'Trade credits', 'Certification History'],
      edit: ['Save Changes'],
      documents: ['Uploaded', 'Upload Another', /Max size: 10MB/],
    },
    examined: ['certifications', 'documents'],
  },
  {
    email: 'business@demo.example',
    name: 'Ingrid Solheim',
    badges: ['Not Started', 'Submitted'],
    facts: {
      dashboard: ['We’re checking your company’s details', '6 with us'],
      account: ['99999998', '3 Harbour Row, Bristol, BS99 2AA', 'No personal information', 'Not needed'],
      projects: ['Cheviot Native Woodland'],
      invoices: ['General invoice', /¥55,000/],
      documents: ['Managing director', 'Company secretary', 'nia.pritchard@demo.example'],
    },
    examined: ['documents'],
  },
  {
    email: STAFF.reviewer,
    name: 'Marta Silva',
    badges: ['Not Started', 'Not Started'],
    facts: { ...STAFF_FACTS, account: ['Reviewer', 'Role since', 'System'] },
  },
  {
    email: STAFF.admin,
    name: 'Owen Hughes',
    badges: ['Not Started', 'Not Started'],
    facts: { ...STAFF_FACTS, account: ['Admin since', 'System'] },
    examined: ['account', 'admin'],
  },
  {
    email: STAFF.super_admin,
    name: 'Priya Raman',
    badges: ['Not Started', 'Not Started'],
    facts: { ...STAFF_FACTS, account: ['Superadmin', 'Admin since'] },
  },
]

for (const account of ACCOUNTS)
  test(`${account.name} finds their own facts in every tab of the account`, async ({ visitor }) => {
    const { page, context } = await visitor(STILL)
    await arrive(context, account.email)
    const look = async (place: Place, within = page.getByRole('main')) => {
      for (const fact of account.facts[place] ?? []) {
        const name = `${account.name}, ${place}: ${fact}`
        const exact = typeof fact === 'string'
        await expect(within.getByText(fact, { exact }).filter({ visible: true }).first(), name).toBeVisible()
      }
      if (account.examined?.includes(place))
        await examine(page, `account of ${account.name}, ${place}`, { narrow: true })
    }
    await page.goto('/profile-dashboard')
    const first = account.name.split(' ')[0] ?? ''
    await expect(
      page.getByRole('heading', { level: 1, name: new RegExp(`^Good .*, ${first}$`) }),
    ).toBeVisible()
    await look('dashboard')
    await page.getByRole('link', { name: 'View Profile' }).click()
    await expect(page.getByRole('heading', { level: 1, name: account.name })).toBeVisible()
    // The reviewer of another journey may have claimed the case meanwhile.
    const asSubmitted = async () =>
      (await badges(page)).map((badge) => (badge === 'Under Review' ? 'Submitted' : badge))
    await expect.poll(asSubmitted).toEqual(account.badges)
    await look('account')
    const hasAdmin = account.facts.admin !== undefined
    await expect(page.getByRole('tab', { name: 'Admin', exact: true })).toHaveCount(hasAdmin ? 1 : 0)
    for (const [place, name] of Object.entries(TABS) as [keyof typeof TABS, string][]) {
      if (place === 'admin' && !hasAdmin) continue
      await page.getByRole('tab', { name: new RegExp(`^${name}`) }).click()
      await expect.poll(() => new URL(page.url()).search).toBe(`?tab=${place}`)
      await look(place, page.getByRole('tabpanel').first())
      await expect(page.getByText('Invalid date')).toHaveCount(0)
    }
    if (account.email.startsWith('business')) {
      await page.getByRole('tab', { name: 'Documents', exact: true }).click()
      await page.getByRole('tab', { name: 'Beneficial Owners' }).click()
      await expect(page.getByRole('row', { name: /Tomas Brandt.*37\.5%/ })).toBeVisible()
    }
    if (hasAdmin) {
      await page.getByRole('tab', { name: 'Admin', exact: true }).click()
      await page.getByRole('tabpanel').getByRole('link', { name: 'Admin Dashboard' }).click()
      await page.waitForURL(/\/admin\/dashboard/)
    }
  })

/** The two badges of the account's header, individual verification first. */
async function badges(page: Page): Promise<string[]> {
  const [individual, business] = await page.getByRole('definition').allInnerTexts()
  return [individual ?? '', business ?? ''].map((text) => text.trim())
}
