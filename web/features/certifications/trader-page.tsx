import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import type { AuthUser } from '#contract/sign-in/auth.ts'
import { useUser } from '#web/lib/session.ts'
import type { CertificationStep } from '#web/shared/certifications/certification-flow.ts'
import { CertificationSkeleton } from '#web/shared/certifications/certification-frame.tsx'
import { CertificationWizard } from '#web/shared/certifications/certification-wizard.tsx'

/** The investor certification on a page of its own, with the step in the URL (onboarding §2). */
export function TraderPage() {
  const { step } = useSearch({ from: '/onboarding-shell/certification/trader' })
  const navigate = useNavigate()
  const user = useUser()
  // A session that ends does not take the answers away, which are nowhere else.
  const [known, setKnown] = useState<AuthUser | null>(null)
  if (user && user !== known) setKnown(user)
  const handleOpen = useCallback(
    (next: CertificationStep, { replace }: { replace: boolean }) =>
      void navigate({ to: '.', search: next === 'start' ? {} : { step: next }, replace }),
    [navigate],
  )
  const person = user ?? known
  if (!person) return <CertificationSkeleton isPage />
  return <CertificationWizard key={person.id} user={person} isPage asked={step} onOpen={handleOpen} />
}
