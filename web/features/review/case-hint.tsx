import { Link } from '@tanstack/react-router'

type Props = { text: string; userId: number | null | undefined }

/** Something else to know of a case, with the way to the other user it is about; what is marked here stays as it is. */
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
