import { useMutation } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import type { PhoneHandOff } from '#contract/documents/hand-offs.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { openByCode } from './phone-calls.ts'

/** For a phone without a scanner: the short code that the computer shows. */
export function PhoneCodeForm({ onOpened }: { onOpened: (handOff: PhoneHandOff) => void }) {
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
