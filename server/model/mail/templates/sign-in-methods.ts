import type { MailProps } from '#server/model/mail/mail-kinds.ts'
import type { MailView } from './layout.ts'
import { action, deviceFacts, facts, mailto, paragraph, title } from './parts.ts'
import { dateAndTime, mailGreeting, type Site } from './site.ts'

const SECURITY = '/profile?tab=security'

/** Tells the owner of an account that a way to sign in to it has changed. */
export function signInMethodChanged(props: MailProps['sign-in-method-changed'], site: Site): MailView {
  const { supportEmail, name: company } = site.company
  const { subject, text } = CHANGE_TEXT[props.change]
  return {
    subject: `${subject} your ${company} account`,
    preheader: 'If this was you, there’s nothing to do.',
    because: `You’re receiving this because you have a ${company} account.`,
    body: [
      title(`${subject} your account`),
      paragraph(mailGreeting(props.name)),
      paragraph(text),
      facts([
        ...(props.passkey ? [{ name: 'Passkey', value: props.passkey }] : []),
        { name: 'Device', value: props.device },
        { name: 'When', value: dateAndTime(props.at, site) },
      ]),
      paragraph(
        'If this wasn’t you, reset your password on the sign-in page, which signs out every device, then tell us at ',
        mailto(supportEmail),
        '.',
      ),
      action('Check your security settings', site.link(SECURITY)),
    ],
  }
}

/** Tells the owner of an account that one of their recovery codes was used to sign in. */
export function recoveryCodeUsed(props: MailProps['recovery-code-used'], site: Site): MailView {
  const { supportEmail, name: company } = site.company
  const left = props.left === 1 ? '1 code' : `${props.left || 'no'} codes`
  return {
    subject: `A recovery code was used for your ${company} account`,
    preheader: `You have ${left} left.`,
    because: `You’re receiving this because you have a ${company} account.`,
    body: [
      title('A recovery code was used'),
      paragraph(mailGreeting(props.name)),
      paragraph(
        `Someone signed in to your account with your password and a recovery code. You have ${left} left, and you can make new ones in your security settings.`,
      ),
      deviceFacts(props, site),
      paragraph(
        'If this wasn’t you, reset your password on the sign-in page, which signs out every device, then tell us at ',
        mailto(supportEmail),
        '.',
      ),
      action('Check your security settings', site.link(SECURITY)),
    ],
  }
}

const CHANGE_TEXT: Record<MailProps['sign-in-method-changed']['change'], { subject: string; text: string }> =
  {
    'passkey-added': {
      subject: 'A passkey was added to',
      text: 'You can now sign in with this passkey, without your password.',
    },
    'passkey-removed': {
      subject: 'A passkey was removed from',
      text: 'You can’t sign in with this passkey any more.',
    },
    'app-added': {
      subject: 'An authenticator app was added to',
      text: 'From now on we ask for a code from your app when you sign in with your password.',
    },
    'app-removed': {
      subject: 'The authenticator app was removed from',
      text: 'We don’t ask for codes any more when you sign in with your password.',
    },
    'recovery-codes-made': {
      subject: 'New recovery codes were made for',
      text: 'The codes you had before don’t work any more.',
    },
  }
