import { z } from 'zod'
import { hasLetters, isRealDay, visibleText } from './text-checks.ts'

/** Longest name and longest free text accepted, in characters (security R28). */
export const NAME_MAX = 200
export const TEXT_MAX = 5000
export const ADDRESS_MAX = 1000
/** Shorter than any complete address. */
const ADDRESS_MIN = 5

// Control characters, lone surrogates and direction overrides have no place in a name; apostrophes, accents and
// right-to-left scripts do.
const FORBIDDEN = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/**
 * Returns one line of typed text: trimmed, NFC, single spaces, no control or direction characters; empty if
 * nothing in it is visible.
 */
function cleanLine(value: string): string {
  const line = value.normalize('NFC').replace(FORBIDDEN, ' ').replace(/\s+/g, ' ').trim()
  return visibleText(line) === '' ? '' : line
}

const line = (label: string, max: number, whose: 'Your' | 'The' = 'Your') => {
  const missing = `Enter ${whose.toLowerCase()} ${label}`
  return z
    .string(missing)
    .transform(cleanLine)
    .pipe(z.string().min(1, missing).max(max, `${whose} ${label} must be ${max} characters or fewer`))
}

// Emoji and flags; signs that were there before them, and the one that counts as a letter, are none.
const EMOJI = /(?![©®™ℹ])[\p{Extended_Pictographic}\p{RI}]/u

/** The name of a person, which no document prints with emoji. */
const personName = (label: string, whose: 'Your' | 'The' = 'Your') =>
  line(label, NAME_MAX, whose).refine(
    (name) => !EMOJI.test(name),
    `Enter ${whose.toLowerCase()} ${label} without emoji`,
  )

export const FirstName = personName('first name')
export const LastName = personName('last name')
export const FullName = personName('full name')
export const LegalName = line('company’s legal name', NAME_MAX)
export const NetworkName = line('network’s name', NAME_MAX)
export const EmployerName = line('employer’s name', NAME_MAX)
/** The same for staff who enter someone else’s: "your" would be untrue. */
export const TheirFirstName = personName('first name', 'The')
export const TheirLastName = personName('last name', 'The')

/** One line of any other text, cleaned like a name. `missing` is the message for an empty one. */
export const OneLine = (max: number, missing = 'Enter this') =>
  z
    .string(missing)
    .transform(cleanLine)
    .pipe(z.string().min(1, missing).max(max, `Use ${max} characters or fewer`))

/**
 * A Legal Entity Identifier (ISO 17442), stored in capitals without spaces; the last two digits are check digits (ISO
 * 7064).
 */
export const Lei = z
  .string('Enter the LEI')
  .max(100, 'Use 100 characters or fewer')
  .transform((text) => text.replace(/[\s\p{Pd}]/gu, '').toUpperCase())
  .pipe(
    z.string().regex(/^[A-Z\d]{18}\d\d$/, 'An LEI has 20 characters: 18 letters or digits, then 2 digits'),
  )
  .pipe(z.string().refine(fitsItsCheckDigits, 'This LEI isn’t right. Check that you typed it correctly'))

/** Each letter is replaced by two digits (A is 10); the resulting number must leave 1 when divided by 97. */
function fitsItsCheckDigits(lei: string): boolean {
  const digits = lei.replace(/[A-Z]/g, (letter) => String(Number.parseInt(letter, 36)))
  return BigInt(digits) % 97n === 1n
}

/** An optional text; blanks only count as not given. */
export const orNothing = <S extends z.ZodType<string, string>>(schema: S) =>
  z
    .string()
    .nullish()
    .transform((value) => value?.trim() || null)
    .pipe(z.nullable(schema))

const email = (missing: string) =>
  z
    .string(missing)
    .trim()
    .min(1, missing)
    .max(254, 'Please enter a valid email address')
    .pipe(z.email('Please enter a valid email address'))

export const Email = email('Enter your email address')
export const TheirEmail = email('Enter an email address')

const postalAddress = (whose: 'Your' | 'The') => {
  const missing = `Enter ${whose.toLowerCase()} address`
  return z
    .string(missing)
    .transform((value) => value.split(/\r?\n/).map(cleanLine).filter(Boolean).join('\n'))
    .pipe(
      z
        .string()
        .min(1, missing)
        .max(ADDRESS_MAX, `${whose} address must be ${ADDRESS_MAX} characters or fewer`)
        .refine(
          (value) => value === '' || value.length >= ADDRESS_MIN,
          `Enter ${whose.toLowerCase()} full address`,
        ),
    )
}

/**
 * A path of our own pages, such as `/account?tab=kyc`: never one that a browser would resolve to another site or a
 * script.
 */
export const OwnPath = z
  .string('Enter a path of this site')
  .max(2000, 'Use 2,000 characters or fewer')
  .regex(/^\/(?![/\\])[\w\-./~%?&=+#:,;@!$'()*[\]]*$/, 'Enter a path of this site')

/** An address over several lines; blank lines are dropped. */
export const PostalAddress = postalAddress('Your')
export const TheirPostalAddress = postalAddress('The')

const phone = (missing: string) =>
  z.string(missing).trim().min(1, missing).max(40, 'Enter a phone number with no more than 40 characters')

/** Text for a phone number; `readPhone` in domain/phone.ts decides for server and browser whether it is one. */
export const Phone = phone('Enter your phone number')
export const TheirPhone = phone('Enter a phone number')

/** A calendar day as ISO `YYYY-MM-DD`. Checks that the day exists; its range is up to the rule that uses it. */
export const DateText = z
  .string('Enter a date')
  .regex(/^\d{4}-\d{2}-\d{2}$/, 'Enter a real date')
  .refine(isRealDay, 'Enter a real date')

/** Text that a database can store: no NUL and no lone surrogates. */
export const StorableText = (max: number) =>
  z
    .string()
    .max(max, `Use ${max} characters or fewer`)
    .refine(
      (value) => !value.includes('\0') && value.isWellFormed(),
      'Remove any characters that are not text',
    )

// Characters that change the direction of the text after them.
const TURNS = /[\u202a-\u202e\u2066-\u2069]/g

/**
 * Returns text trimmed and without direction overrides, which could make a record read differently; empty if
 * nothing in it is visible.
 */
function cleanText(value: string): string {
  return visibleText(value) === '' ? '' : value.replace(TURNS, '').trim()
}

/** A free text, up to the given length. */
export const FreeText = (max = TEXT_MAX) => z.string().overwrite(cleanText).pipe(StorableText(max))

/** A free text that must contain words, because others rely on it. `missing` is the message otherwise. */
export const Reason = (max: number, missing: string) => FreeText(max).refine(hasLetters, missing)

const DIGITS = /^-?\d+$/

/**
 * A whole number that arrives as text, in an address, a header or a form: only digits, although a language would also
 * read `0x10`, `1e3`, `true` or a blank as a number.
 */
export const inDigits = (number: z.ZodNumber) =>
  z.preprocess((given) => (typeof given === 'string' && DIGITS.test(given) ? Number(given) : given), number)

export const UserId = inDigits(z.number().int().positive().max(Number.MAX_SAFE_INTEGER))
export const DocumentId = z.uuid()

/** Made by the page for one request: sending it again has no further effect. */
export const RequestKey = z.uuid('Send a UUID')

/** A moment on the wire: ISO 8601 in UTC. */
export const Moment = z.string()

/** A switch in an address: `?name`, `?name=1` and `?name=0`; anything else isn't guessed at. */
export const YesOrNo = z
  .enum(['0', '1', ''], 'Write 1 for yes, or 0 for no')
  .transform((value) => value !== '0')

/** Page size and position in a list (choices §9.3). */
export const PageQuery = z.object({
  limit: inDigits(z.number().int().min(1).max(100)).default(25).describe('25 unless it is given'),
  cursor: z.string().max(400).optional(),
})

/** Six digits; spaces and dashes, which people copy along, are removed. */
export const EmailCode = z
  .string('Enter the 6-digit code')
  .max(40, 'Enter the 6-digit code')
  .transform((text) => text.replace(/[\s\-–]/g, ''))
  .pipe(z.string().regex(/^[0-9]{6}$/, 'Enter the 6-digit code'))
