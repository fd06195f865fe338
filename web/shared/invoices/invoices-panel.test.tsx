import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Invoice } from '#contract/invoices/invoices.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { currentToasts } from '#web/ui/toast.ts'
import { InvoicesPanel } from './invoices-panel.tsx'

const NOW = new Date('2025-11-18T12:00:00Z')
const seconds = (text: string) => Date.parse(text) / 1000

const invoice = (changes: Partial<Invoice> = {}): Invoice => ({
  id: 'in_1Pgc6tB7WZ01',
  number: 'VC-2025-0142',
  status: 'open',
  amount_due: 425_000,
  currency: 'gbp',
  created: seconds('2025-11-14T10:00:00Z'),
  due_date: seconds('2025-11-28T23:59:59Z'),
  project_name: 'Glenmore Peatland',
  hosted_invoice_url: 'https://invoice.stripe.com/i/acct_1/test_2',
  pdf_url: 'https://pay.stripe.com/invoice/acct_1/test_2/pdf',
  ...changes,
})

/** The server's answers, by method and path. */
let answers: Record<string, () => Response | Promise<Response>>
/** The URLs the browser was sent to. */
let left: string[]

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] })
  answers = {}
  left = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const answer = answers[`${init.method ?? 'GET'} ${url}`]
    if (!answer) throw new Error(`Nobody expected ${init.method} ${url}`)
    return answer()
  })
})
afterEach(() => {
  queryClient.clear()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

function Shown({ leaveFor }: { leaveFor: (url: string) => void }) {
  const [paying, setPaying] = useState<string>()
  return <InvoicesPanel paying={paying} onPaying={async (id) => setPaying(id)} leaveFor={leaveFor} />
}

function show(...invoices: Invoice[]) {
  answers['GET /api/invoices'] = () => Response.json({ invoices, nextCursor: null })
  return showPanel()
}

function showPanel() {
  render(
    <QueryClientProvider client={queryClient}>
      <Shown leaveFor={(url) => left.push(url)} />
    </QueryClientProvider>,
  )
  return userEvent.setup()
}

const card = (name: string) => screen.findByRole('article', { name })
const toasts = () => currentToasts().map(({ title, description }) => [title, description])

describe('a card', () => {
  it('shows number, project, status, amount, date with relative time, and due date', async () => {
    show(invoice())
    const invoiceCard = within(await card('Invoice #VC-2025-0142'))
    for (const words of ['Project: Glenmore Peatland', 'Open', '£4,250.00', 'Nov 28, 2025'])
      expect(invoiceCard.getByText(words)).toBeTruthy()
    expect(invoiceCard.getByText('Date').nextSibling?.textContent).toBe('Nov 14, 2025 (4 days ago)')
    expect(invoiceCard.queryByText('Overdue')).toBeNull()
  })

  it('for an invoice without number or project has eight characters of its id, and is general', async () => {
    show(invoice({ number: null, project_name: null, due_date: null }))
    const invoiceCard = within(await card('Invoice #in_1Pgc6'))
    expect(invoiceCard.getByText('General invoice')).toBeTruthy()
    expect(invoiceCard.getByText('Due date').nextSibling?.textContent).toBe('N/A')
  })

  it.each([
    ['PAID', 'Paid'],
    ['Draft', 'Draft'],
    ['void', 'Void'],
    ['Uncollectible', 'Uncollectible'],
    ['in dispute', 'in dispute'],
  ])('for an invoice that is %s shows %s and cannot be paid', async (status, word) => {
    show(invoice({ status }))
    const invoiceCard = within(await card('Invoice #VC-2025-0142'))
    expect(invoiceCard.getByText(word)).toBeTruthy()
    expect(invoiceCard.queryByRole('button', { name: 'Pay Now' })).toBeNull()
    const view = invoiceCard.getByRole('link', { name: /^View/ })
    expect(view.getAttribute('href')).toBe('https://invoice.stripe.com/i/acct_1/test_2')
    expect(view.getAttribute('target')).toBe('_blank')
  })

  it('marks an open invoice as overdue once its day in London has passed, and no other', async () => {
    const due_date = seconds('2025-11-17T23:59:59Z')
    show(invoice({ due_date }), invoice({ id: 'two', number: 'VC-2', status: 'paid', due_date }))
    expect(within(await card('Invoice #VC-2025-0142')).getByText('Overdue')).toBeTruthy()
    expect(within(await card('Invoice #VC-2')).queryByText('Overdue')).toBeNull()
  })

  it('shows currencies without decimals as such', async () => {
    show(invoice({ currency: 'jpy', amount_due: 55_000 }))
    expect(within(await card('Invoice #VC-2025-0142')).getByText('¥55,000')).toBeTruthy()
  })

  it('has a PDF button if there is a PDF', async () => {
    show(invoice(), invoice({ id: 'two', number: 'VC-2', pdf_url: null }))
    const pdf = /^Download PDF for invoice/
    expect(within(await card('Invoice #VC-2025-0142')).getByRole('link', { name: pdf })).toBeTruthy()
    expect(within(await card('Invoice #VC-2')).queryByRole('link', { name: pdf })).toBeNull()
  })

  it('R32 opens no link that leads elsewhere, and says that there is none', async () => {
    const person = show(
      invoice({ status: 'paid', hosted_invoice_url: null, pdf_url: 'https://evil.example/stripe.com' }),
    )
    const invoiceCard = within(await card('Invoice #VC-2025-0142'))
    await person.click(invoiceCard.getByRole('button', { name: 'View' }))
    await person.click(invoiceCard.getByRole('button', { name: /^Download PDF/ }))
    expect(toasts()).toEqual([
      ['Error', 'Invoice URL not available'],
      ['Error', 'PDF not available for this invoice'],
    ])
  })
})

describe('Pay Now', () => {
  const pay = 'POST /api/invoices/in_1Pgc6tB7WZ01/pay'

  it('marks its own invoice, opens the checkout, and clears the mark', async () => {
    let answer: (response: Response) => void = () => {}
    answers[pay] = () =>
      new Promise((resolve) => {
        answer = resolve
      })
    answers['GET /api/invoices/in_1Pgc6tB7WZ01/payment'] = () =>
      Response.json({ state: 'pending', invoice: invoice() })
    const person = show(invoice(), invoice({ id: 'two', number: 'VC-2' }))
    const invoiceCard = within(await card('Invoice #VC-2025-0142'))
    const other = within(await card('Invoice #VC-2')).getByRole('button', { name: 'Pay Now' })
    await person.click(invoiceCard.getByRole('button', { name: 'Pay Now' }))
    const busy = await invoiceCard.findByRole('button', { name: 'Processing...' })
    expect(busy.getAttribute('aria-disabled')).toBe('true')
    expect(other.getAttribute('aria-disabled')).toBeNull()
    await person.click(busy)
    act(() => answer(Response.json({ checkout_url: 'https://invoice.stripe.com/i/fresh' })))
    await invoiceCard.findByRole('button', { name: 'Pay Now' })
    expect(left).toEqual(['https://invoice.stripe.com/i/fresh'])
    expect(toasts()).toEqual([])
  })

  it.each([
    ['no link', {}],
    ['an empty link', { checkout_url: '' }],
    ['R32 a link elsewhere', { checkout_url: 'https://stripe.com.evil.example/' }],
    ['R32 a script', { checkout_url: 'javascript:alert(1)' }],
  ])('goes nowhere if answered with %s, and says so', async (_name, answer) => {
    answers[pay] = () => Response.json(answer)
    const person = show(invoice())
    const invoiceCard = within(await card('Invoice #VC-2025-0142'))
    await person.click(invoiceCard.getByRole('button', { name: 'Pay Now' }))
    await waitFor(() => expect(toasts()).toEqual([['Payment Error', 'Could not create checkout session']]))
    await invoiceCard.findByRole('button', { name: 'Pay Now' })
    expect(left).toEqual([])
  })

  it('says if it fails, and can be pressed again', async () => {
    answers[pay] = () => Response.json({ error: 'PROVIDER_FAILED', message: 'Down' }, { status: 502 })
    const person = show(invoice())
    const invoiceCard = within(await card('Invoice #VC-2025-0142'))
    await person.click(invoiceCard.getByRole('button', { name: 'Pay Now' }))
    await waitFor(() =>
      expect(toasts()).toEqual([['Payment Error', 'An error occurred while processing your payment']]),
    )
    expect(await invoiceCard.findByRole('button', { name: 'Pay Now' })).toBeTruthy()
  })

  it('says on the card if it was paid meanwhile, and shows the new state', async () => {
    const message = 'This invoice is already paid. You don’t need to pay anything else.'
    answers[pay] = () => {
      answers['GET /api/invoices'] = () =>
        Response.json({ invoices: [invoice({ status: 'paid' })], nextCursor: null })
      return Response.json({ error: 'INVALID_STATE', message }, { status: 409 })
    }
    const person = show(invoice())
    const invoiceCard = within(await card('Invoice #VC-2025-0142'))
    await person.click(invoiceCard.getByRole('button', { name: 'Pay Now' }))
    expect(await invoiceCard.findByText('Paid')).toBeTruthy()
    expect(invoiceCard.getByText(message)).toBeTruthy()
    expect(toasts()).toEqual([['Payment Error', 'An error occurred while processing your payment']])
  })
})

describe('returning from the checkout', () => {
  const payment = 'GET /api/invoices/in_1Pgc6tB7WZ01/payment'
  const comeBack = (state: string, status = 'open') =>
    comeBackTo(() => Response.json({ state, invoice: invoice({ status }) }))
  const comeBackTo = (answer: () => Response) => {
    answers['GET /api/invoices'] = () => Response.json({ invoices: [invoice()], nextCursor: null })
    answers[payment] = answer
    render(
      <QueryClientProvider client={queryClient}>
        <InvoicesPanel paying="in_1Pgc6tB7WZ01" onPaying={async () => {}} />
      </QueryClientProvider>,
    )
  }

  it.each([
    ['paid', 'paid', 'Payment received'],
    ['pending', 'open', 'Your payment is on its way'],
    ['failed', 'open', 'Your payment didn’t go through'],
    ['cancelled', 'open', 'You cancelled the payment'],
  ])('shows that the payment is %s', async (state, status, title) => {
    comeBack(state, status)
    expect(await screen.findByText(title)).toBeTruthy()
  })

  it('says nothing about an invoice that no one tried to pay', async () => {
    comeBack('none')
    await card('Invoice #VC-2025-0142')
    await waitFor(() => expect(queryClient.isFetching()).toBe(0))
    expect(screen.queryByText(/payment/i)).toBeNull()
  })

  it('shows the payment once it arrives, on the card as well, without a reload', async () => {
    vi.useRealTimers()
    vi.useFakeTimers({ now: NOW, shouldAdvanceTime: true })
    comeBack('pending')
    await screen.findByText('Your payment is on its way')
    answers[payment] = () => Response.json({ state: 'paid', invoice: invoice({ status: 'paid' }) })
    await act(() => vi.advanceTimersByTimeAsync(3_500))
    expect(await screen.findByText('Payment received')).toBeTruthy()
    expect(within(await card('Invoice #VC-2025-0142')).getByText('Paid')).toBeTruthy()
  })

  it('says if the state cannot be read', async () => {
    comeBackTo(() => Response.json({ error: 'NOT_FOUND', message: 'No' }, { status: 404 }))
    expect(await screen.findByText('We couldn’t check your payment')).toBeTruthy()
  })
})

describe('the panel', () => {
  it('without invoices says so', async () => {
    show()
    expect(await screen.findByText('No Invoices Found')).toBeTruthy()
    expect(screen.getByText("You don't have any invoices at the moment.")).toBeTruthy()
  })

  it('says if it cannot be loaded, and can be retried', async () => {
    answers['GET /api/invoices'] = () =>
      Response.json({ error: 'PROVIDER_FAILED', message: 'Down' }, { status: 400 })
    const person = showPanel()
    expect(await screen.findByText('Error loading invoices')).toBeTruthy()
    expect(screen.getByText('Please try again later or contact support.')).toBeTruthy()
    answers['GET /api/invoices'] = () => Response.json({ invoices: [invoice()], nextCursor: null })
    await person.click(screen.getByRole('button', { name: 'Try Again' }))
    expect(await card('Invoice #VC-2025-0142')).toBeTruthy()
  })

  it('loads further pages on request', async () => {
    answers['GET /api/invoices'] = () => Response.json({ invoices: [invoice()], nextCursor: 'next' })
    answers['GET /api/invoices?cursor=next'] = () =>
      Response.json({ invoices: [invoice({ id: 'two', number: 'VC-2' })], nextCursor: null })
    const person = showPanel()
    await person.click(await screen.findByRole('button', { name: 'Load more' }))
    expect(await card('Invoice #VC-2')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull()
  })

  it('caches what it has for five minutes', async () => {
    let asked = 0
    answers['GET /api/invoices'] = () => {
      asked++
      return Response.json({ invoices: [invoice()], nextCursor: null })
    }
    const visit = async () => {
      const { unmount } = render(
        <QueryClientProvider client={queryClient}>
          <InvoicesPanel paying={undefined} onPaying={async () => {}} />
        </QueryClientProvider>,
      )
      await card('Invoice #VC-2025-0142')
      await waitFor(() => expect(queryClient.isFetching()).toBe(0))
      unmount()
    }
    await visit()
    vi.setSystemTime(NOW.getTime() + 299_000)
    await visit()
    expect(asked).toBe(1)
    vi.setSystemTime(NOW.getTime() + 301_000)
    await visit()
    expect(asked).toBe(2)
  })
})
