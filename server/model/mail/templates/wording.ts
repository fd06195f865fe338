import { dayText, momentText } from '#domain/date-text.ts'
import type { Site } from './site.ts'

const LOOKS_LIKE_ADDRESS = /[/@]|\p{L}{2,}\.\p{L}{2,}/u
// A company may well be an A/S.
const LOOKS_LIKE_LINK = /@|\/\/|\p{L}{2,}\.\p{L}{2,}/u
const LONGEST_GREETED_NAME = 80

/** A moment with its time and zone in London. */
export function dateAndTime(at: Date, { dateStyle }: Site): string {
  return momentText(at, dateStyle)
}

/** The day of a moment in London. */
export function day(at: Date, { dateStyle }: Site): string {
  return dayText(at, dateStyle)
}

/** How a company is called; by no name that mail programs would turn into a link, for the reason that `greeting` has. */
export function companyText(company: string): string {
  const shown = company.replace(/\s+/g, ' ').trim()
  return shown.length > LONGEST_GREETED_NAME || LOOKS_LIKE_LINK.test(shown) ? 'your company' : shown
}

/**
 * "Hello Ana," or "Hello,". A name that looks like a web address is left out: anyone can sign up with the address of
 * someone else and a name that mail programs would turn into a link.
 */
export function mailGreeting(name: string | null): string {
  const shown = name?.replace(/\s+/g, ' ').trim()
  if (!shown || shown.length > LONGEST_GREETED_NAME || LOOKS_LIKE_ADDRESS.test(shown)) return 'Hello,'
  return `Hello ${shown},`
}
