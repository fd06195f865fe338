import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import type { AuthUser } from '#contract/sign-in/auth.ts'
import { useUser } from '#web/lib/session.ts'
import type { CertificationStep } from '#web/shared/certifications/certification-flow.ts'
import { CertificationSkeleton } from '#web/shared/certifications/certification-frame.tsx'
import { CertificationWizard } from '#web/shared/certifications/certification-wizard.tsx'

/** The investor certification on its own page, with the step in the URL (onboarding §2.6). */
export function TraderPage() {
  const { step } = useSearch({ from: '/onboarding-shell/certification/trader' })
  const navigate = useNavigate()
  const user = useUser()
  // Kept when the session ends, so that the answers, which are stored nowhere else, stay on the page.
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
