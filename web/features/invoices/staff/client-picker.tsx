import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ComboboxField, type ComboboxFieldProps } from '#web/ui/combobox-field.tsx'
import { namedOption } from '#web/ui/combobox-match.ts'
import { clientQuery, clientsQuery } from './queries.ts'

type Props = Omit<ComboboxFieldProps, 'options' | 'onTextChange' | 'listLabel' | 'noMatch'>

/** Finds one of any number of clients as people type its name; the value is its number. */
export function ClientPicker({ value, onValueChange, ...field }: Props) {
  const [typed, setTyped] = useState('')
  const { data, isFetching, isError } = useInfiniteQuery(clientsQuery(typed.trim() || undefined))
  const chosen = useQuery({ ...clientQuery(Number(value)), enabled: value !== '' }).data?.client
  const found = data?.pages.flatMap((page) => page.clients) ?? []
  const options = (chosen && !found.some(({ id }) => id === chosen.id) ? [chosen, ...found] : found).map(
    ({ id, name }) => ({ value: String(id), label: name }),
  )
  const choose = (next: string) => {
    // What was typed has led to a client, and is to lead nowhere else later.
    if (next) setTyped('')
    onValueChange(next)
  }
  // Typed whole before the list had it: it is as good as chosen once it is there.
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
