import { COMPANY } from '#contract/company.ts'
import type { Config } from '#server/config.ts'

/** The details that come with the product, each with the variable that replaces it. */
const SAMPLES = {
  legalName: 'COMPANY_LEGAL_NAME',
  address: 'COMPANY_ADDRESS',
  phone: 'COMPANY_PHONE',
  supportEmail: 'COMPANY_SUPPORT_EMAIL',
  contactEmail: 'COMPANY_CONTACT_EMAIL',
  complaintsEmail: 'COMPANY_COMPLAINTS_EMAIL',
  forumUrl: 'COMPANY_FORUM_URL',
  linkedInUrl: 'COMPANY_LINKEDIN_URL',
  xUrl: 'COMPANY_X_URL',
  termsUrl: 'COMPANY_TERMS_URL',
  privacyUrl: 'COMPANY_PRIVACY_URL',
} as const

/** No one has a domain of these (RFC 2606), which examples of a configuration use. */
const MADE_UP = /(?<=[@./])example(\.com|\.net|\.org)?(?=[/:>]|$)/i

const LIST = new Intl.ListFormat('en-GB')

/**
 * Sentences about made-up details of the company that people would see in production, or addresses where no one
 * reads what they write.
 */
export function madeUpDetails(
  config: Pick<Config, 'production' | 'company' | 'companyDomains' | 'mailFrom' | 'securityContact'>,
): string[] {
  const { production, company, companyDomains, mailFrom, securityContact } = config
  if (!production) return []
  const left = Object.entries(SAMPLES).flatMap(([name, variable]) => {
    const value = company[name as keyof typeof SAMPLES]
    return value === COMPANY[name as keyof typeof SAMPLES] || MADE_UP.test(value) ? [variable] : []
  })
  const says: string[] = []
  if (left.length > 0)
    says.push(
      `${LIST.format(left)} ${left.length === 1 ? 'is' : 'are'} still the sample’s: people would see made-up details and write to no one. Set ${left.length === 1 ? 'it' : 'them'}.`,
    )
  if (MADE_UP.test(mailFrom))
    says.push(`Mails would be sent from ${mailFrom}, which no mail server takes: set MAIL_FROM.`)
  if (MADE_UP.test(securityContact) && !left.includes('COMPANY_SUPPORT_EMAIL'))
    says.push(
      `Weaknesses would be reported to ${securityContact}, where no one reads them: set SECURITY_CONTACT.`,
    )
  const domains = companyDomains.filter((domain) => MADE_UP.test(`@${domain}`))
  if (domains.length > 0)
    says.push(
      `COMPANY_DOMAINS has ${LIST.format(domains)}, where no one has an address, so no one can become staff there: set your own.`,
    )
  return says
}
