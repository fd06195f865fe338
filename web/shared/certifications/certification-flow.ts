/** The five steps of onboarding §2.6 in the order shown; the id is the `step` of the URL. */
export const CERTIFICATION_STEPS = [
  { id: 'start', label: 'Before you start' },
  { id: 'risk', label: 'Risk warning' },
  { id: 'category', label: 'Investor category' },
  { id: 'declaration', label: 'Declaration' },
  { id: 'complete', label: 'Complete' },
] as const
export type CertificationStep = (typeof CERTIFICATION_STEPS)[number]['id']

export interface CertificationProgress {
  riskAcknowledged: boolean
  /** Whether the answers meet the selected category. */
  hasAnswers: boolean
  /** Whether a statement was signed during this visit. */
  isSigned: boolean
}

/**
 * The step to show for the URL's `step`: that one if all before it are done, otherwise the furthest reached. A
 * reload loses only the answers, so it leads back to the category.
 */
export function stepToShow(asked: unknown, progress: CertificationProgress): CertificationStep {
  const { riskAcknowledged, hasAnswers, isSigned } = progress
  switch (asked) {
    case 'risk':
      return 'risk'
    case 'category':
      return riskAcknowledged ? 'category' : 'start'
    case 'declaration':
      if (isSigned) return 'complete'
      if (!riskAcknowledged) return 'start'
      return hasAnswers ? 'declaration' : 'category'
    case 'complete':
      return isSigned ? 'complete' : 'start'
    default:
      return 'start'
  }
}

/** The step before this one, or null if Back leaves. */
export function stepBefore(step: CertificationStep): CertificationStep | null {
  const index = CERTIFICATION_STEPS.findIndex(({ id }) => id === step)
  return CERTIFICATION_STEPS[index - 1]?.id ?? null
}

/** The rail at a step: all before it are done, and at the end all of them. */
export function railAt(step: CertificationStep) {
  const current = CERTIFICATION_STEPS.findIndex(({ id }) => id === step)
  return CERTIFICATION_STEPS.map(({ id, label }, index) => ({
    id,
    label,
    state:
      index < current ? ('done' as const) : index === current ? ('current' as const) : ('upcoming' as const),
  }))
}
