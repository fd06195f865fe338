import { beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '#server/testing/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ env: { COMPANY_LEGAL_NAME: 'Green & <Söhne> Limited' } })
})

describe.each([
  ['/api/terms-static', 'Terms of Service'],
  ['/api/privacy-static', 'Privacy Policy'],
])('%s', (url, title) => {
  test('R13 shows the document to everyone, with its date and the company of the deployment', async () => {
    for (const call of [app.call, (await app.signIn()).call]) {
      const answer = await call('GET', url)
      expect(answer.statusCode).toBe(200)
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
      expect(answer.body).toContain(`<h1>${title}</h1>`)
      expect(answer.body).toContain('<time dateTime="2025-05-14">May 14, 2025</time>')
      expect(answer.body).toContain('Green &amp; &lt;Söhne&gt; Limited')
    }
  })

  test('looks like the page around it, if that is given', async () => {
    expect((await app.call('GET', url)).body).toContain('<html lang="en-GB">')
    expect((await app.call('GET', `${url}?theme=dark`)).body).toContain(
      '<html lang="en-GB" data-theme="dark">',
    )
    expect((await app.call('GET', `${url}?theme=x`)).statusCode).toBe(400)
  })

  test('R35 runs no script and can only be framed by our own pages', async () => {
    const { headers, body } = await app.call('GET', url)
    const policy = String(headers['content-security-policy'])
    expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/=]+';/)
    expect(policy).toContain("frame-ancestors 'self'")
    expect(headers['x-frame-options']).toBe('SAMEORIGIN')
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(body).not.toMatch(/<script|<img|<link|style="/)
  })
})

describe('the documents that the pages embed', () => {
  test('are the product’s own if the deployment names none, and then no other site may be framed', async () => {
    const answer = await app.call('GET', '/api/site')
    expect(answer.json().legal).toEqual({
      termsUrl: '/api/terms-static',
      privacyUrl: '/api/privacy-static',
      faceComparisonBasis: null,
    })
    expect(answer.headers['content-security-policy']).toContain("frame-src 'self';")
  })

  test('R35 are the deployment’s if it names them, and only their hosts may be framed', async () => {
    const termsUrl = 'https://legal.example.org/terms?v=2'
    const other = await testApp({ env: { COMPANY_TERMS_URL: termsUrl } })
    const answer = await other.call('GET', '/api/site')
    expect(answer.json()).toMatchObject({
      legal: { termsUrl, privacyUrl: '/api/privacy-static' },
      company: { termsUrl },
    })
    expect(answer.headers['content-security-policy']).toContain("frame-src 'self' https://legal.example.org;")
  })
})
