import { useIsFetching } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReviewCase } from '#contract/review/admin-cases.ts'
import { evidenceOf } from '#web/features/review/verdict-drafts.ts'
import { userQuery } from '#web/shared/directory/queries.ts'

/**
 * A case together with the answers that are shown with it, which another request fetches: once an answer is changed,
 * the case before the change until the new answers are here. So no one accepts the new evidence of a line while
 * reading the old value.
 */
export function useCaseAsDeclared(userId: number, current: ReviewCase): ReviewCase {
  const isFetching = useIsFetching({ queryKey: userQuery(userId).queryKey }) > 0
  const [shown, setShown] = useState(current)
  if (isFetching && evidenceOfAll(shown) !== evidenceOfAll(current)) return shown
  if (shown !== current) setShown(current)
  return current
}

function evidenceOfAll({ items }: ReviewCase): string {
  return JSON.stringify(items.map((item) => evidenceOf(item)))
}
