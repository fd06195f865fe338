import { describe, expect, it } from 'vitest'
import { errorText } from './error-page.tsx'

describe('the error page', () => {
  it.each([
    ['400', 'Bad Request'],
    ['401', 'Unauthorized - Please login to access this page'],
    ['403', "Forbidden - You don't have permission to access this page"],
    ['404', 'Page Not Found'],
    ['500', 'Internal Server Error'],
    ['502', 'Bad Gateway - Authentication Service Unavailable'],
    ['503', 'Service Unavailable'],
    ['429', 'Too Many Tries'],
    ['418', 'Something went wrong'],
  ])('titles %s "%s"', (status, title) => {
    expect(errorText(status, undefined).title).toBe(title)
  })
  it('treats a missing or unreadable status as 404', () => {
    expect(errorText(undefined, undefined).status).toBe(404)
    expect(errorText('<b>', undefined).status).toBe(404)
  })
  it('offers to sign in again for 502 and for messages about auth or login', () => {
    expect(errorText('502', undefined).offersLogin).toBe(true)
    expect(errorText('400', 'Authentication failed').offersLogin).toBe(true)
    expect(errorText('500', 'LOGIN cancelled').lead).toMatch(/^There was a problem with the authentication/)
    expect(errorText('500', 'no luck').offersLogin).toBe(false)
  })
  it.each([
    ['account-suspended', 'Your account is suspended', /have it restored, email$/],
    ['account-closed', 'Your account is closed', /mistake, email$/],
  ])('says for %s why the sign-in was refused, and to ask support', (key, title, ask) => {
    const text = errorText('403', key)
    expect(text).toMatchObject({ status: 403, title, offersLogin: false })
    expect(text.askSupport).toMatch(ask)
    expect(errorText('500', key).title).toBe('Internal Server Error')
  })
  it.each([
    ['403', 'provider-refused', 'You weren’t signed in', /mistake, email$/],
    ['401', 'provider-asks', 'Please sign in again', undefined],
    ['503', 'provider-busy', 'Sign-in is busy', /stays like this, email$/],
    ['502', 'provider-failed', 'You weren’t signed in', /happens again, email$/],
  ])('says in plain words what the provider answered: %s %s', (status, key, title, ask) => {
    const text = errorText(status, key)
    expect(text).toMatchObject({ title, offersLogin: true })
    if (ask) expect(text.askSupport).toMatch(ask)
    else expect(text.askSupport).toBeUndefined()
    expect(errorText('500', key).title).toBe('Internal Server Error')
  })
  it('says that signing in waits for the end of maintenance', () => {
    const title = 'We’re doing maintenance'
    expect(errorText('503', 'maintenance')).toMatchObject({ status: 503, title, offersLogin: false })
    expect(errorText('500', 'maintenance').title).toBe('Internal Server Error')
  })
  it('shows nothing of a message, whatever it says', () => {
    const foreign = 'Your account is locked. Call 0900 123456 to log in again'
    expect(JSON.stringify(errorText('500', foreign))).not.toContain('0900')
  })
})
