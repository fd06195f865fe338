import type { SignInProblem } from '#contract/account/account.ts'

/** Why a sign-in failed, as text that follows "Failed". */
export const SIGN_IN_PROBLEMS: Readonly<Record<SignInProblem, string>> = {
  password: 'wrong password',
  code: 'wrong code',
  provider: 'refused by the sign-in provider',
}
