import CircleCheck from 'lucide-react/icons/circle-check'
import Loader from 'lucide-react/icons/loader'
import { expect, test } from 'vitest'
import { receivedLook } from './status-badge.tsx'

const LOOKS = {
  paid: { label: 'Paid', family: 'green', icon: CircleCheck },
  in_progress: { label: 'In Progress', family: 'blue', icon: Loader },
} as const

test.each([
  ['paid', 'Paid', 'green'],
  ['PAID', 'Paid', 'green'],
  ['in_progress', 'In Progress', 'blue'],
  ['In-Progress', 'In Progress', 'blue'],
  [' In Progress ', 'In Progress', 'blue'],
  ['Part_Paid', 'Part_Paid', 'neutral'],
  ['constructor', 'constructor', 'neutral'],
  ['', 'Unknown', 'neutral'],
])('a status received as “%s” is shown as %s', (received, label, family) => {
  expect(receivedLook(LOOKS, received)).toMatchObject({ label, family })
})
