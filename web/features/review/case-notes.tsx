import type { ReviewCase } from '#contract/review/admin-cases.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { useMay } from '#web/lib/may.tsx'
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx'
import { NoteForm } from './note-form.tsx'

/** What reviewers tell each other about a case, newest first; the applicant never reads it. */
export function CaseNotes({ userId, reviewCase }: { userId: number; reviewCase: ReviewCase }) {
  const mayWork = useMay('cases.work')
  return (
    <Card aria-labelledby="case-notes">
      <CardHeader id="case-notes" title="Internal notes" />
      <CardBody>
        {mayWork ? <NoteForm userId={userId} reviewCase={reviewCase} /> : null}
        {reviewCase.notes.length > 0 ? (
          <ul className="mt-5 grid gap-4">
            {reviewCase.notes.map((note) => (
              <li key={note.id}>
                <p className="text-card whitespace-pre-line wrap-anywhere">{note.text}</p>
                <p className="text-sm text-ink-3">
                  {note.author} · {formatDateTime(note.at)}
                </p>
              </li>
            ))}
          </ul>
        ) : mayWork ? null : (
          <p className="text-card text-ink-2">No notes yet.</p>
        )}
      </CardBody>
    </Card>
  )
}
