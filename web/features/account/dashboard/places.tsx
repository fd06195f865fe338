import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import BadgeCheck from 'lucide-react/icons/badge-check'
import FolderOpen from 'lucide-react/icons/folder-open'
import IdCard from 'lucide-react/icons/id-card'
import PencilLine from 'lucide-react/icons/pencil-line'
import ReceiptText from 'lucide-react/icons/receipt-text'
import ShieldCheck from 'lucide-react/icons/shield-check'
import { INVOICES_TAB } from '#contract/invoices/billing.ts'
import { usePayableInvoices } from '#web/shared/invoices/queries.ts'
import type { IconType } from '#web/ui/badge.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { type AccountTab, tabLabel } from '../account-tabs.ts'
import { ownClientQuery, type Profile } from '../queries.ts'

interface Place {
  tab: AccountTab
  icon: IconType
  /** What is to know before going there. */
  note?: string
}

/** The tabs of the account by name, each with what waits there (choices §1). */
export function Places({ profile }: { profile: Profile }) {
  const open = usePayableInvoices()?.length
  const projects = useQuery(ownClientQuery).data?.client?.projects.length
  const places: Place[] = [
    { tab: INVOICES_TAB, icon: ReceiptText, note: open ? `${open} open` : undefined },
    { tab: 'projects', icon: FolderOpen, note: projects ? String(projects) : undefined },
    { tab: 'certifications', icon: BadgeCheck },
    { tab: 'details', icon: IdCard },
    { tab: 'edit', icon: PencilLine, note: profile.is_verified ? 'Locked' : undefined },
  ]
  if (profile.roles?.length > 0) places.push({ tab: 'admin', icon: ShieldCheck })
  return (
    <Card aria-labelledby="places">
      <CardHeader id="places" title="Go to" />
      <ul className="lst">
        {places.map(({ tab, icon: Icon, note }) => (
          <li key={tab}>
            <Link className="blk" to="/profile" search={{ tab }}>
              <Icon className="i text-ink-3" />
              {tabLabel(tab)}
            </Link>
            {note ? <span className="text-sm text-ink-3">{note}</span> : null}
          </li>
        ))}
      </ul>
    </Card>
  )
}
