import { SignInAgain, solvedBySignIn } from '#web/shared/sign-in/sign-in-again.tsx'

/** Where a change was refused because its owner has to prove first who they are: how. */
export function ConfirmFirst({ error, className }: { error: unknown; className?: string }) {
  if (!solvedBySignIn(error)) return null
  return <SignInAgain why="We ask before anyone changes how you sign in." className={className} />
}

/** What a dialog says of any other refusal. */
export function problemOf(error: Error | null): { title: string; message: string } | null {
  return error && !solvedBySignIn(error) ? { title: 'Nothing was changed', message: error.message } : null
}
