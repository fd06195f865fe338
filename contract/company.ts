/** The company constants; a deployment overrides them by environment, see server/config.ts. */
export const COMPANY = {
  name: 'Verdaccord',
  legalName: 'Verdaccord Limited',
  tagline: 'Enterprise Carbon Credit Platform',
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
  /** What the company says of its authorisation; nothing unless a deployment may say it (choices §4). */
  authorisation: '',
  complaintsEmail: 'complaints@verdaccord.example',
  /** What people know the sign-in provider as, on the button that leads there. */
  signInProvider: 'Auth0',
} as const

export type Company = {
  readonly [K in keyof typeof COMPANY]: (typeof COMPANY)[K] extends number ? number : string
}

/** The years of the copyright line: from the company's to that of `now`, or the one where they are the same. */
export function copyrightYears({ year }: Pick<Company, 'year'>, now: Date): string {
  const present = now.getUTCFullYear()
  return present > year ? `${year}–${present}` : String(year)
}
