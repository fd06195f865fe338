import { SignInAgain } from '#web/shared/sign-in/sign-in-again.tsx'

/** Asks for a recent sign-in before a role is given or removed; the return path restores what was typed. */
export function SignInForRoles({ returnTo, className }: { returnTo: string; className?: string }) {
  return (
    <SignInAgain
      title="Sign in again to change roles"
      why="We ask because a role gives access to everyone’s data."
      returnTo={returnTo}
      className={className}
    />
  )
}
