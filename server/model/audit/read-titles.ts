/** What an auditor reads at each address for staff; whose record it is, is in a column of its own. */
export const READ_TITLES: Readonly<Record<string, string>> = {
  '/api/admin/administrators': 'the administrators',
  '/api/admin/audit': 'the audit log',
  '/api/admin/audit/checkpoint': 'the checkpoint of the audit log',
  '/api/admin/audit/export': 'an export of the audit log',
  '/api/admin/audit/types': 'the types of event',
  '/api/admin/beta-invites': 'the invitations',
  '/api/admin/changes': 'the proposed changes of details',
  '/api/admin/clients': 'the clients',
  '/api/admin/clients/:id': 'a client',
  '/api/admin/complaints': 'the complaints',
  '/api/admin/dead-letters': 'the failed work',
  '/api/admin/erasures': 'the requests to delete data',
  '/api/admin/invoices': 'the invoices',
  '/api/admin/invoices/:id': 'an invoice',
  '/api/admin/invoices/:id/pdf': 'the PDF of an invoice',
  '/api/admin/invoices/export.csv': 'an export of the invoices',
  '/api/admin/jobs': 'the jobs',
  '/api/admin/legal-holds': 'the legal holds',
  '/api/admin/queue': 'the review queue',
  '/api/admin/queue/decisions': 'the decisions behind a figure',
  '/api/admin/reviewers': 'the reviewers',
  '/api/admin/role-proposals': 'the proposed super admins',
  '/api/admin/screening': 'the sanctions lists and matches',
  '/api/admin/screening/matches/:id/report': 'the report on a screening match',
  '/api/admin/screening/trial': 'the test of the screening',
  '/api/admin/search': 'a search of people, companies and invoices',
  '/api/admin/user-activity': 'the sign-ins of everyone',
  '/api/admin/users': 'the users',
  '/api/admin/users/:id': 'the user’s details',
  '/api/admin/users/:id/events': 'the user’s events',
  '/api/admin/users/:id/kyc-case': 'the user’s verification',
  '/api/admin/users/:id/readings': 'what a machine read from the user’s documents',
  '/api/admin/users/:id/screening': 'the user’s screening',
  '/api/admin/users/:id/sessions': 'the user’s sessions',
  '/api/admin/users/:id/sign-ins': 'the user’s sign-ins',
  '/api/admin/users/:id/support': 'the user’s standing and emails',
  '/api/admin/users/export.csv': 'an export of the users',
  '/api/admin/views': 'their own saved views',
  '/api/staff/home': 'the staff home',
  '/api/staff/promise': 'the figures of the promised time',
  '/api/staff/signals': 'the figures of the signals',
}

/** An auditor's read in one line, by the address that was recorded; whose client, invoice or match it is by its number. */
export function readTitle(subject: string | null): string {
  const path = /^GET (.+)$/.exec(subject ?? '')?.[1] ?? ''
  const parts = path.split('/')
  const fits = (template: string) => {
    const wanted = template.split('/')
    return wanted.length === parts.length && wanted.every((part, at) => part === ':id' || part === parts[at])
  }
  // An address without an id comes first: /export.csv is no user.
  const template = READ_TITLES[path] ? path : Object.keys(READ_TITLES).find(fits)
  if (template === undefined) return path ? `Read by an auditor: ${path}` : 'Read by an auditor'
  const id = template.startsWith('/api/admin/users/') ? undefined : parts[template.split('/').indexOf(':id')]
  return `Read by an auditor: ${READ_TITLES[template]}${id ? ` (${id})` : ''}`
}
