import type { Company } from '#contract/company.ts'
import { IDP_PREFIX, START_PATH } from './deps.ts'
import { type Html, html } from './html.ts'
import { layout } from './layout.ts'
import { CONFIRM_HOURS, RESET_MINUTES } from './links.ts'

/** The length is checked in `forms.ts`. */
const PASSWORD_HINT = 'Use at least 12 characters. Three or four random words work well.'

/** What a form shows again after a refusal: what was typed (never a password) and what to mend. */
export interface FormState {
  email?: string
  message?: string
  fields?: Record<string, string>
}

/** One form with both ways in: its second button opens the sign-up page, or creates the account from what was typed. */
export function signInPage(company: Company, uid: string, state: FormState, signUpAllowed: boolean): Html {
  const at = interactionPath(uid)
  return layout(company, {
    title: 'Sign in',
    failed: hasProblem(state),
    body: html`<p class="soft">Use one account to verify your identity, manage your profile and pay invoices.</p>
${alertBox(state)}
<form method="post" action="${at}/sign-in" novalidate>
${emailField(state)}
${passwordField(state, { label: 'Password', autocomplete: 'current-password' })}
<p class="sm"><a href="${at}/forgotten">Forgotten your password?</a></p>
<button class="btn btn-p" type="submit">Sign in</button>
${
  signUpAllowed &&
  html`<p class="or sm muted">New to ${company.name}?</p>
<button class="btn btn-s" type="submit" formaction="${at}/sign-up">Create account</button>`
}
</form>
${cancelForm(at)}`,
  })
}

/** Creating an account. */
export function signUpPage(company: Company, uid: string, state: FormState): Html {
  const at = interactionPath(uid)
  return layout(company, {
    title: 'Create account',
    failed: hasProblem(state),
    body: html`<p class="soft">Verification is typically complete in under 72 hours.</p>
${alertBox(state)}
<form method="post" action="${at}/sign-up" novalidate>
${emailField(state)}
${passwordField(state, { label: 'Password', autocomplete: 'new-password', hint: PASSWORD_HINT })}
<button class="btn btn-p" type="submit">Create account</button>
</form>
<p class="sm muted">By continuing you agree to our <a href="${company.termsUrl}">Terms of Service</a> and <a href="${company.privacyUrl}">Privacy Policy</a>.</p>
<p class="sm">Already have an account? <a href="${at}">Back to sign in</a></p>
${cancelForm(at)}`,
  })
}

/** Asking for a link to choose a new password. */
export function forgottenPage(company: Company, uid: string, state: FormState): Html {
  const at = interactionPath(uid)
  return layout(company, {
    title: 'Reset your password',
    failed: hasProblem(state),
    body: html`<p class="soft">Enter your email address and we will send you a link to choose a new password.</p>
${alertBox(state)}
<form method="post" action="${at}/forgotten" novalidate>
${emailField(state)}
<button class="btn btn-p" type="submit">Send link</button>
</form>
<p class="sm"><a href="${at}">Back to sign in</a></p>`,
  })
}

/** The same for an address we know and one we do not (security R56). */
export function checkEmailPage(company: Company, uid: string, email: string): Html {
  return layout(company, {
    title: 'Check your email',
    body: html`<p class="soft">If <strong>${email}</strong> belongs to an account, a message with a link is on its way. The link works once, for ${RESET_MINUTES} minutes.</p>
<p class="sm">Nothing there after a few minutes? Look in the spam folder, or check that the address is right and try again.</p>
<p class="sm"><a href="${interactionPath(uid)}">Back to sign in</a></p>`,
  })
}

/**
 * Confirming takes a press of a button, because mail scanners follow links too; in another browser than that of the sign-up
 * it takes the password, because only who made the account may have its address confirmed.
 */
export function confirmPage(company: Company, token: string, state: FormState, asksPassword: boolean): Html {
  const action = html`<form method="post" action="${IDP_PREFIX}/confirm"${asksPassword && html` novalidate`}>
<input type="hidden" name="token" value="${token}">`
  return asksPassword
    ? layout(company, {
        title: 'Confirm your email',
        failed: hasProblem(state),
        body: html`<p class="soft">You didn’t sign up in this browser. Enter the password you chose, and we’ll confirm that <strong>${state.email}</strong> is your address.</p>
${alertBox(state)}
${action}
<input class="sr" type="email" name="email" value="${state.email}" autocomplete="username" aria-label="Email" tabindex="-1" readonly>
${passwordField(state, { label: 'Password', autocomplete: 'current-password' })}
<button class="btn btn-p" type="submit">Confirm email</button>
</form>
<p class="sm">Didn’t create an account? Close this page, and the address won’t be confirmed. To use the account yourself, <a href="${START_PATH}">sign in</a> and reset the password.</p>`,
      })
    : layout(company, {
        title: 'Confirm your email',
        body: html`<p class="soft">Press the button to confirm that <strong>${state.email}</strong> is your address.</p>
${action}
<button class="btn btn-p" type="submit">Confirm email</button>
</form>`,
      })
}

/** Choosing a new password after following a mailed link. */
export function resetPage(company: Company, token: string, state: FormState): Html {
  return layout(company, {
    title: 'Choose a new password',
    failed: hasProblem(state),
    body: html`<p class="soft">For the account of <strong>${state.email}</strong>.</p>
${alertBox(state)}
<form method="post" action="${IDP_PREFIX}/reset" novalidate>
<input type="hidden" name="token" value="${token}">
<input class="sr" type="email" name="email" value="${state.email}" autocomplete="username" aria-label="Email" tabindex="-1" readonly>
${passwordField(state, { label: 'New password', autocomplete: 'new-password', hint: PASSWORD_HINT })}
<button class="btn btn-p" type="submit">Save new password</button>
</form>`,
  })
}

/** After a link has done its work; elsewhere than in the browser of the sign-up nobody is signed in. */
export function donePage(company: Company, done: 'confirmed' | 'confirmed-elsewhere' | 'changed'): Html {
  switch (done) {
    case 'confirmed':
      return layout(company, {
        title: 'Email confirmed',
        body: html`<p class="soft">Thank you. Your address is confirmed, and you’re still signed in.</p>
<a class="btn btn-p" href="/">Continue to ${company.name}</a>`,
      })
    case 'confirmed-elsewhere':
      return layout(company, {
        title: 'Email confirmed',
        body: html`<p class="soft">Thank you. Your address is confirmed. You can continue where you signed up, or sign in here.</p>
<a class="btn btn-p" href="${START_PATH}">Sign in</a>`,
      })
    case 'changed':
      return layout(company, {
        title: 'Password changed',
        body: html`<p class="soft">Your new password is saved. Sign in with it to continue.</p>
<a class="btn btn-p" href="${START_PATH}">Sign in</a>`,
      })
    default:
      return done satisfies never
  }
}

/** A link that is unknown, used or too old. */
export function staleLinkPage(company: Company): Html {
  return layout(company, {
    title: 'This link no longer works',
    failed: true,
    body: html`<p class="soft">It was used before, or it is older than ${CONFIRM_HOURS} hours (${RESET_MINUTES} minutes for a new password). Sign in to continue. If your address still needs confirming, we’ll send you a new link.</p>
<a class="btn btn-p" href="${START_PATH}">Sign in</a>`,
  })
}

/** Anything that went wrong outside a form, with the way out. */
export function problemPage(company: Company, status: number, message?: string): Html {
  const [title, text] = PROBLEMS[status] ?? (status >= 500 ? FAILED : EXPIRED)
  return layout(company, {
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

function interactionPath(uid: string): string {
  return `${IDP_PREFIX}/interaction/${encodeURIComponent(uid)}`
}

function hasProblem(state: FormState): boolean {
  return Boolean(state.message || Object.keys(state.fields ?? {}).length)
}

function alertBox(state: FormState): Html | undefined {
  if (!hasProblem(state)) return undefined
  const items = Object.entries(state.fields ?? {})
  return html`<div class="alert" role="alert"><h2>There is a problem</h2>
${state.message && html`<p>${state.message}</p>`}
${items.length > 0 && html`<ul>${items.map(([name, text]) => html`<li><a href="#${name}">${text}</a></li>`)}</ul>`}
</div>`
}

function emailField(state: FormState): Html {
  const problem = state.fields?.email
  return html`<div class="field${problem ? ' bad' : ''}">
<label for="email">Email</label>
${problem && html`<p class="err" id="email-error">${problem}</p>`}
<input class="in" id="email" name="email" type="email" maxlength="254" autocomplete="username" autocapitalize="none" spellcheck="false" value="${state.email ?? ''}" required${problem ? INVALID.email : undefined}>
</div>`
}

function passwordField(
  state: FormState,
  options: { label: string; autocomplete: string; hint?: string },
): Html {
  const problem = state.fields?.password
  const described = [options.hint && 'password-hint', problem && 'password-error'].filter(Boolean).join(' ')
  return html`<div class="field${problem ? ' bad' : ''}">
<label for="password">${options.label}</label>
${options.hint && html`<p class="hint" id="password-hint">${options.hint}</p>`}
${problem && html`<p class="err" id="password-error">${problem}</p>`}
<input class="in" id="password" name="password" type="password" autocomplete="${options.autocomplete}" required${described && html` aria-describedby="${described}"`}${problem ? html` aria-invalid="true"` : undefined}>
</div>`
}

const INVALID = { email: html` aria-invalid="true" aria-describedby="email-error"` }

function cancelForm(at: string): Html {
  return html`<form method="post" action="${at}/cancel"><button class="link sm" type="submit">Cancel</button></form>`
}
