import { useMutation } from '@tanstack/react-query'
import { type SubmitEvent, useEffect, useEffectEvent, useState } from 'react'
import { SLOT_LABELS } from '#contract/documents/documents.ts'
import { HAND_OFF_MINUTES, type HandOffOver, type PhoneHandOff } from '#contract/documents/hand-offs.ts'
import { type Answer, api } from '#web/lib/api.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { fetchModule } from '#web/lib/fetch-module.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { isShowingCode } from '#web/shared/capture/open-hand-off.ts'
import { Button } from '#web/ui/button.tsx'
import { Page } from '#web/ui/page.tsx'
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { PhonePhotos } from './phone-photos.tsx'
import type { PhonePhoto } from './use-sending.ts'

type Connection =
  | { kind: 'opening' }
  /** The link was opened in the browser that shows its code. */
  | { kind: 'here'; token: string }
  | { kind: 'refused'; message: string }
  | { kind: 'connected'; handOff: PhoneHandOff }
  /** Everything had arrived before the connection was over. */
  | { kind: 'done' }
  | { kind: 'ended' }

/** What this phone is asked for, or why it isn't connected any more. */
type Seen = Answer<'GET /api/phone/hand-off'>

/** Where the code of a computer leads on a phone: what to photograph, and nothing else of the person. */
export function PhonePage() {
  usePageTitle('Take the photos')
  const [connection, setConnection] = useState<Connection>({ kind: 'opening' })
  // On this page alone, and sent to no other computer unless its owner says so.
  const [unsent, setUnsent] = useState<PhonePhoto | null>(null)
  const connect = (handOff: PhoneHandOff) => setConnection({ kind: 'connected', handOff })
  const show = ({ handOff, over }: Seen) => {
    if (handOff) return connect(handOff)
    setConnection({ kind: 'refused', message: over ? OVER[over] : NO_CODE })
    forgetPhotos()
  }
  const refuse = (error: unknown) => setConnection({ kind: 'refused', message: messageOf(error) })
  const handleOpened = useEffectEvent(show)
  const handleRefused = useEffectEvent(refuse)
  useEffect(() => {
    const token = location.hash.slice(1)
    if (token && isShowingCode()) return setConnection({ kind: 'here', token })
    let isGone = false
    openOnPhone(token).then(
      (seen) => isGone || handleOpened(seen),
      (error: unknown) => isGone || handleRefused(error),
    )
    return () => {
      isGone = true
    }
  }, [])
  const lose = async (handOff: PhoneHandOff, photo: PhonePhoto | null) => {
    forgetPhotos()
    if (!photo && handOff.slots.every(({ isStored, isQuestioned }) => isStored && !isQuestioned))
      return setConnection({ kind: 'done' })
    const { over } = await api('GET /api/phone/hand-off').catch(() => ({ over: null }))
    setConnection({ kind: 'refused', message: over ? OVER[over] : NOT_CONNECTED })
    setUnsent(photo)
  }
  const end = async () => {
    await api('POST /api/phone/hand-off/end').catch(() => {})
    setConnection({ kind: 'ended' })
    forgetPhotos()
  }
  switch (connection.kind) {
    case 'opening':
      return (
        <Page width="narrow">
          <LoadingRegion label="Connecting">
            <Skeleton className="h-40" />
          </LoadingRegion>
        </Page>
      )
    case 'here':
      return (
        <Page width="narrow">
          <h1>Open this link on your phone</h1>
          <p className="mt-1.5 text-lead text-ink-2">
            You’re on the device that made it. Opening it here doesn’t use it up.
          </p>
          <Button
            className="mt-6"
            onClick={() => {
              setConnection({ kind: 'opening' })
              openOnPhone(connection.token).then(show, refuse)
            }}
          >
            Use this device instead
          </Button>
        </Page>
      )
    case 'done':
      return (
        <Page width="narrow">
          <h1>All photos are on your computer</h1>
          <p className="mt-1.5 text-lead text-ink-2">You can close this page, and continue there.</p>
        </Page>
      )
    case 'refused':
      return (
        <Page width="narrow">
          <h1>Your phone is not connected</h1>
          <p className="mt-1.5 text-lead text-ink-2" role="alert">
            {connection.message}
          </p>
          {unsent ? (
            <p className="mt-3">
              The photo you took last wasn’t sent: {SLOT_LABELS[unsent.slot]}. It’s kept while this page is
              open. Type a new code here to send it.
            </p>
          ) : null}
          <PhoneCodeForm onOpened={connect} />
        </Page>
      )
    case 'ended':
      return (
        <Page width="narrow">
          <h1>Your phone is disconnected</h1>
          <p className="mt-1.5 text-lead text-ink-2">
            You can close this page, and continue on your computer.
          </p>
        </Page>
      )
    case 'connected':
      return (
        <PhonePhotos
          handOff={connection.handOff}
          unsent={unsent}
          onChange={connect}
          onLost={(photo) => void lose(connection.handOff, photo)}
          onEnd={() => void end()}
        />
      )
    default:
      return connection satisfies never
  }
}

/** What waits for a line is of no use to a phone that is connected no more. */
function forgetPhotos(): void {
  fetchModule(() => import('#web/shared/documents/waiting-files.ts'))
    .then(({ forgetPhones }) => forgetPhones())
    .catch(() => {})
}

/** Where nothing says whether there ever was a code. */
const NO_CODE =
  'On your computer, press “Take it with your phone” and scan the code there, or type it here. It works for ten minutes.'
const NOT_CONNECTED = 'Your phone isn’t connected any more. Make a new code on your computer.'
const OVER = {
  ended: 'You ended the connection. To take more photos, make a new code on your computer.',
  expired: `Your phone was connected for ${HAND_OFF_MINUTES} minutes, and that time is over. Make a new code on your computer.`,
  signed_out: 'You’re signed out on your computer. Sign in there again, and make a new code.',
} as const satisfies Record<HandOffOver, string>

function messageOf(error: unknown): string {
  return error instanceof ApiError ? error.message : NOT_CONNECTED
}

/** For a phone without a scanner: the short code that the computer shows. */
function PhoneCodeForm({ onOpened }: { onOpened: (handOff: PhoneHandOff) => void }) {
  const [code, setCode] = useState('')
  const open = useMutation({ mutationFn: openByCode, onSuccess: onOpened })
  const failure = open.error instanceof ApiError ? (open.error.fields.code ?? open.error.message) : undefined
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    open.mutate(code)
  }
  return (
    <form noValidate className="mt-6 max-w-72" onSubmit={handleSubmit}>
      <TextField
        label="Code on your computer"
        hint={
          <>
            8 letters and digits, for example <span className="whitespace-nowrap">7K4M-29QD</span>
          </>
        }
        error={failure}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        className="font-mono uppercase"
        value={code}
        onChange={(event) => {
          setCode(event.target.value)
          open.reset()
        }}
      />
      <Button
        type="submit"
        variant="primary"
        className="mt-4"
        busy={open.isPending}
        busyLabel="Connecting..."
      >
        Connect this phone
      </Button>
    </form>
  )
}

let opening: Promise<Seen> | undefined

/**
 * Opens a link by its token, or continues with the one that this phone has opened. A link works once, so it is opened once,
 * however often the page renders; after that it is removed from the URL.
 */
function openOnPhone(token: string): Promise<Seen> {
  if (token) {
    history.replaceState(history.state, '', location.pathname)
    opening = api('POST /api/phone/hand-off/open', { body: { token } }).then(({ handOff }) => ({
      handOff,
      over: null,
    }))
  }
  opening ??= api('GET /api/phone/hand-off')
  return opening
}

/** Connects this phone by the short code that is typed. Throws ApiError. */
async function openByCode(code: string): Promise<PhoneHandOff> {
  const { handOff } = await api('POST /api/phone/hand-off/open-by-code', { body: { code } })
  opening = Promise.resolve({ handOff, over: null })
  return handOff
}
