import { madeUpDetails } from '#server/boot/company-details.ts'
import type { Config } from '#server/config.ts'
import { type Finding, findingsOf } from './finding.ts'

const LIST = new Intl.ListFormat('en-GB')

/** Checks in production whether people would see made-up details of the company, or write to no one. */
export function inspectCompany(config: Config): Finding[] {
  const { found, ok, note, wrong } = findingsOf('Company')
  const { production, invoicing, stripe } = config
  if (!production) return found
  for (const says of madeUpDetails(config)) wrong(says)
  if (!stripe && invoicing.missing.length > 0)
    note(
      `Invoices can’t be issued until ${LIST.format(invoicing.missing)} ${invoicing.missing.length === 1 ? 'is' : 'are'} set.`,
    )
  if (found.length === 0) ok('Its details and addresses are your own.')
  return found
}
