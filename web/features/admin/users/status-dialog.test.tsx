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
      mayOverride={false}
      busy={false}
      error={null}
      onReload={() => {}}
      onCancel={() => {}}
      onConfirm={onConfirm}
      {...changes}
    />,
  )
  return { onConfirm, user: userEvent.setup() }
}

describe('setting a status', () => {
  it('says what it does, and sends the note', async () => {
    const { onConfirm, user } = show({ status: 'rejected' })
    expect(screen.getByText(/The case is closed with the general reason/)).toBeTruthy()
    await user.type(screen.getByRole('textbox'), ' Asked by compliance ')
    await user.click(screen.getByRole('button', { name: 'Set to Rejected' }))
    expect(onConfirm).toHaveBeenCalledWith('Asked by compliance', false)
  })

  it('shows an admin what an approval lacks, without a way around it', () => {
    show({ missing: ['ID Document (Back) is missing.'] })
    expect(screen.getByText('ID Document (Back) is missing.')).toBeTruthy()
    expect(screen.queryByRole('checkbox')).toBeNull()
  })

  it('lets a super admin override, but only with a note', async () => {
    const { onConfirm, user } = show({ missing: ['ID Document (Back) is missing.'], mayOverride: true })
    await user.click(screen.getByRole('checkbox', { name: 'Approve without complete evidence' }))
    await user.click(screen.getByRole('button', { name: 'Set to Approved' }))
    expect(onConfirm).not.toHaveBeenCalled()
    expect(screen.getByText('Write why the evidence may be incomplete')).toBeTruthy()
    await user.type(screen.getByRole('textbox'), 'Seen in person')
    await user.click(screen.getByRole('button', { name: 'Set to Approved' }))
    expect(onConfirm).toHaveBeenCalledWith('Seen in person', true)
  })
})
