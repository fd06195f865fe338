import type { MailProps } from '#server/model/mail/mail-kinds.ts'
import type { MailView } from './layout.ts'
import {
  action,
  aside,
  bareAddress,
  deviceFacts,
  facts,
  figure,
  link,
  mailto,
  paragraph,
  title,
} from './parts.ts'
import { dateAndTime, mailGreeting, type Site } from './site.ts'

/** Proves that the address of a new account belongs to the person who gave it. */
export function signUp(props: MailProps['sign-up'], site: Site): MailView {
  const href = site.link(props.path)
  return {
    subject: `Your ${site.company.name} sign-up code`,
    preheader: `It works for ${count(props.codeMinutes, 'minute')}.`,
    because: `Someone gave this address to create a ${site.company.name} account.`,
    body: [
      title('Confirm your email address'),
      paragraph('Enter this code on the page where you’re creating your account:'),
      figure(props.code),
      aside(`It works once, for ${count(props.codeMinutes, 'minute')}.`),
      paragraph('Or open this link in the same browser:'),
      action('Confirm email address', href),
      aside(`The link works once, for ${count(props.linkHours, 'hour')}.`),
      aside(
        'If you didn’t ask for this, ignore this email and don’t give the code to anyone. No account is created without it. Our team will never ask you for it.',
      ),
      bareAddress(href),
    ],
  }
}

/** Tells the owner of an account that its address was given to create another one. */
export function signUpKnown(props: MailProps['sign-up-known'], site: Site): MailView {
  return {
    subject: `You already have a ${site.company.name} account`,
    preheader: 'Sign in with it, or reset your password.',
    because: `Someone gave this address to create a ${site.company.name} account.`,
    body: [
      title('You already have an account'),
      paragraph(mailGreeting(props.name)),
      paragraph(
        'Someone tried to create an account with this address, which already has one. If this was you, sign in. If you’ve forgotten your password, reset it on the sign-in page.',
      ),
      action('Go to sign in', site.link('/login')),
      aside('If this wasn’t you, ignore this email. Nothing has changed.'),
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
      paragraph(mailGreeting(props.name)),
      paragraph(`We were asked to reset the password of your ${site.company.name} account.`),
      action('Choose a new password', href),
      aside(`The link works once, for ${count(props.expiresInMinutes, 'minute')}.`),
      aside('If this wasn’t you, ignore this email. Your password won’t change.'),
      bareAddress(href),
    ],
  }
}

/** Tells the owner of an account that someone keeps trying its password. */
export function signInFailures(props: MailProps['sign-in-failures'], site: Site): MailView {
  return {
    subject: `Someone is trying to sign in to your ${site.company.name} account`,
    preheader: `${props.failures} wrong ${props.what === 'code' ? 'codes' : 'passwords'} in a row.`,
    because: `You’re receiving this because you have a ${site.company.name} account.`,
    body: [
      title('Failed sign-ins'),
      paragraph(mailGreeting(props.name)),
      ...(props.what === 'code'
        ? [
            paragraph(
              `Someone entered your password, then a wrong code ${props.failures} times in a row. No one has signed in. We now make each new try wait longer.`,
            ),
            paragraph(
              'If this wasn’t you, someone knows your password. Reset it on the sign-in page now. If it was, check that the time on your phone is right.',
            ),
          ]
        : [
            paragraph(
              `A wrong password was entered for your account ${props.failures} times in a row. We now make each new try wait longer.`,
            ),
            paragraph(
              'If this was you, reset your password on the sign-in page. If it wasn’t, you don’t need to do anything: no one has signed in.',
            ),
          ]),
      action('Go to sign in', site.link('/login')),
    ],
  }
}

/** Tells the owner of an account that its password was replaced through a mailed link. */
export function passwordChanged(props: MailProps['password-changed'], site: Site): MailView {
  const { supportEmail } = site.company
  return {
    subject: `The password of your ${site.company.name} account was changed`,
    preheader: `${props.device}. If this was you, there’s nothing to do.`,
    because: `You’re receiving this because you have a ${site.company.name} account.`,
    body: [
      title('Password changed'),
      paragraph(mailGreeting(props.name)),
      paragraph('The password of your account was changed, and every device was signed out.'),
      deviceFacts(props, site),
      paragraph(
        'If this wasn’t you, someone else can read your email. Change the password of your mailbox first, then reset this one on the sign-in page and tell us at ',
        mailto(supportEmail),
        '.',
      ),
      action('Go to sign in', site.link('/login')),
    ],
  }
}

/** Tells the owner of an account that a browser signed in that had not done so before. */
export function newDevice(props: MailProps['new-device'], site: Site): MailView {
  const { supportEmail } = site.company
  return {
    subject: `New sign-in to your ${site.company.name} account`,
    preheader: `${props.device}. If this was you, there’s nothing to do.`,
    because: `You’re receiving this because you have a ${site.company.name} account.`,
    body: [
      title('New device'),
      paragraph(mailGreeting(props.name)),
      paragraph('Someone signed in to your account on a device that we haven’t seen before.'),
      deviceFacts(props, site),
      paragraph(
        props.atProvider
          ? 'If this wasn’t you, sign out everywhere in your profile, change your password where you sign in, then tell us at '
          : 'If this wasn’t you, reset your password on the sign-in page, which signs out every device, then tell us at ',
        mailto(supportEmail),
        '.',
      ),
      props.atProvider
        ? action('See where you’re signed in', site.link('/profile?tab=security'))
        : action('Go to sign in', site.link('/login')),
    ],
  }
}

/** Tells the owner of a session that another device has brought it, and that it is over. */
export function sessionMoved(props: MailProps['session-moved'], site: Site): MailView {
  const { supportEmail } = site.company
  return {
    subject: `We ended a session of your ${site.company.name} account`,
    preheader: 'Another device used it.',
    because: `You’re receiving this because you have a ${site.company.name} account.`,
    body: [
      title('We ended a session'),
      paragraph(mailGreeting(props.name)),
      paragraph('You signed in with one device, and another one then used the same session. We ended it.'),
      facts([
        { name: 'Signed in with', value: props.device },
        { name: 'Then used with', value: props.other },
        { name: 'When', value: dateAndTime(props.at, site) },
      ]),
      paragraph(
        'If you changed how your browser presents itself, sign in again. If it wasn’t you, reset your password on the sign-in page, then tell us at ',
        mailto(supportEmail),
        '.',
      ),
      action('Go to sign in', site.link('/login')),
    ],
  }
}

/** Proves that a changed system email belongs to the person who entered it. */
export function systemEmailConfirmation(props: MailProps['system-email-confirmation'], site: Site): MailView {
  const href = site.link(props.path)
  return {
    subject: `Confirm your new email for ${site.company.name}`,
    preheader: 'After that we’ll write to this address.',
    because: `This address was entered in a ${site.company.name} account.`,
    body: [
      title('Confirm your new email address'),
      paragraph(mailGreeting(props.name)),
      paragraph(
        `This address was entered as the system email of a ${site.company.name} account. Confirm that it’s yours and we’ll write to you here.`,
      ),
      action('Confirm email address', href),
      aside(`The link works once, for ${count(props.expiresInHours, 'hour')}.`),
      aside('If this wasn’t you, ignore this email. We won’t write to this address again.'),
      bareAddress(href),
    ],
  }
}

/** Tells the former address that another one is to take its place. */
export function emailChanged(props: MailProps['email-changed'], site: Site): MailView {
  const { supportEmail } = site.company
  return {
    subject: `Your ${site.company.name} email is being changed`,
    preheader: 'If this wasn’t you, tell us.',
    because: `This is the system email of your ${site.company.name} account so far.`,
    body: [
      title('Your email address is being changed'),
      paragraph(mailGreeting(props.name)),
      paragraph(
        `The system email of your account was changed to ${props.newEmail}. We’ll keep writing to this address until you confirm the new one.`,
      ),
      paragraph(
        'If this wasn’t you, sign out everywhere in your account, then tell us at ',
        link(supportEmail, `mailto:${supportEmail}`),
        '.',
      ),
      action('Open your account', site.link('/profile?tab=edit')),
    ],
  }
}

/** Tells a person what support changed on their behalf, at every address they have proven, so that a fraud is noticed. */
export function detailsChanged(props: MailProps['details-changed'], site: Site): MailView {
  const { supportEmail } = site.company
  return {
    subject: `We changed the ${props.what} on your ${site.company.name} account`,
    preheader: 'If you didn’t ask for this, tell us at once.',
    because: `You’re receiving this because you have a ${site.company.name} account.`,
    body: [
      title(`Your ${props.what} was changed`),
      paragraph(mailGreeting(props.name)),
      paragraph(
        `Our support team changed the ${props.what} on your account. Two people checked the request.`,
      ),
      facts([
        { name: 'Before', value: props.before || 'Not set' },
        { name: 'Now', value: props.after },
      ]),
      ...(props.isEmail
        ? [
            paragraph(
              'We’ll use the new address once you confirm it: follow the link in the email we sent there.',
            ),
          ]
        : []),
      paragraph('If you didn’t ask for this, email ', mailto(supportEmail), ' at once.'),
    ],
  }
}

/** Tells a person that they are kept out for now, and whom to ask. */
export function accountSuspended(props: MailProps['account-suspended'], site: Site): MailView {
  return {
    subject: `Your ${site.company.name} account is suspended`,
    preheader: 'You can’t sign in until we restore it.',
    because: `You’re receiving this because you have a ${site.company.name} account.`,
    body: [
      title('Your account is suspended'),
      paragraph(mailGreeting(props.name)),
      paragraph(
        `We’ve suspended your ${site.company.name} account and signed you out everywhere. Your data is kept.`,
      ),
      paragraph('To find out why or to have it restored, email ', mailto(site.company.supportEmail), '.'),
    ],
  }
}

/** Tells a person that they can sign in again. */
export function accountRestored(props: MailProps['account-restored'], site: Site): MailView {
  return {
    subject: `Your ${site.company.name} account is restored`,
    preheader: 'You can sign in again.',
    because: `You’re receiving this because you have a ${site.company.name} account.`,
    body: [
      title('Your account is restored'),
      paragraph(mailGreeting(props.name)),
      paragraph('You can sign in again. Everything is as you left it.'),
      action('Sign in', site.link('/login')),
    ],
  }
}

function count(amount: number, unit: string): string {
  return `${amount} ${unit}${amount === 1 ? '' : 's'}`
}
