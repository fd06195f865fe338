import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type ListedNotice, noticesQuery } from '#web/shared/account/notices/queries.ts'
import { holdLine } from './live-line.ts'
import { readAgain, readSessionAgain } from './live-queries.ts'

/** Keeps the page's data in sync with the server, and announces new notices. */
export function Live() {
  useEffect(() => holdLine({ hear: readAgain, end: readSessionAgain }), [])
  const { data } = useInfiniteQuery(noticesQuery)
  const notices = data?.pages[0]?.notices
  const [known, setKnown] = useState<number>()
  const [news, setNews] = useState('')
  const newest = notices && Math.max(0, ...notices.map(({ id }) => id))
  if (notices && newest !== undefined && newest !== known) {
    setKnown(newest)
    if (known !== undefined) setNews(newsOf(notices, known))
  }
  return (
    <p className="sr-only" role="status">
      {news}
    </p>
  )
}

/** The announcement of notices newer than the known one, in the product's own text. */
export function newsOf(notices: readonly ListedNotice[], known: number): string {
  const titles = notices.filter(({ id, isRead }) => id > known && !isRead).map(({ title }) => `${title}.`)
  const [first, second, ...rest] = titles
  if (rest.length > 0) return `${first} And ${titles.length - 1} more notices.`
  return [first, second].filter(Boolean).join(' ')
}
