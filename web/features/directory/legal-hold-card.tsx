import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { UserHold } from '#contract/privacy/privacy-admin.ts'
import { formatDate } from '#web/lib/dates.ts'
import { IfMay } from '#web/lib/may.tsx'
import { LiftHoldDialog } from '#web/shared/privacy/lift-hold-dialog.tsx'
import { SetHoldDialog } from '#web/shared/privacy/set-hold-dialog.tsx'
import { useDialogInAddress } from '#web/shared/shell/use-dialog-in-address.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx'

/** Whether the records of a person are on hold, since when, by whom and why; sets and lifts it (law §3.1). */
export function LegalHoldCard({ userId, hold }: { userId: number; hold: UserHold | null }) {
  const [isSetting, setSetting] = useState(false)
  const lifting = useDialogInAddress('lift-hold')
  return (
    <Card aria-labelledby="legal-hold">
      <CardHeader id="legal-hold" title="Legal hold">
        <Link to="/admin/privacy" search={{ tab: 'holds' }}>
          All legal holds
        </Link>
      </CardHeader>
      <CardBody>
        {hold ? (
          <>
            <Banner kind="warning" title={`On legal hold since ${formatDate(hold.setAt)}`}>
              Set by {hold.setBy}. None of this person’s data may be deleted until it is lifted. Don’t tell
              them.
            </Banner>
            <p className="mt-4 whitespace-pre-line wrap-anywhere">{hold.reason}</p>
            <IfMay capability="privacy.decide">
              <Button className="mt-5" onClick={lifting.open}>
                Lift the hold
              </Button>
            </IfMay>
          </>
        ) : (
          <>
            <p className="text-ink-2">No legal hold. Data is deleted when its retention period ends.</p>
            <IfMay capability="privacy.decide">
              <Button className="mt-5" onClick={() => setSetting(true)}>
                Set a legal hold
              </Button>
            </IfMay>
          </>
        )}
      </CardBody>
      {isSetting ? <SetHoldDialog userId={userId} onClose={() => setSetting(false)} /> : null}
      {lifting.isOpen && hold ? (
        <LiftHoldDialog id={hold.id} returnTo={lifting.returnTo} onClose={lifting.close} />
      ) : null}
    </Card>
  )
}
