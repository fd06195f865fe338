import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { isTrustedPaymentLink } from '#domain/invoices/payment-link.ts'
import { api } from '#web/lib/api.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { invalidate } from '#web/lib/query-client.ts'
import { toast } from '#web/ui/toast.ts'

interface Options {
  /** Called before the browser leaves for the checkout, so that coming back shows how it went. */
  onLeave: (invoiceId: string) => Promise<void>
  /** Leaves for the checkout. */
  leaveFor?: ((url: string) => void) | undefined
}

export interface Paying {
  pay: (invoiceId: string) => void
  /** The invoices whose checkout is being asked for. */
  processing: ReadonlySet<string>
  /** Why the last try of an invoice was refused, in the server's words. */
  refusals: ReadonlyMap<string, string>
}

/** Pay Now: marks the invoice, asks for its checkout, goes there, and clears the mark in any case (account-admin §4). */
export function usePay({ onLeave, leaveFor = (url) => window.location.assign(url) }: Options): Paying {
  const [processing, setProcessing] = useState<ReadonlySet<string>>(new Set())
  const [refusals, setRefusals] = useState<ReadonlyMap<string, string>>(new Map())
  const { mutate } = useMutation({
    mutationFn: (id: string) => api('POST /api/invoices/:id/pay', { params: { id } }),
    onMutate: (id) => {
      setProcessing((before) => new Set(before).add(id))
      setRefusals((before) => without(before, id))
    },
    onSuccess: async ({ checkout_url: url }, id) => {
      if (!url || !isTrustedPaymentLink(url, window.location.origin))
        return fail('Could not create checkout session')
      await onLeave(id)
      leaveFor(url)
    },
    onError: async (error, id) => {
      fail('An error occurred while processing your payment')
      if (!(error instanceof ApiError) || error.code !== 'INVALID_STATE') return
      // It was paid or taken back meanwhile: the card says so, and the list shows how it stands.
      setRefusals((before) => new Map(before).set(id, error.message))
      await invalidate('GET /api/invoices')
    },
    onSettled: (_answer, _error, id) =>
      setProcessing((before) => new Set([...before].filter((other) => other !== id))),
  })
  return { pay: mutate, processing, refusals }
}

function fail(description: string): void {
  toast({ kind: 'error', title: 'Payment Error', description })
}

function without(map: ReadonlyMap<string, string>, key: string): ReadonlyMap<string, string> {
  return new Map([...map].filter(([other]) => other !== key))
}
