import type { Company } from '#contract/company.ts'
import type { DateStyle } from '#contract/date-style.ts'
import { dayText, momentText } from '#domain/date-text.ts'
import { isolated } from '#domain/isolated.ts'

const LOOKS_LIKE_ADDRESS = /[/@]|\p{L}{2,}\.\p{L}{2,}/u
// A company may well be an A/S.
const LOOKS_LIKE_LINK = /@|\/\/|\p{L}{2,}\.\p{L}{2,}/u
const LONGEST_GREETED_NAME = 80
const LONGEST_IN_SUBJECT = 40

/** What every mail says about its sender, and the address its links lead to. */
export interface Site {
  company: Company
  dateStyle: DateStyle
  /** The public address of a path. Throws when the path would lead to another site. */
  link(path: string): string
}

/** What a deployment says about itself for its mails. */
export interface Deployment {
  company: Company
  publicUrl: string
  dateStyle: DateStyle
}

/** Makes the site of a deployment. */
export function mailSite({ company, publicUrl, dateStyle }: Deployment): Site {
  return {
    company,
    dateStyle,
    link(path) {
      if (!/^\/(?![/\\])/.test(path)) throw new Error('A link in a mail must be a path of this site')
      return new URL(publicUrl + path).href
    },
  }
}

/** A moment with its time and zone in London. */
export function dateAndTime(at: Date, { dateStyle }: Site): string {
  return momentText(at, dateStyle)
}

/** The day of a moment in London. */
export function day(at: Date, { dateStyle }: Site): string {
  return dayText(at, dateStyle)
}

const UNNAMED = 'your company'

/** The same at the beginning of a sentence. */
export function companyAtStart(company: string): string {
  const text = companyText(company)
  return text === UNNAMED ? 'Your company' : text
}

/** Returns what to call a company; never a name that mail programs would turn into a link (see `greeting`). */
export function companyText(company: string): string {
  const shown = company.replace(/\s+/g, ' ').trim()
  return shown.length > LONGEST_GREETED_NAME || LOOKS_LIKE_LINK.test(shown) ? UNNAMED : isolated(shown)
}

/** Returns the first words of a long text, for a subject. */
export function shortened(text: string): string {
  const shown = [...text.replace(/\s+/g, ' ').trim()]
  if (shown.length <= LONGEST_IN_SUBJECT) return shown.join('')
  const start = shown.slice(0, LONGEST_IN_SUBJECT)
  return `${start
    .slice(0, Math.max(start.lastIndexOf(' '), LONGEST_IN_SUBJECT / 2))
    .join('')
    .trimEnd()}…`
}

/** Returns a leaf line's label; a person's line is labelled with their name, to which the same applies. */
export function lineText(label: string): string {
  return LOOKS_LIKE_LINK.test(label) ? 'Someone you named' : isolated(label)
}

/**
 * "Hello Ana," or "Hello,". A name that looks like a web address is left out: anyone can sign up with someone
 * else's address and a name that mail programs would turn into a link.
 */
export function mailGreeting(name: string | null): string {
  const shown = name?.replace(/\s+/g, ' ').trim()
  if (!shown || shown.length > LONGEST_GREETED_NAME || LOOKS_LIKE_ADDRESS.test(shown)) return 'Hello,'
  return `Hello ${isolated(shown)},`
}
