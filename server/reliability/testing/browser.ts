import type { RunningServer } from './process.ts'

interface Page {
  status: number
  url: URL
  html: string
}

/** A browser from a server's point of view: it keeps cookies, follows redirects and posts forms. */
export class Browser {
  readonly #server: Pick<RunningServer, 'url'>
  readonly #cookies = new Map<string, string>()

  constructor(server: Pick<RunningServer, 'url'>) {
    this.#server = server
  }

  get cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  async open(path: string, form?: Record<string, string>): Promise<Page> {
    const url = new URL(path, this.#server.url)
    const answer = await fetch(url, {
      method: form ? 'POST' : 'GET',
      redirect: 'manual',
      headers: { cookie: this.cookie, 'sec-fetch-site': 'same-origin', accept: 'text/html' },
      ...(form && { body: new URLSearchParams(form) }),
    })
    for (const line of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';', 1)[0] ?? '').split('=')
      if (value) this.#cookies.set(name, value)
      else this.#cookies.delete(name)
    }
    const html = await answer.text()
    const location = answer.headers.get('location')
    return location ? this.open(new URL(location, url).href) : { status: answer.status, url, html }
  }

  /** Signs in with the embedded provider's forms; returns the page where that ends. */
  async signIn(email: string, password: string): Promise<Page> {
    const form = await this.open('/api/auth/login')
    return this.open(`${form.url.pathname}/sign-in`, { email, password })
  }

  async json(path: string): Promise<unknown> {
    const headers = { cookie: this.cookie, 'sec-fetch-site': 'same-origin' }
    return (await fetch(new URL(path, this.#server.url), { headers })).json()
  }
}
