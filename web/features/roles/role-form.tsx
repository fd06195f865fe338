import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { z } from 'zod'
import { TheirEmail } from '#contract/fields.ts'
import { ROLE_NAMES, ROLES, type RoleName } from '#contract/roles.ts'
import { roleHolder } from '#domain/roles/held-roles.ts'
import { api } from '#web/lib/api.ts'
import { ApiError, isSignedOut } from '#web/lib/api-error.ts'
import { pageAddress } from '#web/lib/page-address.ts'
import { currentPath, signInUrl } from '#web/lib/session.ts'
import { needsSignIn } from '#web/shared/sign-in/sign-in-again.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.ts'
import { changeRole } from './role-queries.ts'
import { SignInForRoles } from './sign-in-again.tsx'

const Values = z.object({ email: TheirEmail, role: z.enum(ROLE_NAMES, 'Choose a role') })
type Values = z.infer<typeof Values>

/**
 * Gives a role to someone by their sign-in email, which is looked up before a confirmation is asked for
 * (account-admin, Whom a role is given to).
 */
export function RoleForm({
  roles,
  initialRole,
  initialEmail,
  takesTwo,
}: {
  roles: readonly RoleName[]
  /** The role selected before a required sign-in, with the email typed. */
  initialRole?: RoleName | undefined
  initialEmail: string | undefined
  /** Whether a second super admin has to approve a new one. */
  takesTwo: boolean
}) {
  const id = useId()
  // Of several roles none is selected beforehand (design §1.2).
  const only = roles.length === 1 ? roles[0] : undefined
  const form = useForm<Values>({
    resolver: zodResolver(Values),
    defaultValues: { email: initialEmail ?? '', role: initialRole ?? only },
  })
  const chosen: RoleName | undefined = useWatch({ control: form.control, name: 'role' })
  const hint = chosen && ROLES[chosen].hint
  const [asked, setAsked] = useState<Values>()
  // Before the question, so that no one confirms a role for someone who isn’t there.
  const lookUp = useMutation({
    mutationFn: ({ email }: Values) => api('GET /api/admin/users', { query: { email, limit: 1 } }),
    onSuccess: ({ count }, wish) =>
      count > 0
        ? setAsked(wish)
        : form.setError(
            'email',
            {
              message: `No one has an account with ${wish.email}. Ask them to sign in once, then try again.`,
            },
            { shouldFocus: true },
          ),
    // The role’s own call says it again if it matters.
    onError: (_error, wish) => setAsked(wish),
  })
  const promote = useMutation({
    mutationFn: (wish: Values) => changeRole('promote', wish),
    onSuccess: (news) => {
      toast({ kind: 'success', ...news })
      form.reset({ email: '', role: only })
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
      <CardHeader
        id={`${id}-title`}
        title={only ? `Make a User ${roleHolder(only)}` : 'Give a User Another Role'}
      />
      <CardBody>
        <form noValidate onSubmit={(event) => void form.handleSubmit((wish) => lookUp.mutate(wish))(event)}>
          {needsSignIn(promote.error) ? (
            <SignInForRoles
              className="mb-5"
              returnTo={pageAddress('/admin/dashboard', {
                tab: 'controls',
                role: chosen,
                email: form.getValues('email'),
              })}
            />
          ) : null}
          <TextField
            label="Email"
            hint={only && hint}
            type="email"
            autoComplete="off"
            maxLength={254}
            error={form.formState.errors.email?.message}
            {...form.register('email')}
          />
          {only ? null : (
            <SelectField
              label="Role"
              hint={hint}
              fieldClassName="mt-5"
              placeholder="Choose a role"
              options={roles.map((value) => ({ value, label: ROLES[value].label }))}
              error={form.formState.errors.role?.message}
              {...form.register('role')}
            />
          )}
          <Button type="submit" className="mt-5" busy={lookUp.isPending} busyLabel="Looking up...">
            {chosen ? makingOf(chosen) : 'Give the role'}
          </Button>
        </form>
      </CardBody>
      {asked ? (
        <ConfirmDialog
          open
          onOpenChange={() => setAsked(undefined)}
          title={`Make this user ${roleHolder(asked.role)}?`}
          description={
            <>
              <b className="text-ink">{asked.email}</b>{' '}
              {asked.role === 'super_admin' && takesTwo
                ? `gets the role ${ROLES[asked.role].label} once a second super admin confirms it. We’ll ask them now.`
                : `gets the role ${ROLES[asked.role].label} now. We’ll email them.`}
            </>
          }
          confirmLabel={makingOf(asked.role)}
          onConfirm={() => promote.mutate(asked)}
          busy={promote.isPending}
          busyLabel="Saving..."
        />
      ) : null}
    </Card>
  )
}

function makingOf(role: RoleName): string {
  return `Make ${ROLES[role].label}`
}
