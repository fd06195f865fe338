import type { Company } from '#contract/company.ts'
import {
  alertBox,
  cancelForm,
  codeField,
  type FormState,
  hasProblem,
  interactionPath,
  passkeyButton,
  passkeyForm,
} from './fields.ts'
import { type Html, html, pageLayout } from './layout.ts'

/** What an account can prove its owner with after the password. */
export interface Offered {
  hasApp: boolean
  /** What the browser needs to ask for a passkey; undefined where the account has none. */
  passkey: string | undefined
  hasRecoveryCodes: boolean
}

/** After the right password: the proof that is not the password. */
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

/** The same with a recovery code, for people who are without their device. */
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
