import type { BadgeLook as BadgeWords } from '#contract/badge.ts'
import type { FoundCompany, FoundInvoice, FoundPerson } from '#contract/directory/search.ts'
import { caseBadge } from '#domain/standing/case-badges.ts'
import type { Answer } from '#web/lib/api.ts'
import { invoiceLook } from '#web/shared/invoices/invoice-look.ts'

/** One line of what was found: where it leads and what it says. */
export interface FoundOption {
  id: string
  place: { to: `/admin/${'users' | 'clients' | 'invoices'}/$id`; params: { id: string } }
  title: string
  detail: string | null
  badge: BadgeWords | null
}

export interface FoundGroup {
  label: string
  options: FoundOption[]
}

/** What was found, in groups as the list shows them; groups without any are left out. */
export function foundGroups(found: Answer<'GET /api/admin/search'>): FoundGroup[] {
  return [
    { label: 'People', options: found.people.map(personOption) },
    { label: 'Companies', options: found.companies.map(companyOption) },
    { label: 'Invoices', options: found.invoices.map(invoiceOption) },
  ].filter(({ options }) => options.length > 0)
}

function personOption({ id, name, email, state, is_erased }: FoundPerson): FoundOption {
  const number = `ID ${id}`
  return {
    id: `person-${id}`,
    place: { to: '/admin/users/$id', params: { id: String(id) } },
    title: name ?? email ?? `User ${id}`,
    detail: [name ? email : null, number, is_erased ? 'Erased' : null].filter(Boolean).join(' · '),
    badge: state && caseBadge(state, 'staff'),
  }
}

function companyOption({ kind, id, name, number, state }: FoundCompany): FoundOption {
  return {
    id: `${kind}-${id}`,
    place: { to: `/admin/${kind === 'client' ? 'clients' : 'users'}/$id`, params: { id: String(id) } },
    title: name,
    detail: kind === 'client' ? 'Client' : number,
    badge: state && caseBadge(state, 'staff'),
  }
}

function invoiceOption({ id, number, client_name, status }: FoundInvoice): FoundOption {
  return {
    id: `invoice-${id}`,
    place: { to: '/admin/invoices/$id', params: { id } },
    title: number,
    detail: `${client_name} · ${invoiceLook(status).label}`,
    badge: null,
  }
}
