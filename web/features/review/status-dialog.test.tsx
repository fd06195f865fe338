import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { StatusDialog, type StatusDialogProps } from './status-dialog.tsx'

function show(changes: Partial<StatusDialogProps>) {
  const onConfirm = vi.fn()
  render(
    <StatusDialog
      name="KYC status"
      status="approved"
      missing={[]}
      unreviewed={null}
      read={null}
      proposal={null}
      mayOverride={false}
      busy={false}
      error={null}
      onReload={() => {}}
      onCancel={() => {}}
      onReview={undefined}
      onConfirm={onConfirm}
      {...changes}
    />,
  )
  return { onConfirm, user: userEvent.setup() }
}

describe('setting a status', () => {
  it('says what a rejection does, and asks for its reason', async () => {
    const { onConfirm, user } = show({ status: 'rejected' })
    expect(screen.getByText(/This closes the case/)).toBeTruthy()
    await user.type(screen.getByRole('textbox'), ' Asked by compliance ')
    await user.click(screen.getByRole('button', { name: 'Set to Rejected' }))
    expect(onConfirm).not.toHaveBeenCalled()
    expect(screen.getByText('Choose a reason', { selector: 'p, span' })).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Reason' }))
    await user.selectOptions(screen.getByRole('combobox', { name: 'Reason' }), 'FORGERY')
    await user.click(screen.getByRole('button', { name: 'Set to Rejected' }))
    expect(onConfirm).toHaveBeenCalledWith({
      note: 'Asked by compliance',
      override: false,
      reason: 'FORGERY',
    })
  })

  it('says what an approval of a closed case would be based on', () => {
    show({ unreviewed: { way: 'status_call', reviewed: 0, total: 7 } })
    expect(screen.getByText(/“Approved by status call, 0 of 7 items reviewed”/)).toBeTruthy()
  })

  it('shows an admin what an approval is missing, without a way around it', () => {
    show({ missing: ['ID back is missing.'] })
    expect(screen.getByText('ID back is missing.')).toBeTruthy()
    expect(screen.queryByRole('checkbox')).toBeNull()
  })

  it('says who asks for an override, and what they opened', () => {
    show({
      missing: ['ID back is missing.'],
      unreviewed: { way: 'status_call', reviewed: 0, total: 7 },
      read: { documents: 2, total: 3 },
      proposal: { kind: 'override', by: 'Grace Hopper', isYours: false },
      mayOverride: true,
    })
    expect(screen.getByText(/^You have opened 2 of 3 documents at reading size\./)).toBeTruthy()
    expect(screen.getByText('Grace Hopper proposed it. You confirm it as the second person.')).toBeTruthy()
  })

  it('lets a super admin override, but only with a note', async () => {
    const { onConfirm, user } = show({ missing: ['ID back is missing.'], mayOverride: true })
    await user.click(screen.getByRole('button', { name: 'Set to Approved' }))
    expect(onConfirm).not.toHaveBeenCalled()
    const tick = screen.getByRole('checkbox', { name: 'Approve without complete evidence' })
    expect(document.activeElement).toBe(tick)
    expect(screen.getByText('Tick this to approve with evidence missing')).toBeTruthy()
    await user.click(tick)
    await user.click(screen.getByRole('button', { name: 'Set to Approved' }))
    expect(onConfirm).not.toHaveBeenCalled()
    expect(screen.getByText('Write why the evidence may be incomplete')).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByRole('textbox'))
    await user.type(screen.getByRole('textbox'), 'Seen in person')
    await user.click(screen.getByRole('button', { name: 'Set to Approved' }))
    expect(onConfirm).toHaveBeenCalledWith({ note: 'Seen in person', override: true, reason: null })
  })
})
