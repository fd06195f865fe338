import type { SignInProblem } from '#contract/account/account.ts'

/** What stopped a sign-in, in words that follow "Failed". */
export const SIGN_IN_PROBLEMS: Readonly<Record<SignInProblem, string>> = {
  password: 'wrong password',
  code: 'wrong code',
  provider: 'refused by the sign-in provider',
}
