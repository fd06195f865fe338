import { IDP_PREFIX } from './deps.ts'
import { type Html, html } from './layout.ts'

/** The length is checked in `forms.ts`. */
export const PASSWORD_HINT = 'Use at least 12 characters. Three or four random words work well.'

/** What a form shows again after a refusal: what was typed (never a password) and what to correct. */
export interface FormState {
  email?: string
  message?: string
  fields?: Record<string, string>
}

/** The path of a sign-in's pages. */
export function interactionPath(uid: string): string {
  return `${IDP_PREFIX}/interaction/${encodeURIComponent(uid)}`
}

/** Whether a form has something to correct. */
export function hasProblem(state: FormState): boolean {
  return Boolean(state.message || Object.keys(state.fields ?? {}).length)
}

/** What is wrong with a form, with links to its fields. */
export function alertBox(state: FormState): Html | undefined {
  if (!hasProblem(state)) return undefined
  const items = Object.entries(state.fields ?? {})
  return html`<div class="alert" role="alert" tabindex="-1" autofocus><h2>There is a problem</h2>
${state.message && html`<p>${state.message}</p>`}
${items.length > 0 && html`<ul>${items.map(([name, text]) => html`<li><a href="#${name}">${text}</a></li>`)}</ul>`}
</div>`
}

/** An account's address, for password managers, which can offer a passkey in it. */
export function emailField(state: FormState, withPasskey = false): Html {
  const problem = state.fields?.email
  return html`<div class="field${problem ? ' bad' : ''}">
<label for="email">Email</label>
${problem && html`<p class="err" id="email-error">${problem}</p>`}
<input class="in" id="email" name="email" type="email" maxlength="254" autocomplete="${withPasskey ? 'username webauthn' : 'username'}" autocapitalize="none" spellcheck="false" value="${state.email ?? ''}" required${problem ? INVALID.email : undefined}>
</div>`
}

/** A password to enter or to choose. */
export function passwordField(
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
<button class="link sm" type="button" data-shows="password" hidden>Show password</button>
</div>`
}

/** Sign-in with a passkey: a button that appears if the browser supports passkeys. The answer is sent as a form. */
export function passkeyForm(at: string, options: string, { isFirst }: { isFirst: boolean }): Html {
  return html`<form id="passkey" method="post" action="${at}" data-options="${options}"${isFirst && html` data-autofill`}>
<input type="hidden" name="answer">
<p class="err" id="passkey-error" role="alert" hidden>That didn’t work. Try again${isFirst ? ', or sign in with your password' : ''}.</p>
</form>`
}

/** That form's button, which may be placed in another form. */
export function passkeyButton(label: string, look: 'btn-p' | 'btn-s'): Html {
  return html`<button class="btn ${look}" type="submit" form="passkey" hidden>${label}</button>`
}

/** A field for a code: emailed, from an app, or a recovery code. */
export function codeField(
  state: FormState,
  { name, label, hint, isDigits }: { name: string; label: string; hint?: string; isDigits: boolean },
): Html {
  const problem = state.fields?.[name]
  const described = [hint && `${name}-hint`, problem && `${name}-error`].filter(Boolean).join(' ')
  return html`<div class="field${problem ? ' bad' : ''}">
<label for="${name}">${label}</label>
${hint && html`<p class="hint" id="${name}-hint">${hint}</p>`}
${problem && html`<p class="err" id="${name}-error">${problem}</p>`}
<input class="in" id="${name}" name="${name}" type="text"${isDigits && html` inputmode="numeric"`} maxlength="40" autocomplete="${isDigits ? 'one-time-code' : 'off'}" autocapitalize="none" spellcheck="false" required${described && html` aria-describedby="${described}"`}${problem ? html` aria-invalid="true"` : undefined}>
</div>`
}

/** Tells password managers whose password a form is about. */
export function usernameField(state: FormState): Html {
  return html`<input class="sr" type="email" name="email" value="${state.email}" autocomplete="username" aria-label="Email" tabindex="-1" readonly>`
}

const INVALID = { email: html` aria-invalid="true" aria-describedby="email-error"` }

/** The way back to the product without signing in. */
export function cancelForm(at: string): Html {
  return html`<form method="post" action="${at}/cancel"><button class="link sm" type="submit">Cancel</button></form>`
}
