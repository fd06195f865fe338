import { Readable } from 'node:stream'
import { approvalRecord, peopleOfApproval, recordSentence } from '#domain/cases/approval-record.ts'
import { namesOf, unnamed } from '#server/model/people/names.ts'
import { recordAct, type StaffAct } from '#server/model/staff/staff-act.ts'
import { CSV_START, csvLine } from '#server/platform/http/send-file.ts'
import type { Services } from '#server/services.ts'
import { type FoundUser, searchUsers, type UserSearch } from './user-search.ts'

const PAGE_ROWS = 500
const HEAD = [
  ...['Id', 'Name', 'Email', 'User type', 'Pending user type', 'Verified', 'Individual', 'Business'],
  ...['Individual approval', 'Business approval', 'Erased', 'Created'],
  // Added later and therefore last, so that programs that read columns by position still work.
  'Email confirmed',
]

/**
 * The matching users as CSV, read page by page while it is sent. The ledger records who exported them and the
 * filters, but not the search texts: they are personal data, and the ledger keeps everything.
 */
export async function exportUsers(services: Services, act: StaffAct, search: UserSearch): Promise<Readable> {
  const { q, email, name, ...asked } = search
  const { mayReadInvoices: _, mayReadCases: _cases, readerId: _reader, now: _now, ...rest } = asked
  const typed = Object.entries({ q, email, name }).flatMap(([field, text]) => (text ? [field] : []))
  await services.database.transaction((tx) =>
    recordAct(tx, act, { at: services.now(), type: 'users.exported', after: { ...rest, typed } }),
  )
  return Readable.from(csvLines(services, search))
}

async function* csvLines({ database }: Services, search: UserSearch): AsyncGenerator<string> {
  yield CSV_START + csvLine(HEAD)
  let cursor: string | undefined
  do {
    const page = await searchUsers(database.db, { ...search, limit: PAGE_ROWS, cursor })
    const named = page.users.flatMap(approvalsOf).flatMap(peopleOfApproval)
    const names = await namesOf(database.db, [...new Set(named)])
    const nameOf = (id: number) => names.get(id) ?? unnamed(id)
    yield page.users.map((user) => csvLine(cellsOf(user, nameOf))).join('')
    cursor = page.nextCursor ?? undefined
  } while (cursor)
}

function approvalsOf({ individual_approval, business_approval }: FoundUser) {
  return [individual_approval, business_approval]
}

function cellsOf(user: FoundUser, nameOf: (id: number) => string): string[] {
  return [
    ...[
      String(user.id),
      user.name ?? '',
      user.email ?? '',
      user.user_type ?? '',
      user.pending_user_type ?? '',
    ],
    ...[user.is_verified ? 'yes' : 'no', user.individual_state ?? '', user.business_state ?? ''],
    ...approvalsOf(user).map((approval) =>
      approval ? recordSentence(approvalRecord(approval, nameOf)) : '',
    ),
    ...[user.is_erased ? 'yes' : 'no', user.created_at],
    user.email === null ? '' : user.email_confirmed ? 'yes' : 'no',
  ]
}
