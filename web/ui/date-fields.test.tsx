// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { DateFields, type DateFieldsProps } from './date-fields.tsx'
import { EMPTY_DATE, isoFromParts, partsFromIso, partsFromText, textFromParts } from './date-parts.ts'

afterEach(cleanup)

describe('isoFromParts', () => {
  test.each([
    ['9', '3', '1988', '1988-03-09'],
    [' 09 ', '03', '1988', '1988-03-09'],
    ['29', '2', '2024', '2024-02-29'],
    ['29', '2', '2023', null],
    ['31', '2', '1990', null],
    ['31', '4', '1990', null],
    ['0', '1', '1990', null],
    ['1', '13', '1990', null],
    ['1', '1', '88', null],
    ['1', '1', '0088', null],
    ['9', 'Mar', '1988', '1988-03-09'],
    ['9', ' march ', '1988', '1988-03-09'],
    ['9', 'SEPT.', '1988', '1988-09-09'],
    ['9', 'Ma', '1988', null],
    ['9', 'Marchy', '1988', null],
    ['31', 'Feb', '1990', null],
    ['one', '1', '1990', null],
    ['1.5', '1', '1990', null],
    ['-1', '1', '1990', null],
    ['', '1', '1990', null],
    ['٠٩', '٠٣', '١٩٨٨', '1988-03-09'],
    ['۹', '۳', '۱۹۸۸', '1988-03-09'],
    ['۹', 'March', '۱۹۸۸', '1988-03-09'],
  ])('day %j, month %j, year %j gives %j', (day, month, year, iso) => {
    expect(isoFromParts({ day, month, year })).toBe(iso)
  })

  test('the result of partsFromIso gives the same date again', () => {
    expect(isoFromParts(partsFromIso('1988-03-09'))).toBe('1988-03-09')
    expect(partsFromIso('1988-03-09')).toEqual({ day: '9', month: '3', year: '1988' })
    expect(partsFromIso('not a date')).toEqual(EMPTY_DATE)
    expect(partsFromIso(null)).toEqual(EMPTY_DATE)
  })
})

test('a half-typed date survives as text, with a month in words', () => {
  const parts = { day: '9', month: 'September', year: '' }
  expect(partsFromText(textFromParts(parts))).toEqual(parts)
})

function Harness({ error, onChange }: Pick<DateFieldsProps, 'error' | 'onChange'>) {
  const [parts, setParts] = useState(EMPTY_DATE)
  return (
    <DateFields
      id="dob"
      label="Date of Birth"
      hint="For example, 27 3 1988"
      error={error}
      value={parts}
      onChange={(next, iso) => {
        setParts(next)
        onChange(next, iso)
      }}
      birthday
    />
  )
}

describe('DateFields', () => {
  function setUp(error?: string) {
    const onChange = vi.fn<DateFieldsProps['onChange']>()
    render(<Harness error={error} onChange={onChange} />)
    return { user: userEvent.setup(), onChange }
  }

  test('typing a date reports its ISO form', async () => {
    const { user, onChange } = setUp()
    await user.type(screen.getByLabelText('Day'), '27')
    await user.type(screen.getByLabelText('Month'), '3')
    await user.type(screen.getByLabelText('Year'), '1988')
    expect(onChange).toHaveBeenLastCalledWith({ day: '27', month: '3', year: '1988' }, '1988-03-27')
  })

  test('invalid input stays in the fields as it was typed', async () => {
    const { user, onChange } = setUp()
    await user.type(screen.getByLabelText('Day'), '31')
    await user.type(screen.getByLabelText('Month'), 'Feb')
    await user.type(screen.getByLabelText('Year'), '1990')
    expect(screen.getByLabelText<HTMLInputElement>('Month').value).toBe('Feb')
    expect(onChange).toHaveBeenLastCalledWith({ day: '31', month: 'Feb', year: '1990' }, null)
  })

  test.each([
    ['09/03/1988', ['09', '03', '1988'], '1988-03-09'],
    [' 9.3.1988\n', ['9', '3', '1988'], '1988-03-09'],
    ['1988-03-09', ['09', '03', '1988'], '1988-03-09'],
    ['9 Sept. 1988', ['9', 'Sept', '1988'], '1988-09-09'],
    ['09-Mar-1988', ['09', 'Mar', '1988'], '1988-03-09'],
    ['١٩٨٨/٠٣/٠٩', ['09', '03', '1988'], '1988-03-09'],
    ['31/02/1990', ['31', '02', '1990'], null],
  ])('the pasted date %j fills all three', async (copied, shown, iso) => {
    const { user, onChange } = setUp()
    await user.type(screen.getByLabelText('Day'), '1')
    await user.paste(copied)
    const inputs = ['Day', 'Month', 'Year'].map((label) => screen.getByLabelText<HTMLInputElement>(label))
    expect(inputs.map(({ value }) => value)).toEqual(shown)
    expect(onChange).toHaveBeenCalledTimes(2)
    expect(onChange.mock.lastCall?.[1]).toBe(iso)
  })

  test.each(['27', '9/3', '9/3/88', '9 Mai 1988', '1 2 3 4'])('%j is pasted where it was', async (copied) => {
    const { user, onChange } = setUp()
    await user.click(screen.getByLabelText('Day'))
    await user.paste(copied)
    expect(onChange.mock.lastCall?.[0]).toMatchObject({ day: copied.slice(0, 6), month: '', year: '' })
  })

  test('the group is named by its legend and described by hint and error', () => {
    setUp('Enter your date of birth')
    const group = screen.getByRole('group', { name: 'Date of Birth' })
    expect(group.getAttribute('aria-describedby')).toBe('dob-hint dob-error')
    expect(document.getElementById('dob-error')?.textContent).toBe('Error: Enter your date of birth')
    expect(screen.getByLabelText('Year').getAttribute('aria-invalid')).toBe('true')
    expect(screen.getByLabelText('Year').getAttribute('autocomplete')).toBe('bday-year')
  })
})
