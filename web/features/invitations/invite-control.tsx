import FileUp from 'lucide-react/icons/file-up'
import MailPlus from 'lucide-react/icons/mail-plus'
import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { CsvDialog } from './csv-dialog.tsx'
import { SendInvitationDialog } from './send-invitation-dialog.tsx'

/** Sends invitations: to one address, or to those of a file (account-admin §2, Beta Invitations and Admin Controls). */
export function InviteControl() {
  const [open, setOpen] = useState<'one' | 'file' | null>(null)
  const close = () => setOpen(null)
  return (
    <div className="flex flex-wrap gap-3">
      <Button variant="primary" onClick={() => setOpen('one')}>
        <MailPlus className="i" />
        Send Beta Invitation
      </Button>
      <Button onClick={() => setOpen('file')}>
        <FileUp className="i" />
        Invite from CSV
      </Button>
      {open === 'one' ? <SendInvitationDialog onClose={close} /> : null}
      {open === 'file' ? <CsvDialog onClose={close} /> : null}
    </div>
  )
}
