import type { StepStanding } from '#contract/verification/standing.ts'

/**
 * What is to do in a step that is still required, and how long it takes. `endedOn`: when a former statement ended;
 * `opensAt`: when the step can be done, in words, where it can't yet.
 */
export function stepTask(
  id: StepStanding['id'],
  { isCompany, endedOn, opensAt }: { isCompany: boolean; endedOn: string | null; opensAt: string | null },
): string {
  switch (id) {
    case 'risk_disclosure':
      return 'Read and accept the risk disclosure. About 3 minutes.'
    case 'user_classification':
      return 'Tell us what you want to do. About 1 minute.'
    case 'trader_certification':
      if (opensAt) return `Your answers didn’t meet a category twice. You can try again from ${opensAt}.`
      return endedOn
        ? `Your statement ended on ${endedOn}. Sign a new one to trade or invest. About 5 minutes.`
        : 'Certify yourself as an investor. We keep your choice until then. About 5 minutes.'
    case 'identity_verification':
      return isCompany
        ? 'Your company, its owners and its representatives. About 15 minutes.'
        : 'Your details, an ID document, a selfie and a proof of address. About 10 minutes.'
    default:
      return id satisfies never
  }
}
