import '#web/styles/admin.css'
import { AppHeader, type AppHeaderProps } from './app-header.tsx'
import { EmailText } from './email-text.tsx'

export type AdminHeaderProps = Omit<AppHeaderProps, 'label' | 'identity' | 'className' | 'phone'> & {
  name: string
  email: string
}

/** The green header of administration, with who is signed in. */
export function AdminHeader({ name, email, ...rest }: AdminHeaderProps) {
  const identity = (
    <span className="who hide-m">
      <b>{name}</b>
      <span>
        <EmailText address={email} />
      </span>
    </span>
  )
  return <AppHeader {...rest} label="Admin" className="bar-adm" identity={identity} />
}
