import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useId } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { Email } from '#contract/fields.ts'
import { api } from '#web/lib/api.ts'
import { ApiError, isSignedOut } from '#web/lib/api-error.ts'
import { useCompany } from '#web/lib/company.ts'
import { invalidate } from '#web/lib/query-client.ts'
import { currentPath, signInUrl } from '#web/lib/session.ts'
import { forgetTyped, storeTyped, typedBefore } from '#web/lib/typed-before-sign-in.ts'
import { SystemEmail, UnconfirmedEmail } from '#web/shared/account/email/unconfirmed-email.tsx'
import { needsSignIn, SignInAgain } from '#web/shared/sign-in/sign-in-again.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx'
import { EmailText } from '#web/ui/email-text.tsx'
import { KeyValueList } from '#web/ui/key-value-list.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.ts'
import { AddNameForm } from './add-name-form.tsx'
import type { Profile } from './queries.ts'

const Values = z.object({ email: Email, name: z.string(), company: z.string() })
type Values = z.infer<typeof Values>
const FIELDS = ['email', 'name', 'company'] as const

/** System email, name and company (account-admin §2.5); the person's input survives every refusal. */
export function EditProfileForm({ profile }: { profile: Profile }) {
  const company = useCompany()
  const formId = useId()
  const stored: Values = {
    email: profile.email ?? '',
    name: profile.name ?? '',
    company: profile.company ?? '',
  }
  const keptAs = `edit-profile-${profile.id}`
  const form = useForm<Values>({
    resolver: zodResolver(Values),
    defaultValues: { ...stored, ...typedBefore(keptAs) },
  })
  const keep = () => storeTyped(keptAs, form.getValues())
  const { errors } = form.formState
  const save = useMutation({
    mutationFn: (values: Values) =>
      api('PUT /api/user/update-profile', { body: { userId: profile.id, ...values } }),
    onSuccess: async (_answer, values) => {
      forgetTyped()
      await invalidate('GET /api/user/profile', 'GET /api/auth/user')
      const isNewEmail = values.email.toLowerCase() !== profile.email?.toLowerCase()
      toast({
        kind: 'success',
        title: 'Profile Updated',
        description: isNewEmail
          ? 'Your profile information has been refreshed. Follow the link we emailed to your new address.'
          : 'Your profile information has been refreshed.',
      })
    },
    onError: (error) => {
      if (isSignedOut(error)) {
        keep()
        return window.location.assign(signInUrl(currentPath()))
      }
      if (!(error instanceof ApiError)) return
      for (const field of FIELDS) {
        const message = error.fields[field]
        if (message) form.setError(field, { message }, { shouldFocus: true })
      }
      if (needsSignIn(error)) return
      toast({
        kind: 'error',
        title: 'Update Failed',
        description: error.message || 'Failed to update profile. Please try again.',
      })
    },
  })
  const handleReset = () => {
    forgetTyped()
    form.reset(stored)
  }
  return (
    <Card aria-labelledby={`${formId}-title`} className="max-w-[720px]">
      <CardHeader id={`${formId}-title`} title="Edit Profile" />
      <CardBody>
        <form noValidate onSubmit={(event) => void form.handleSubmit((values) => save.mutate(values))(event)}>
          {needsSignIn(save.error) ? (
            <SignInAgain
              title="Sign in again to change your email"
              why="We ask because this email decides where your mail goes."
              onLeave={keep}
              className="mb-6"
            />
          ) : null}
          <TextField
            label={`${company.signInProvider} Email`}
            hint="Used for authentication. It cannot be changed here."
            type="email"
            value={profile.auth0_email ?? ''}
            readOnly
            disabled
          />
          <TextField
            label="System Email"
            hint="Used for system communications."
            type="email"
            autoComplete="email"
            error={errors.email?.message}
            {...form.register('email')}
          />
          <TextField
            label="Name"
            optional
            autoComplete="name"
            maxLength={200}
            error={errors.name?.message}
            {...form.register('name')}
          />
          <TextField
            label="Company"
            optional
            autoComplete="organization"
            maxLength={200}
            error={errors.company?.message}
            {...form.register('company')}
          />
          <div className="mt-7 flex flex-wrap gap-3">
            <Button onClick={handleReset}>Reset</Button>
            <Button type="submit" variant="primary" busy={save.isPending} busyLabel="Saving...">
              Save Changes
            </Button>
          </div>
        </form>
      </CardBody>
    </Card>
  )
}

/**
 * The form, or the stored values once they are verified and locked (account-admin §2.5;
 * security R20).
 */
export function EditTab({ profile }: { profile: Profile }) {
  const isLocked = [profile.kycProfile, profile.businessProfile].some(
    (profile) => profile?.verification_status === 'verified',
  )
  return (
    <>
      <UnconfirmedEmail profile={profile} />
      {isLocked ? (
        <LockedProfile profile={profile} />
      ) : (
        <EditProfileForm key={profile.updated_at} profile={profile} />
      )}
    </>
  )
}

function LockedProfile({ profile }: { profile: Profile }) {
  const { supportEmail } = useCompany()
  const { auth0_email } = profile
  return (
    <Card aria-labelledby="profile-information" className="max-w-[840px]">
      <CardHeader id="profile-information" title="Profile Information" />
      <CardBody>
        <p className="mb-3 text-ink-2">
          Your profile is verified and cannot be edited. Please{' '}
          <a href={`mailto:${supportEmail}`}>contact support</a> for any changes.
        </p>
        {profile.name ? null : <AddNameForm />}
        <KeyValueList
          missing="Not available"
          items={[
            {
              label: 'Authentication email',
              value: auth0_email ? <EmailText address={auth0_email} /> : null,
            },
            { label: 'System email', value: profile.email ? <SystemEmail profile={profile} /> : null },
            { label: 'Name', value: profile.name },
            { label: 'Company', value: profile.company },
          ]}
        />
      </CardBody>
    </Card>
  )
}
