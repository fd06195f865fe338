// What the pages can do beyond forms: show a password, and ask for a passkey. Without this file every password still works.

const { browserSupportsWebAuthn, browserSupportsWebAuthnAutofill, startAuthentication } =
  globalThis.SimpleWebAuthnBrowser

for (const button of document.querySelectorAll('button[data-shows]')) {
  const field = document.getElementById(button.dataset.shows)
  button.hidden = false
  button.addEventListener('click', () => {
    const isShown = field.type === 'password'
    field.type = isShown ? 'text' : 'password'
    button.textContent = isShown ? 'Hide password' : 'Show password'
  })
  // A password manager saves what is a password.
  field.form.addEventListener('submit', () => {
    field.type = 'password'
  })
}

const passkey = document.getElementById('passkey')
if (passkey && browserSupportsWebAuthn()) offerPasskey(passkey)

function offerPasskey(form) {
  const optionsJSON = JSON.parse(form.dataset.options)
  const problem = document.getElementById('passkey-error')
  const send = (answer) => {
    form.elements.namedItem('answer').value = JSON.stringify(answer)
    form.submit()
  }
  for (const button of document.querySelectorAll('button[form="passkey"]')) button.hidden = false
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    problem.hidden = true
    try {
      send(await startAuthentication({ optionsJSON }))
    } catch {
      // The person has stopped it, or the device has no passkey of theirs; which of the two, browsers don't tell.
      problem.hidden = false
    }
  })
  if (form.dataset.autofill === undefined) return
  browserSupportsWebAuthnAutofill().then(async (isSupported) => {
    if (!isSupported) return
    // It waits in the address's field until someone chooses a passkey there, and ends where the button is pressed.
    await startAuthentication({ optionsJSON, useBrowserAutofill: true }).then(send, () => {})
  })
}
