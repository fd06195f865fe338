import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import type { Applicant } from '#contract/sign-in/auth.ts'
import { formatDate } from '#web/lib/dates.ts'
import { signInUrl } from '#web/lib/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx'
import { EmailText } from '#web/ui/email-text.tsx'
import { KeyValueList } from '#web/ui/key-value-list.tsx'
import { DeleteApplication } from './delete-application.tsx'

/** The application that is open in this browser: continue with it, take another email, or delete it. */
export function StartedApplication({
  applicant,
  next,
  onOtherEmail,
}: {
  applicant: Applicant
  next: string
  onOtherEmail: () => void
}) {
  const router = useRouter()
  const [isAsking, setAsking] = useState(false)
  return (
    <Card aria-labelledby="begun">
      <CardHeader id="begun" title="You’ve started an application" />
      <CardBody>
        <KeyValueList
          items={[
            { label: 'Email', value: <EmailText address={applicant.email} /> },
            { label: 'Kept until', value: formatDate(applicant.expiresAt) },
          ]}
        />
        <div className="mt-7 flex flex-wrap gap-3">
          <Button variant="primary" size="lg" onClick={() => router.history.push(next)}>
            Continue
          </Button>
          <Button size="lg" onClick={onOtherEmail}>
            Use another email
          </Button>
          <Button variant="tertiary" size="lg" onClick={() => setAsking(true)}>
            Delete it
          </Button>
        </div>
        <p className="mt-6 text-ink-2">
          Submitted it? <a href={signInUrl(next, { signUp: true })}>Create an account or sign in</a> with this
          email, and the application is yours.
        </p>
        <p className="mt-3 text-ink-2">
          With another email you start another application. We keep this one until the date above: give its
          email here to open it again.
        </p>
      </CardBody>
      <DeleteApplication
        open={isAsking}
        onOpenChange={setAsking}
        description="We delete all answers and files in it. This can’t be undone."
      />
    </Card>
  )
}
