import type { MailProps } from '../mail-kinds.ts'
import type { MailView } from './layout.ts'
import { action, aside, bareAddress, paragraph, title } from './parts.ts'
import type { Site } from './site.ts'
import { greeting } from './wording.ts'

/** Proves that the address of a new account belongs to the person who gave it. */
export function emailConfirmation(props: MailProps['email-confirmation'], site: Site): MailView {
  const href = site.link(props.path)
  return {
    subject: `Confirm your email for ${site.company.name}`,
    preheader: 'One click, and your account is ready to use.',
    because: `This address was given when a ${site.company.name} account was created.`,
    body: [
      title('Confirm your email address'),
      paragraph(greeting(props.name)),
      paragraph(
        `A ${site.company.name} account was created with this address. Confirm that the address is yours, and you can sign in.`,
      ),
      action('Confirm email address', href),
      aside(`The link works once, for ${count(props.expiresInHours, 'hour')}.`),
      aside(
        'If this was not you, ignore this email: nobody can use the account until the address is confirmed.',
      ),
      bareAddress(href),
    ],
  }
}

/** Lets the owner of an account choose a new password. */
export function passwordReset(props: MailProps['password-reset'], site: Site): MailView {
  const href = site.link(props.path)
  return {
    subject: `Reset your ${site.company.name} password`,
    preheader: `The link works for ${count(props.expiresInMinutes, 'minute')}.`,
    because: `Someone asked to reset the password of the ${site.company.name} account with this address.`,
    body: [
      title('Choose a new password'),
      paragraph(greeting(props.name)),
      paragraph(`We were asked to reset the password of your ${site.company.name} account.`),
      action('Choose a new password', href),
      aside(`The link works once, for ${count(props.expiresInMinutes, 'minute')}.`),
      aside('If this was not you, ignore this email: your password stays as it is.'),
      bareAddress(href),
    ],
  }
}

function count(amount: number, unit: string): string {
  return `${amount} ${unit}${amount === 1 ? '' : 's'}`
}
