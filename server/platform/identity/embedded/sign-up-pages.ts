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
  passwordField,
  usernameField,
} from './fields.ts'
import { type Html, html, pageLayout } from './layout.ts'
import { SIGN_UP_CODE_MINUTES, SIGN_UP_HOURS } from './sign-ups.ts'

/** A new account's address, which is proven first. */
export function signUpPage(company: Company, uid: string, state: FormState): Html {
  const at = interactionPath(uid)
  return pageLayout(company, {
    title: 'Create account',
    failed: hasProblem(state),
    body: html`<p class="soft">We’ll email you a code to check that the address is yours.</p>
${alertBox(state)}
<form method="post" action="${at}/sign-up" novalidate>
${emailField(state)}
<button class="btn btn-p" type="submit">Send code</button>
</form>
<p class="sm muted">By continuing you agree to our <a href="${company.termsUrl}">Terms of Service</a> and <a href="${company.privacyUrl}">Privacy Policy</a>.</p>
<p class="sm">Already have an account? <a href="${at}/sign-in">Back to sign in</a></p>
${cancelForm(at)}`,
  })
}

/** The same page whether the address has an account or not (security R56). */
export function codePage(company: Company, uid: string, state: FormState): Html {
  const at = interactionPath(uid)
  return pageLayout(company, {
    title: 'Check your email',
    failed: hasProblem(state),
    body: html`<p class="soft">We’ve sent an email to <strong>${state.email}</strong>. Enter the 6-digit code from it, or open its link in this browser. The code works for ${SIGN_UP_CODE_MINUTES} minutes.</p>
${alertBox(state)}
<form method="post" action="${at}/code" novalidate>
${codeField(state, { name: 'code', label: '6-digit code', isDigits: true })}
<button class="btn btn-p" type="submit">Continue</button>
</form>
<form method="post" action="${at}/sign-up"><input type="hidden" name="email" value="${state.email}"><button class="link sm" type="submit">Send another email</button></form>
<p class="sm">Nothing there after a few minutes? Look in the spam folder, or <a href="${at}/sign-up">go back</a> and check the address.</p>
${cancelForm(at)}`,
  })
}

/**
 * The address is proven. `uid` is the sign-in in progress, if it still is, and `token` that of the link that
 * led here.
 */
export function newAccountPage(
  company: Company,
  { uid, token }: { uid?: string; token?: string },
  state: FormState,
): Html {
  const action = uid ? `${interactionPath(uid)}/new-account` : `${IDP_PREFIX}/sign-up`
  return pageLayout(company, {
    title: 'Choose a password',
    failed: hasProblem(state),
    body: html`<p class="soft"><strong>${state.email}</strong> is confirmed. Choose a password for your account.</p>
${alertBox(state)}
<form method="post" action="${action}" novalidate>
${token && html`<input type="hidden" name="token" value="${token}">`}
${usernameField(state)}
${passwordField(state, { label: 'Password', autocomplete: 'new-password', hint: PASSWORD_HINT })}
<button class="btn btn-p" type="submit">Create account</button>
</form>`,
  })
}

/**
 * The owner of an address opens a link that they, or a stranger, requested in another browser: it does nothing
 * here (security A19).
 */
export function otherBrowserPage(company: Company): Html {
  return pageLayout(company, {
    title: 'Open the link where you signed up',
    body: html`<p class="soft">This link works in the browser where you started. Go back there and open the link, or enter the code from the same email.</p>
<p class="sm">Weren’t you signing up? You can close this page. No one can create an account with your address without the code, so don’t give it to anyone.</p>
<p class="sm">To start again here, <a href="${START_PATH}?screen=signup">create an account</a>.</p>`,
  })
}

/** A link that is unknown, used or expired, or an address that has got an account meanwhile. */
export function staleSignUpPage(company: Company): Html {
  return pageLayout(company, {
    title: 'This link no longer works',
    failed: true,
    body: html`<p class="soft">It was used before, or it is older than ${SIGN_UP_HOURS} hours. If you already have an account, sign in. If not, create one.</p>
<a class="btn btn-p" href="${START_PATH}">Sign in or create an account</a>`,
  })
}
