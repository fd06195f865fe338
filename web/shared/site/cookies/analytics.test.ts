import { expect, it } from 'vitest'
import { forgetStorage } from './analytics.tsx'

it('deletes what has one of the names, in cookies and in both storages, and nothing else', () => {
  for (const name of ['_rec', '_rec_session', 'record', 'cookieConsentSet']) {
    // biome-ignore lint/suspicious/noDocumentCookie: as a script of another company would.
    document.cookie = `${name}=1; path=/`
    localStorage.setItem(name, '1')
    sessionStorage.setItem(name, '1')
  }
  forgetStorage(['_rec', '_rec_*'])
  expect(document.cookie.split('; ').toSorted()).toEqual(['cookieConsentSet=1', 'record=1'])
  for (const storage of [localStorage, sessionStorage])
    expect(Object.keys(storage).toSorted()).toEqual(['cookieConsentSet', 'record'])
})
