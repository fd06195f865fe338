import { Link } from '@tanstack/react-router'

type Props = { text: string; userId: number | null | undefined }

/** Another fact about a case, with a link to the other user it concerns; unsaved marks are kept. */
export function CaseHint({ text, userId }: Props) {
  if (!userId) return text
  return (
    <>
      {text}{' '}
      <Link
        to="/admin/users/$id"
        params={{ id: String(userId) }}
        search={{ tab: 'business' }}
        target="_blank"
      >
        Open user {userId}
        <span className="sr-only"> (opens in a new tab)</span>
      </Link>
    </>
  )
}
