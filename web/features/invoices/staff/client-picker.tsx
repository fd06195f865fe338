import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ComboboxField, type ComboboxFieldProps } from '#web/ui/combobox-field.tsx'
import { namedOption } from '#web/ui/combobox-match.ts'
import { clientQuery, clientsQuery } from './queries.ts'

type Props = Omit<ComboboxFieldProps, 'options' | 'onTextChange' | 'listLabel' | 'noMatch'>

/** Finds one of any number of clients while its name is typed; the value is its id. */
export function ClientPicker({ value, onValueChange, ...field }: Props) {
  const [typed, setTyped] = useState('')
  const { data, isFetching, isError } = useInfiniteQuery(clientsQuery(typed.trim() || undefined))
  const chosen = useQuery({ ...clientQuery(Number(value)), enabled: value !== '' }).data?.client
  const found = data?.pages.flatMap((page) => page.clients) ?? []
  const options = (chosen && !found.some(({ id }) => id === chosen.id) ? [chosen, ...found] : found).map(
    ({ id, name }) => ({ value: String(id), label: name }),
  )
  const choose = (next: string) => {
    // The typed text has selected a client, and must not select another later.
    if (next) setTyped('')
    onValueChange(next)
  }
  // A name typed in full before the list loaded counts as selected once it is listed.
  const named = value === '' ? (namedOption(options, typed)?.value ?? '') : ''
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each client that turns up.
  useEffect(() => {
    if (named) choose(named)
  }, [named])
  return (
    <ComboboxField
      {...field}
      options={options}
      value={value || named}
      onValueChange={choose}
      onTextChange={setTyped}
      listLabel="Clients"
      noMatch={
        isFetching
          ? 'Searching...'
          : isError
            ? 'The clients could not be loaded. Try again in a moment.'
            : 'No client has this name'
      }
    />
  )
}
