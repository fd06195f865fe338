import { INVOICES_TAB } from '#contract/invoices/invoice-values.ts'

/** The tabs of the account in the order shown; the selected one is in the URL (account-admin §2.4). */
export const ACCOUNT_TABS = [
  { value: 'dashboard', label: 'Dashboard' },
  { value: 'projects', label: 'Client Projects' },
  { value: INVOICES_TAB, label: 'Invoices' },
  { value: 'certifications', label: 'Certifications' },
  { value: 'details', label: 'Profile Details' },
  { value: 'edit', label: 'Edit Profile' },
  { value: 'documents', label: 'Documents' },
  { value: 'security', label: 'Security' },
  { value: 'admin', label: 'Admin' },
] as const
export type AccountTab = (typeof ACCOUNT_TABS)[number]['value']

/** Returns a tab’s name as the list of tabs shows it. */
export function tabLabel(tab: AccountTab): string {
  return ACCOUNT_TABS.find(({ value }) => value === tab)?.label ?? tab
}
