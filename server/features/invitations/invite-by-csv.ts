import Papa from 'papaparse'
import { Email, OneLine } from '#contract/fields.ts'
import { CSV_LINES, type CsvReportLine } from '#contract/invitations/invitations.ts'
import type { Act } from '#server/model/audit/record-event.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { Services } from '#server/services.ts'
import { sendInvitation } from './send-invitation.ts'

interface CsvLine {
  line: number
  cells: string[]
}

const Name = OneLine(200)
const HEADINGS = /^e-?mail( address)?$/i

/**
 * Invites the people in a CSV file with an address and optionally a name per line. Each line is handled by
 * itself: an error in one doesn't stop the others, and the same file again sends no one a second invitation.
 * Throws VALIDATION_ERROR for a file that isn't of this kind.
 */
export async function inviteByCsv(
  services: Services,
  act: Act,
  csv: string,
  inviter: { mayFindPeople: boolean },
): Promise<CsvReportLine[]> {
  const seen = new Map<string, number>()
  const report: CsvReportLine[] = []
  for (const { line, cells } of linesOf(csv)) {
    const email = (cells[0] ?? '').trim()
    const answer = (outcome: CsvReportLine['outcome'], message: string) =>
      void report.push({ line, email: email.slice(0, 254), outcome, message })
    const checked = Email.safeParse(email)
    const name = Name.safeParse(cells[1] || undefined)
    if (!checked.success) answer('invalid', checked.error.issues[0]?.message ?? 'Not an email address')
    else if (cells[1]?.includes('\ufffd'))
      answer('invalid', 'A letter of this name was lost. Save the file as “CSV UTF-8” and upload it again.')
    else if (cells[1]?.trim() && !name.success)
      answer('invalid', name.error.issues[0]?.message ?? 'Not a name')
    else {
      const first = seen.get(checked.data.toLowerCase())
      if (first !== undefined) {
        answer('repeated', `The same address as on line ${first}.`)
        continue
      }
      seen.set(checked.data.toLowerCase(), line)
      try {
        const person = { email: checked.data, name: name.data ?? null }
        const { alreadyInvited } = await sendInvitation(services, act, person, inviter)
        answer(
          alreadyInvited ? 'already_invited' : 'sent',
          alreadyInvited ? 'Already invited.' : 'Invitation sent.',
        )
      } catch (error) {
        if (error instanceof AppError && error.code === 'INVALID_STATE') {
          answer('has_account', error.message)
          continue
        }
        services.log.error({ err: error, line }, 'an invitation of a file failed')
        answer('failed', 'This one could not be sent. Upload the file again: the others are not sent twice.')
      }
    }
  }
  return report
}

/** The non-empty lines without the header. Each line may use another separator. */
function linesOf(csv: string): CsvLine[] {
  const lines = csv
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)
    .map((text, index) => ({ line: index + 1, cells: cellsOf(text) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''))
    .filter(({ cells }, index) => index > 0 || !HEADINGS.test(cells[0] ?? ''))
  if (!lines.length) throw refused('There is no email address in this file.')
  if (lines.length > CSV_LINES)
    throw refused(`This file has ${lines.length} addresses. Split it into files of up to ${CSV_LINES}.`)
  return lines
}

function cellsOf(line: string): string[] {
  // An address contains none of these, so the first one is the separator.
  const delimiter = /[,;\t]/.exec(line)?.[0] ?? ','
  const written = line.trim().replaceAll(/([,;\t]) +"/g, '$1"')
  const { data, errors } = Papa.parse<string[]>(written, { delimiter })
  if (errors.some(({ type }) => type === 'Quotes'))
    throw refused('This is not a CSV file that can be read. Put one email address on each line.')
  return data[0]?.map((cell) => cell.trim()) ?? []
}

function refused(message: string): AppError {
  return new AppError('VALIDATION_ERROR', message, { fields: { csv: message } })
}
