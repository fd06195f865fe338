import { useState } from 'react'
import type { AuthUser } from '#contract/sign-in/auth.ts'
import type { CertificationStep } from '#web/shared/certifications/certification-flow.ts'
import { CertificationWizard } from '#web/shared/certifications/certification-wizard.tsx'

/** The investor certification inside the success page; its step is not in the URL, which says what succeeded. */
export function EmbeddedCertification({ user, onComplete }: { user: AuthUser; onComplete: () => void }) {
  const [step, setStep] = useState<CertificationStep>('start')
  return (
    <CertificationWizard
      key={user.id}
      user={user}
      isPage={false}
      asked={step}
      onOpen={setStep}
      onComplete={onComplete}
    />
  )
}
