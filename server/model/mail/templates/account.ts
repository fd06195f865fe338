import { isolated } from '#domain/isolated.ts'
import type { MailProps } from '#server/model/mail/mail-kinds.ts'
import type { MailView } from './layout.ts'
import { action, aside, bareAddress, facts, figure, link, mailto, paragraph, title } from './parts.ts'
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
      facts([
        { name: 'Device', value: props.device },
        { name: 'When', value: dateAndTime(props.at, site) },
      ]),
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

/** Tells a person what support changed on their behalf, at every address of theirs, so that a fraud is noticed. */
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

/** Tells someone that they may do more from now on, so that a mistake is noticed by its owner. */
export function roleGranted(props: MailProps['role-granted'], site: Site): MailView {
  return {
    subject: `You are now ${withArticle(props.role)} of ${site.company.name}`,
    preheader: 'The role applies from your next page.',
    because: `Your ${site.company.name} account has a staff role.`,
    body: [
      title(`You are now ${withArticle(props.role)}`),
      paragraph(mailGreeting(props.name)),
      paragraph(
        `${byWhom(props.by)} gave your ${site.company.name} account the role ${props.role}. It counts from your next page on.`,
      ),
      action('Open administration', site.link('/admin/dashboard')),
      aside('If you did not expect this, tell another super admin at once.'),
    ],
  }
}

/** Tells someone that a role is gone, and what is left. */
export function roleRemoved(props: MailProps['role-removed'], site: Site): MailView {
  const { supportEmail } = site.company
  const left = props.left ? `You are still ${withArticle(props.left)}.` : 'Your own account doesn’t change.'
  return {
    subject: `You are no longer ${withArticle(props.role)} of ${site.company.name}`,
    preheader: left,
    because: `Your ${site.company.name} account had a staff role.`,
    body: [
      title(`You are no longer ${withArticle(props.role)}`),
      paragraph(mailGreeting(props.name)),
      paragraph(
        `${byWhom(props.by)} removed the role ${props.role} from your ${site.company.name} account. ${left}`,
      ),
      action('Open your account', site.link('/profile')),
      aside('If you think this is a mistake, write to us at ', mailto(supportEmail), '.'),
    ],
  }
}

/** Asks a super admin for the second pair of eyes (cases, Deciding). */
export function roleProposed(props: MailProps['role-proposed'], site: Site): MailView {
  return {
    subject: `A super admin of ${site.company.name} is proposed`,
    preheader: 'Confirm or decline it.',
    because: `You are a super admin of ${site.company.name}.`,
    body: [
      title('A super admin is proposed'),
      paragraph(mailGreeting(props.name)),
      paragraph(
        `${byWhom(props.by)} proposes ${isolated(props.person)} as a super admin: full access with no restrictions. It takes a second super admin to confirm it, until ${dateAndTime(props.expiresAt, site)}.`,
      ),
      action('Confirm or decline', site.link(props.path)),
      aside('If you weren’t expecting this, decline it and ask them.'),
    ],
  }
}

/** Alarms a super admin: the ledger is not what a checkpoint says, or its chain is broken (security R24). */
export function ledgerFault(props: MailProps['ledger-fault'], site: Site): MailView {
  const more = props.more > 0 ? [paragraph(`There are ${props.more} more.`)] : []
  return {
    subject: `The audit log of ${site.company.name} may have been changed`,
    preheader: 'A check of the audit log found something wrong.',
    because: `You are a super admin of ${site.company.name}.`,
    body: [
      title('The audit log may have been changed'),
      paragraph(mailGreeting(props.name)),
      paragraph(
        `We check the audit log every hour. At ${dateAndTime(props.at, site)} the check found something that shouldn’t be there:`,
      ),
      ...props.faults.map((fault) => paragraph(fault)),
      ...more,
      paragraph(
        'Don’t restore or repair anything yet. Ask the people who run the database to keep it as it is, and to follow “When a check fails” in the operations manual.',
      ),
      action('Open the audit log', site.link(props.path)),
      aside('While the fault lasts, we email you about it once a day.'),
    ],
  }
}

/** Alarms a super admin: a stored document isn't the one that its person has uploaded (security R47). */
export function documentRefused(props: MailProps['document-refused'], site: Site): MailView {
  return refused(props, site, {
    what: 'A stored document',
    preheader: 'It was refused, and no one saw it.',
    said: 'a document was refused because it isn’t the one that was uploaded. It was not shown, and nothing can be approved with it.',
    which: `${props.file}, document ${props.documentId}: ${props.fault}.`,
    button: 'Open the application',
  })
}

/** Alarms a super admin: the copy of someone's data isn't the one that was made for them (security R47). */
export function exportRefused(props: MailProps['export-refused'], site: Site): MailView {
  return refused(props, site, {
    what: 'A stored file',
    preheader: 'It was refused, and no one got it.',
    said: 'a copy of someone’s data was refused because its key belongs to another file. It was not downloaded.',
    which: `Copy ${props.exportId}.`,
    button: 'Open the account',
  })
}

/** Alarms a super admin: an encrypted value of a row isn't the one that was saved there (security R47). */
export function valueRefused(props: MailProps['value-refused'], site: Site): MailView {
  return refused(props, site, {
    what: 'A stored value',
    preheader: 'It was refused, and no one saw it.',
    said: `${props.what} was refused because it isn’t the one that was saved. It was not shown.`,
    which: `In the database: ${props.place}.`,
    button: props.path.startsWith('/admin/users/') ? 'Open the account' : 'Open the audit log',
  })
}

/** What all of them say: what was found, and that nothing is to be repaired yet. */
function refused(
  { name, at, path }: { name: string | null; at: Date; path: string },
  site: Site,
  texts: { what: string; preheader: string; said: string; which: string; button: string },
): MailView {
  return {
    subject: `${texts.what} of ${site.company.name} may have been changed`,
    preheader: texts.preheader,
    because: `You are a super admin of ${site.company.name}.`,
    body: [
      title(`${texts.what} may have been changed`),
      paragraph(mailGreeting(name)),
      paragraph(`At ${dateAndTime(at, site)} ${texts.said}`),
      paragraph(texts.which),
      paragraph(
        'Don’t restore or repair anything yet. Ask the people who run the database to keep it as it is, and to follow “When a document is refused” in the operations manual.',
      ),
      action(texts.button, site.link(path)),
      aside('While the fault lasts, we email you about it once a day at most.'),
    ],
  }
}

/** Alarms a super admin: staff opened identity papers in an unusual way (security R11). */
export function unusualReadingMail(props: MailProps['unusual-reading'], site: Site): MailView {
  return {
    subject: `Unusual reading of identity papers at ${site.company.name}`,
    preheader: 'See who opened what, and why.',
    because: `You are a super admin of ${site.company.name}.`,
    body: [
      title('Unusual reading of identity papers'),
      paragraph(mailGreeting(props.name)),
      paragraph(`At ${dateAndTime(props.at, site)} ${props.reader} ${props.what}.`),
      paragraph(
        'There may be a good reason for it. The audit log has each document they opened, and the reason they gave. If you don’t know of one, ask them, or suspend their account and end their sessions.',
      ),
      action('Open the audit log', site.link(props.path)),
      aside('We email you about the same reader and the same kind of reading once a day at most.'),
    ],
  }
}

/** Tells the one who proposed a super admin what came of it. */
export function roleProposalAnswered(props: MailProps['role-proposal-answered'], site: Site): MailView {
  const answer = props.isConfirmed ? 'confirmed' : 'declined'
  return {
    subject: `Your proposal of a super admin was ${answer}`,
    preheader: props.isConfirmed ? 'They now have the role.' : 'They didn’t get the role.',
    because: `You proposed a super admin of ${site.company.name}.`,
    body: [
      title(`Your proposal was ${answer}`),
      paragraph(mailGreeting(props.name)),
      paragraph(
        `${byWhom(props.by)} ${answer} your proposal of ${isolated(props.person)} as a super admin. ${props.isConfirmed ? 'They now have the role.' : 'Nothing has changed.'}`,
      ),
      action('Open Admin Controls', site.link('/admin/dashboard?tab=controls')),
    ],
  }
}

/** Leads to the file, which stays behind sign-in: a mail is no place for identity documents. */
export function dataExportReady(props: MailProps['data-export-ready'], site: Site): MailView {
  const href = site.link(props.path)
  return {
    subject: `Your ${site.company.name} data export is ready`,
    preheader: 'Sign in to download it.',
    because: `You asked for a copy of your data in your ${site.company.name} account.`,
    body: [
      title('Your data export is ready'),
      paragraph(mailGreeting(props.name)),
      paragraph('The copy of your data that you asked for is ready. Sign in to download it.'),
      action('Download your data', href),
      aside(`The link works until ${dateAndTime(props.expiresAt, site)}. After that, ask for a new copy.`),
      aside('If this wasn’t you, sign out everywhere in your account and tell us.'),
      bareAddress(href),
    ],
  }
}

function withArticle(role: string): string {
  return `${/^[aeiou]/i.test(role) ? 'an' : 'a'} ${role}`
}

/** By no name that mail programs would turn into a link, for the reason that `greeting` has. */
function byWhom(name: string | null): string {
  return name && /^Hello .+,$/.test(mailGreeting(name)) ? name : 'A super admin'
}

function count(amount: number, unit: string): string {
  return `${amount} ${unit}${amount === 1 ? '' : 's'}`
}
