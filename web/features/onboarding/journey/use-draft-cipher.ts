import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#web/lib/api.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { fetchModule } from '#web/lib/fetch-module.ts'
import { queryClient } from '#web/lib/query-client.ts'
import type { DraftCipher } from './draft-cipher.ts'
import { dropStaleDrafts, removeLocalDraft, sealedKeyOf } from './local-draft.ts'

interface HeldCipher {
  /** Undefined until the key is there: then nothing is read or written here. */
  cipher: DraftCipher | undefined
  /** A draft lies here and can't be read yet: the form waits for it. */
  isAwaited: boolean
  error: Error | null
}

/**
 * What encrypts a person's draft in this browser. Its key is asked for with the page where a draft lies here, and otherwise once
 * the form has what it needs itself (`isOpen`).
 */
export function useDraftCipher(userId: number, localKey: string, isOpen: boolean): HeldCipher {
  const [sealed] = useState(() => sealedKeyOf(localKey))
  const { data, error } = useQuery({
    queryKey: cipherKey(userId, sealed),
    queryFn: () => openCipher(userId, localKey, sealed),
    enabled: sealed !== null || isOpen,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const isAwaited = sealed !== null && !data
  return { cipher: data, isAwaited, error: isAwaited ? error : null }
}

const cipherKey = (userId: number, sealed: string | null) =>
  ['POST /api/browser-keys', userId, sealed] as const

/** Throws ApiError where the key can't be had now. */
async function openCipher(userId: number, localKey: string, sealed: string | null): Promise<DraftCipher> {
  dropStaleDrafts(new Date())
  const [{ draftCipher }, key] = await Promise.all([
    fetchModule(() => import('./draft-cipher.ts')),
    (sealed && (await keyOfDraft(userId, localKey, sealed))) || askForKey(userId),
  ])
  const cipher = draftCipher(key)
  queryClient.setQueryData(cipherKey(userId, cipher.sealed), cipher)
  return cipher
}

/** Null where it opens for them no more, and then what it locked is dropped. */
async function keyOfDraft(userId: number, localKey: string, sealed: string) {
  try {
    return await askForKey(userId, sealed)
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'VALIDATION_ERROR') throw error
    removeLocalDraft(localKey)
    return null
  }
}

function askForKey(userId: number, sealed?: string) {
  return api('POST /api/browser-keys', { body: { use: 'drafts', userId, sealed } })
}
