import type { Company } from '#contract/company.ts'
import { IDP_PREFIX, START_PATH } from './deps.ts'
import {
  alertBox,
  cancelForm,
  codeField,
  emailField,
  type FormState,
  hasProblem,
  interactionPath,
  PASSWORD_HINT,
  passkeyButton,
  passkeyForm,
  passwordField,
  usernameField,
} from './fields.ts'
import { type Html, html, pageLayout } from './layout.ts'
import { RESET_MINUTES } from './links.ts'

/**
 * One form with every way in: a password, a passkey if the browser supports it, and a button that opens the
 * sign-up page or sends the code to the address typed.
 */
export function signInPage(
  company: Company,
  uid: string,
  state: FormState,
  { purpose, signUpAllowed, passkey }: { purpose: string; signUpAllowed: boolean; passkey: string },
): Html {
  const at = interactionPath(uid)
  return pageLayout(company, {
    title: 'Sign in',
    failed: hasProblem(state),
    body: html`<p class="soft">${purpose}</p>
${alertBox(state)}
<form method="post" action="${at}/sign-in" novalidate>
${emailField(state, true)}
${passwordField(state, { label: 'Password', autocomplete: 'current-password' })}
<p class="sm"><a href="${at}/forgotten">Forgotten your password?</a></p>
<button class="btn btn-p" type="submit">Sign in</button>
${passkeyButton('Sign in with a passkey', 'btn-s')}
${
  signUpAllowed &&
  html`<p class="or sm muted">New to ${company.name}?</p>
<button class="btn btn-s" type="submit" formaction="${at}/sign-up" name="from" value="sign-in">Create account</button>`
}
</form>
${passkeyForm(`${at}/passkey`, passkey, { isFirst: true })}
${cancelForm(at)}`,
  })
}

/** Requests a link to choose a new password. */
export function forgottenPage(company: Company, uid: string, state: FormState): Html {
  const at = interactionPath(uid)
  return pageLayout(company, {
    title: 'Reset your password',
    failed: hasProblem(state),
    body: html`<p class="soft">Enter your email address and we will send you a link to choose a new password.</p>
${alertBox(state)}
<form method="post" action="${at}/forgotten" novalidate>
${emailField(state)}
<button class="btn btn-p" type="submit">Send link</button>
</form>
<p class="sm"><a href="${at}/sign-in">Back to sign in</a></p>`,
  })
}

/** The same page for known and unknown addresses (security R56). */
export function checkEmailPage(company: Company, uid: string, email: string): Html {
  return pageLayout(company, {
    title: 'Check your email',
    body: html`<p class="soft">If <strong>${email}</strong> belongs to an account, a message with a link is on its way. The link works once, for ${RESET_MINUTES} minutes.</p>
<p class="sm">Nothing there after a few minutes? Look in the spam folder, or check that the address is right and try again.</p>
<p class="sm"><a href="${interactionPath(uid)}/sign-in">Back to sign in</a></p>`,
  })
}

/** Chooses a new password after following an emailed link. */
export function resetPage(company: Company, token: string, state: FormState): Html {
  return pageLayout(company, {
    title: 'Choose a new password',
    failed: hasProblem(state),
    body: html`<p class="soft">For the account of <strong>${state.email}</strong>.</p>
${alertBox(state)}
<form method="post" action="${IDP_PREFIX}/reset" novalidate>
<input type="hidden" name="token" value="${token}">
${usernameField(state)}
${passwordField(state, { label: 'New password', autocomplete: 'new-password', hint: PASSWORD_HINT })}
<button class="btn btn-p" type="submit">Save new password</button>
</form>`,
  })
}

/** After a link has done its work; it signs no one in. */
export function donePage(company: Company, done: 'created' | 'changed'): Html {
  switch (done) {
    case 'created':
      return pageLayout(company, {
        title: 'Account created',
        body: html`<p class="soft">Thanks. Your address is confirmed and your account is ready. Sign in to continue.</p>
<a class="btn btn-p" href="${START_PATH}">Sign in</a>`,
      })
    case 'changed':
      return pageLayout(company, {
        title: 'Password changed',
        body: html`<p class="soft">Your new password is saved. Sign in with it to continue.</p>
<a class="btn btn-p" href="${START_PATH}">Sign in</a>`,
      })
    default:
      return done satisfies never
  }
}

/** A link that is unknown, used or expired. */
export function staleLinkPage(company: Company): Html {
  return pageLayout(company, {
    title: 'This link no longer works',
    failed: true,
    body: html`<p class="soft">It was used before, or it is older than ${RESET_MINUTES} minutes. Sign in, or ask for a new link there.</p>
<a class="btn btn-p" href="${START_PATH}">Sign in</a>`,
  })
}

/** Anything that went wrong outside a form, with a way out. */
export function problemPage(company: Company, status: number, message?: string): Html {
  const [title, text] = PROBLEMS[status] ?? (status >= 500 ? FAILED : EXPIRED)
  return pageLayout(company, {
    title,
    failed: true,
    body: html`<p class="soft">${message ?? text}</p>
<a class="btn btn-p" href="${START_PATH}">Sign in again</a>`,
  })
}

const EXPIRED: [string, string] = [
  'This sign-in has expired',
  'It took too long, or you finished it in another tab. Nothing was changed.',
]
const FAILED: [string, string] = [
  'We could not sign you in',
  'Something went wrong on our side. Please try again.',
]
const PROBLEMS: Record<number, [string, string]> = {
  403: ['This is not allowed', 'The request did not come from our own pages, so nothing was changed.'],
  404: ['Page not found', 'There’s nothing at this address.'],
  429: ['Too many tries', 'Wait a moment, then try again.'],
  503: ['Briefly unavailable', 'Your data is safe. Please try again in a moment.'],
}

/** The second factors that an account has. */
interface Offered {
  hasApp: boolean
  /** What the browser needs to ask for a passkey; undefined if the account has none. */
  passkey: string | undefined
  hasRecoveryCodes: boolean
}

/** After the right password: the second factor. */
export function secondFactorPage(company: Company, uid: string, state: FormState, offered: Offered): Html {
  const at = `${interactionPath(uid)}/second-factor`
  const { hasApp, passkey, hasRecoveryCodes } = offered
  return pageLayout(company, {
    title: 'Confirm it’s you',
    failed: hasProblem(state),
    body: html`<p class="soft">${
      hasApp
        ? `Your password is right. Enter the code that your authenticator app shows${passkey ? ', or use a passkey' : ''}.`
        : 'Your password is right. Now use your passkey.'
    }</p>
${alertBox(state)}
${
  hasApp &&
  html`<form method="post" action="${at}" novalidate>
${codeField(state, { name: 'code', label: '6-digit code', isDigits: true })}
<button class="btn btn-p" type="submit">Continue</button>
</form>`
}
${
  passkey &&
  html`${passkeyForm(`${at}/passkey`, passkey, { isFirst: false })}
${passkeyButton('Use a passkey', hasApp ? 'btn-s' : 'btn-p')}
<noscript><p class="sm">Passkeys need JavaScript. Turn it on for this site and reload the page.</p></noscript>`
}
${hasRecoveryCodes && html`<p class="sm"><a href="${at}/recovery">Use a recovery code</a></p>`}
${cancelForm(interactionPath(uid))}`,
  })
}

/** The same with a recovery code, for people without their device. */
export function recoveryPage(company: Company, uid: string, state: FormState): Html {
  const at = `${interactionPath(uid)}/second-factor`
  return pageLayout(company, {
    title: 'Use a recovery code',
    failed: hasProblem(state),
    body: html`<p class="soft">Enter one of the codes you saved when you set up your passkey or app. Each code works once.</p>
${alertBox(state)}
<form method="post" action="${at}/recovery" novalidate>
${codeField(state, { name: 'recovery', label: 'Recovery code', hint: 'For example, ab3de-fgh7j', isDigits: false })}
<button class="btn btn-p" type="submit">Continue</button>
</form>
<p class="sm"><a href="${at}">Back</a></p>
<p class="sm">No codes left? Email <a href="mailto:${company.supportEmail}">${company.supportEmail}</a>.</p>
${cancelForm(interactionPath(uid))}`,
  })
}
