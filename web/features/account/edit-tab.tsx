import { useCompany } from '#web/lib/company.ts'
import { SystemEmail, UnconfirmedEmail } from '#web/shared/account/email/unconfirmed-email.tsx'
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx'
import { EmailText } from '#web/ui/email-text.tsx'
import { KeyValueList } from '#web/ui/key-value-list.tsx'
import { EditProfileForm } from './edit-profile-form.tsx'
import type { Profile } from './queries.ts'

/** The form, or what is stored once it is verified and locked (account-admin §2, Edit Profile card; security R20). */
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
