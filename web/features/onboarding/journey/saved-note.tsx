import { formatTime } from '#web/lib/dates.ts'
import type { DraftStatus } from './draft-saver.ts'
import { useJourney } from './journey.ts'

/** The same in two words, for the compact progress bar of phones: "Saved 14:32". */
export function SavedShort({ status: { savedHereAt, savedToAccountAt } }: { status: DraftStatus }) {
  // A save to the account is kept on this device as well, so that time is the latest of the two.
  const at = savedHereAt ?? savedToAccountAt
  return <span role="status">{at ? `Saved ${formatTime(at)}` : null}</span>
}

/** When the answers were kept, and where (design §9, Save and resume). */
export function SavedNote({ status }: { status: DraftStatus }) {
  const { applicant } = useJourney()
  const { savedHereAt, savedToAccountAt, unsaved } = status
  const account = applicant.isVisitor ? 'with us' : 'to your account'
  if (!savedHereAt && !savedToAccountAt) {
    return <>Answers are saved while you type. Uploaded files are stored separately.</>
  }
  return (
    <span role="status">
      {savedHereAt ? `Answers saved on this device at ${formatTime(savedHereAt)}. ` : null}
      {savedToAccountAt ? `Saved ${account} at ${formatTime(savedToAccountAt)}. ` : null}
      {unsaved ? 'Saving your latest changes soon. ' : null}
      Uploaded files are stored separately.
    </span>
  )
}
