import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { StatusDialog, type StatusDialogProps } from './status-dialog.tsx'

function show(changes: Partial<StatusDialogProps>) {
  const onConfirm = vi.fn()
  const onDecideMatch = vi.fn()
  render(
    <StatusDialog
      name="KYC status"
      status="approved"
      obstacles={[]}
      basis={null}
      read={null}
      proposal={null}
      mayOverride={false}
      busy={false}
      error={null}
      onReload={() => {}}
      onCancel={() => {}}
      onDecideMatch={onDecideMatch}
      onReview={undefined}
      onConfirm={onConfirm}
      {...changes}
    />,
  )
  return { onConfirm, onDecideMatch, user: userEvent.setup() }
}

const NO_BACK = { kind: 'waivable', text: 'ID back is missing.' } as const

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
    show({ basis: { way: 'status_call', reviewed: 0, total: 7 } })
    expect(screen.getByText(/“Approved by status call, 0 of 7 items reviewed”/)).toBeTruthy()
  })

  it('shows an admin what an approval is missing, without a way around it', () => {
    show({ obstacles: [NO_BACK] })
    expect(screen.getByText('ID back is missing.')).toBeTruthy()
    expect(screen.queryByRole('checkbox')).toBeNull()
  })

  it('says who asks for an override, and what they opened', () => {
    show({
      obstacles: [NO_BACK],
      basis: { way: 'status_call', reviewed: 0, total: 7 },
      read: { documents: 2, total: 3 },
      proposal: { kind: 'override', by: 'Grace Hopper', isYours: false },
      mayOverride: true,
    })
    expect(screen.getByText(/^You have opened 2 of 3 documents at reading size\./)).toBeTruthy()
    expect(screen.getByText('Grace Hopper proposed it. You confirm it as the second person.')).toBeTruthy()
    expect(screen.getByText(/“Approved by override, 0 of 7 items reviewed”/)).toBeTruthy()
    expect(screen.getByText('We’ll verify the applicant and email them.')).toBeTruthy()
  })

  it('promises nothing of an override that a second person has to confirm', () => {
    show({ obstacles: [NO_BACK], mayOverride: true })
    expect(screen.getByText(/^This proposes the approval\. Nothing changes/)).toBeTruthy()
    expect(screen.queryByText(/We’ll verify/)).toBeNull()
  })

  it('names the colleague who works on the case, before anything is pressed', () => {
    const owner = { name: 'Lena Weber', isYou: false, until: '2026-03-10T11:00:00Z' }
    show({ owner })
    expect(screen.getByText('Lena Weber is working on this case')).toBeTruthy()
    cleanup()
    show({ owner: { ...owner, isYou: true } })
    expect(screen.queryByText(/is working on this case/)).toBeNull()
  })

  it('offers no approval and no override while a match is open, and leads there instead', async () => {
    const match = { kind: 'open_match', text: 'Ada Fern: a strong match waits for a decision.' } as const
    const { onConfirm, onDecideMatch, user } = show({ obstacles: [NO_BACK, match], mayOverride: true })
    expect(screen.getByRole('dialog', { name: 'Decide the match first' })).toBeTruthy()
    for (const field of ['checkbox', 'textbox']) expect(screen.queryByRole(field)).toBeNull()
    expect(screen.queryByRole('button', { name: 'Set to Approved' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Open the match' }))
    expect(onDecideMatch).toHaveBeenCalledTimes(1)
    expect(onConfirm).not.toHaveBeenCalled()
  })

  it('asks for a second person where a decision on a match is proposed', () => {
    const text = 'Ada Fern: Grace Hopper said it’s entry T1. A second person has to confirm it.'
    show({ obstacles: [{ kind: 'proposed_match', text }], mayOverride: true })
    expect(screen.getByRole('dialog', { name: 'The match needs a second person' })).toBeTruthy()
    expect(screen.getByText(text)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Open the match' })).toBeTruthy()
    expect(screen.queryByRole('checkbox')).toBeNull()
  })

  it('lets a super admin override, but only with a note', async () => {
    const { onConfirm, user } = show({ obstacles: [NO_BACK], mayOverride: true })
    await user.click(screen.getByRole('button', { name: 'Set to Approved' }))
    expect(onConfirm).not.toHaveBeenCalled()
    const tick = screen.getByRole('checkbox', { name: 'Approve anyway' })
    expect(document.activeElement).toBe(tick)
    expect(screen.getByText('Tick this to approve anyway')).toBeTruthy()
    await user.click(tick)
    await user.click(screen.getByRole('button', { name: 'Set to Approved' }))
    expect(onConfirm).not.toHaveBeenCalled()
    expect(screen.getByText('Write why you approve anyway')).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByRole('textbox'))
    await user.type(screen.getByRole('textbox'), 'Seen in person')
    await user.click(screen.getByRole('button', { name: 'Set to Approved' }))
    expect(onConfirm).toHaveBeenCalledWith({ note: 'Seen in person', override: true, reason: null })
  })
})
