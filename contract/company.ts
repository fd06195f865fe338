/** The company's details; a deployment overrides them through the environment, see server/config.ts. */
export const COMPANY = {
  name: 'Verdaccord',
  legalName: 'Verdaccord Limited',
  tagline: 'Enterprise Carbon Credit Platform',
  /** As in package.json. */
  version: '1.0.0',
  year: 2025,
  supportEmail: 'support@verdaccord.example',
  contactEmail: 'hello@verdaccord.example',
  phone: '020 7946 0123',
  address: '1 Carbon Exchange, London EC2V 0AA',
  forumUrl: 'https://forum.verdaccord.example',
  termsUrl: 'https://legal.verdaccord.example/terms',
  privacyUrl: 'https://legal.verdaccord.example/privacy',
  linkedInUrl: 'https://social.verdaccord.example/linkedin',
  xUrl: 'https://social.verdaccord.example/x',
  /** What the company states about its authorisation; empty unless a deployment may claim one (choices §4.4). */
  authorisation: '',
  complaintsEmail: 'complaints@verdaccord.example',
  /** The sign-in provider's name, on the button that leads there. */
  signInProvider: 'Auth0',
} as const

/** What the company is for, said below its tagline where people sign in. */
export const COMPANY_AIM =
  'Accelerating the transition to a sustainable future through a transparent, secure marketplace for environmental assets.'

export type Company = {
  readonly [K in keyof typeof COMPANY]: (typeof COMPANY)[K] extends number ? number : string
}

/**
 * Returns the years of the copyright line: from the company's year to that of `now`, or a single year if they are
 * equal.
 */
export function copyrightYears({ year }: Pick<Company, 'year'>, now: Date): string {
  const present = now.getUTCFullYear()
  return present > year ? `${year}–${present}` : String(year)
}
