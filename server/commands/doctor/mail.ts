import type { Config } from '#server/config.ts'
import { isLoopback } from '#server/platform/http/loopback.ts'
import { smtpAddress } from '#server/platform/mail/smtp-transport.ts'
import { reasonOf } from '#server/platform/reason-of.ts'
import { type Finding, findingsOf } from './finding.ts'

const WAIT_MS = 10_000
/** Resend's error for a key that may only send, which is the one to use. */
const SENDING_ONLY = 'restricted_api_key'

/** Checks how emails are sent, up to the sign-in; no email is sent. */
export async function inspectMail({ smtpUrl, resend, production }: Config): Promise<Finding[]> {
  const { found, ok, note, wrong } = findingsOf('Mail')
  if (resend) {
    const answer = await fetch(`${resend.url}/domains`, {
      headers: { authorization: `Bearer ${resend.apiKey}` },
      signal: AbortSignal.timeout(WAIT_MS),
      redirect: 'error',
    }).catch((error: unknown) => error)
    if (!(answer instanceof Response))
      wrong(`Resend can’t be reached at ${resend.url}: ${reasonOf(answer)}. Check the network.`)
    else if (answer.ok || (await answer.text()).includes(SENDING_ONLY))
      ok('Resend answers and knows the key.')
    else
      wrong(
        `Resend refuses the key (${answer.status}): make one that may send, and put it into RESEND_API_KEY.`,
      )
    return found
  }
  if (!smtpUrl) {
    ok('Mails stay here and can be read at /dev/mailbox.')
    if (production) wrong('Production needs SMTP_URL or RESEND_API_KEY.')
    return found
  }
  const address = smtpAddress(smtpUrl)
  const where = `${address.host}:${address.port}`
  const { default: SMTPConnection } = await import('nodemailer/lib/smtp-connection')
  const connection = new SMTPConnection({
    ...address,
    connectionTimeout: WAIT_MS,
    greetingTimeout: WAIT_MS,
    socketTimeout: WAIT_MS,
    dnsTimeout: WAIT_MS,
  })
  try {
    await new Promise<void>((resolve, reject) => {
      connection.once('error', reject)
      connection.connect((error) => (error ? reject(error) : resolve()))
    })
    ok(`The server at ${where} answers.`)
    if (connection.secure) ok('The connection is encrypted, by a certificate that is trusted.')
    else if (!isLoopback(address.host))
      note(
        'The server offers no TLS, so mails travel in the clear: use smtps://, or a server that offers STARTTLS.',
      )
    const { auth } = address
    if (auth) {
      await new Promise<void>((resolve, reject) =>
        connection.login(
          { user: auth.user, credentials: auth } as Parameters<typeof connection.login>[0],
          (error) => (error ? reject(error) : resolve()),
        ),
      )
      ok('The server knows the user and the password.')
    }
  } catch (error) {
    const isSignIn = error instanceof Error && 'code' in error && error.code === 'EAUTH'
    wrong(
      isSignIn
        ? `The server at ${where} refuses the user or the password: check them in SMTP_URL, percent-encoded where they have signs such as @.`
        : `The mail server at ${where} can’t be used: ${reasonOf(error)}. Check SMTP_URL: smtps:// for port 465, smtp:// for 587.`,
    )
  } finally {
    connection.close()
  }
  return found
}
