/**
 * What applicants read about each event; internal ones, notes and final reasons aren't shown to them (cases,
 * Events and evidence).
 */
export const OWN_TITLES = {
  'case.submitted': 'Submitted for verification',
  'application.claimed': 'Added to your account',
  'case.admitted': 'You confirmed your email',
  'case.returned': 'Sent back to you',
  'case.approved': 'Approved',
  'case.rejected': 'Not approved',
  'case.status_set': 'Status changed by our team',
  'case.withdrawn': 'Withdrawn by you',
  'case.started_again': 'Started again by you',
  'case.confirmation_due': 'You were asked to confirm your details',
  'case.confirmed': 'Confirmed by you',
  'document.replaced': 'Document replaced',
  'document.undone': 'Upload undone by you',
} as const
