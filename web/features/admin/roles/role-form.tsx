import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { type AdminRole, ROLE_LABELS } from '#contract/admin-roles.ts'
import { TheirEmail } from '#contract/fields.ts'
import { ApiError, isSignedOut } from '#web/lib/api-error.ts'
import { paths } from '#web/lib/paths.ts'
import { currentPath, signInUrl } from '#web/lib/session.ts'
import { needsSignIn } from '#web/parts/sign-in-again.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.ts'
import { changeRole } from './role-queries.ts'
import { SignInForRoles } from './sign-in-again.tsx'

const Values = z.object({ email: TheirEmail })
type Values = z.infer<typeof Values>

const TEXTS: Record<AdminRole, { title: string; hint: string }> = {
  admin: {
    title: 'Make a User an Admin',
    hint: 'Admins search users, see their verification data, decide on it and send invitations.',
  },
  super_admin: {
    title: 'Make a User a Super Admin',
    hint: 'Super Admin: full access with no restrictions, including changing roles.',
  },
}

/** Gives someone a role by the email they sign in with, after a question (account-admin §2, Admin Controls). */
export function RoleForm({
  role,
  initialEmail,
  takesTwo,
  reasonId,
}: {
  role: AdminRole
  /** What was typed before someone had to sign in again. */
  initialEmail: string | undefined
  /** Whether a second super admin has to agree before someone becomes one. */
  takesTwo: boolean
  /** Id of the sentence that says why roles can't be given here; absent where they can. */
  reasonId: string | undefined
}) {
  const id = useId()
  const { title, hint } = TEXTS[role]
  const label = ROLE_LABELS[role]
  const form = useForm<Values>({
    resolver: zodResolver(Values),
    defaultValues: { email: initialEmail ?? '' },
  })
  const [asked, setAsked] = useState<string>()
  const promote = useMutation({
    mutationFn: (email: string) => changeRole('promote', { email, role }),
    onSuccess: (news) => {
      toast({ kind: 'success', ...news })
      form.reset({ email: '' })
    },
    onError: (error) => {
      if (isSignedOut(error)) return window.location.assign(signInUrl(currentPath()))
      if (needsSignIn(error)) return
      const message = error instanceof ApiError ? (error.fields.email ?? error.message) : error.message
      form.setError('email', { message }, { shouldFocus: true })
    },
    onSettled: () => setAsked(undefined),
  })
  return (
    <Card aria-labelledby={`${id}-title`}>
      <CardHeader id={`${id}-title`} title={title} />
      <CardBody>
        <form noValidate onSubmit={(event) => void form.handleSubmit(({ email }) => setAsked(email))(event)}>
          {needsSignIn(promote.error) ? (
            <SignInForRoles
              className="mb-5"
              returnTo={paths.adminControls({ role, email: form.getValues('email') })}
            />
          ) : null}
          <TextField
            label="Email"
            hint={hint}
            type="email"
            autoComplete="off"
            maxLength={254}
            readOnly={reasonId !== undefined}
            error={form.formState.errors.email?.message}
            {...form.register('email')}
          />
          <Button
            type="submit"
            className="mt-5"
            disabled={reasonId !== undefined}
            aria-describedby={reasonId}
          >
            {role === 'admin' ? 'Make Admin' : 'Make Super Admin'}
          </Button>
        </form>
      </CardBody>
      <ConfirmDialog
        open={asked !== undefined}
        onOpenChange={() => setAsked(undefined)}
        title={role === 'admin' ? 'Make this user an Admin?' : 'Make this user a Super Admin?'}
        description={
          <>
            <b className="text-ink">{asked}</b>{' '}
            {role === 'super_admin' && takesTwo
              ? `gets the role ${label} once a second super admin confirms it. We’ll ask them now.`
              : `gets the role ${label} now. We’ll email them.`}
          </>
        }
        confirmLabel={role === 'admin' ? 'Make Admin' : 'Make Super Admin'}
        onConfirm={() => asked && promote.mutate(asked)}
        busy={promote.isPending}
        busyLabel="Saving..."
      />
    </Card>
  )
}
