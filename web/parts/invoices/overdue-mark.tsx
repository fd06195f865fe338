import CircleAlert from 'lucide-react/icons/circle-alert'

/** Says that an invoice is overdue: never by colour alone, an icon and the word (design §1). It follows a date. */
export function OverdueMark() {
  return (
    <>
      {' '}
      <span className="late">
        <CircleAlert className="i i-16" />
        Overdue
      </span>
    </>
  )
}
