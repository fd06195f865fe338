import { useMutation } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { type PhoneHandOff, TypedCode } from '#contract/documents/hand-offs.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { openByCode } from './phone-calls.ts'

/** For a phone without a scanner: the short code that the computer shows. */
export function CodeForm({ onOpened }: { onOpened: (handOff: PhoneHandOff) => void }) {
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string>()
  const open = useMutation({ mutationFn: openByCode, onSuccess: onOpened })
  const failure = open.error instanceof ApiError ? open.error.message : undefined
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = TypedCode.safeParse(code)
    setProblem(typed.error?.issues[0]?.message)
    if (typed.success) open.mutate(typed.data)
  }
  return (
    <form noValidate className="mt-6 max-w-72" onSubmit={handleSubmit}>
      <TextField
        label="Code on your computer"
        hint="8 letters and digits, for example 7K4M-29QD"
        error={problem ?? failure}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        className="font-mono uppercase"
        value={code}
        onChange={(event) => {
          setCode(event.target.value)
          setProblem(undefined)
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
