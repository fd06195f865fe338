import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import type { Applicant } from '#contract/auth.ts'
import { formatDate } from '#web/lib/dates.ts'
import { signInUrl } from '#web/lib/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx'
import { EmailText } from '#web/ui/email-text.tsx'
import { KeyValueList } from '#web/ui/key-value-list.tsx'
import { DeleteApplication } from './delete-application.tsx'

/** The application that was begun in this browser: go on with it, or delete it and begin anew. */
export function BegunApplication({ applicant, next }: { applicant: Applicant; next: string }) {
  const router = useRouter()
  const [isAsking, setAsking] = useState(false)
  return (
    <Card aria-labelledby="begun">
      <CardHeader id="begun" title="You have begun an application" />
      <CardBody>
        <KeyValueList
          items={[
            { label: 'Email', value: <EmailText address={applicant.email} /> },
            { label: 'Kept until', value: formatDate(applicant.expiresAt) },
          ]}
        />
        <div className="mt-7 flex flex-wrap gap-3">
          <Button variant="primary" size="lg" onClick={() => router.history.push(next)}>
            Go on with it
          </Button>
          <Button size="lg" onClick={() => setAsking(true)}>
            Use another email
          </Button>
        </div>
        <p className="mt-6 text-ink-2">
          Have you submitted it? <a href={signInUrl(next, { signUp: true })}>Register or log in</a> with this
          email to make it yours.
        </p>
      </CardBody>
      <DeleteApplication
        open={isAsking}
        onOpenChange={setAsking}
        description="To begin with another email, this application is deleted first: all answers and files given in it. This cannot be undone."
      />
    </Card>
  )
}
