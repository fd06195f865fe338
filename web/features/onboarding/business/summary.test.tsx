import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { BusinessDraft } from '#contract/onboarding/business.ts'
import { KeyValueList } from '#web/ui/key-value-list.tsx'
import { valuesFromDraft } from './form-values.ts'
import { companyLines, settlementLines } from './summary.tsx'

it.each<[BusinessDraft, string[]]>([
  [
    {
      companyNumber: 'sc 1234',
      bankName: 'Fern Bank',
      bankSortCode: '123456',
      bankAccountNumber: '1234 5678',
    },
    ['SC001234', 'Fern Bank', 'Sort code 12-34-56', 'Account 12345678'],
  ],
  [
    { bankCountry: 'DE', bankName: 'Moosbank', bankSortCode: '123456', bankAccountNumber: 'DE89 3704' },
    ['Moosbank, Germany', 'Bank code 123456', 'Account DE89 3704'],
  ],
  [{ bankName: 'Fern Bank', bankSortCode: '12' }, ['Fern Bank', 'Sort code 12']],
])('the numbers of %j are reviewed as they are stored', (draft, texts) => {
  const values = valuesFromDraft(draft, null)
  render(<KeyValueList items={[...companyLines(values), ...settlementLines(values)]} />)
  for (const text of texts) expect(screen.getByText(text)).toBeVisible()
})
