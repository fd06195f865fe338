import { z } from 'zod'
import { DateText, EmployerName, LegalName, NetworkName } from '#contract/fields.ts'

/** More than anyone owns: a larger figure is a typing mistake. */
const MAX_POUNDS = 1_000_000_000_000
const MAX_INVESTMENTS = 10_000

const Percent = z
  .number('Enter a percentage, like 5 or 7.5')
  .min(0, 'Enter a percentage from 0 to 100')
  .max(100, 'Enter a percentage from 0 to 100')
  // Rounded, because 8.2 * 100 is not quite 820.
  .refine((value) => Math.round(value * 100) / 100 === value, 'Use at most 2 decimal places')

const Pounds = z
  .number('Enter an amount in pounds, like 85000')
  .int('Enter the amount in whole pounds, without pence')
  .min(0, 'Enter an amount of 0 or more')
  .max(MAX_POUNDS, 'Check this amount: it is too large')

/** The answers of a restricted investor: shares of their net assets, in per cent (law §1.3). */
export const RestrictedAnswers = z.object({
  /** Invested in high-risk investments in the 12 months before signing. */
  investedPercent: Percent,
  /** To be invested in them in the 12 months after. */
  willInvestPercent: Percent,
})
export type RestrictedAnswers = z.infer<typeof RestrictedAnswers>

/** Income and net assets in whole pounds; one of the two is enough, so either may be left out (law §1.3). */
export const HnwAnswers = z.object({
  /** In the last financial year. */
  income: Pounds.nullish(),
  netAssets: Pounds.nullish(),
})
export type HnwAnswers = z.infer<typeof HnwAnswers>

/** The tests of a sophisticated investor, in the order shown; `profession` counts under the statutory rules only. */
export const SOPHISTICATED_TESTS = ['angel', 'unlisted', 'director', 'profession'] as const
export type SophisticatedTest = (typeof SOPHISTICATED_TESTS)[number]

/** When something ended; left out while it continues. */
const EndedOn = DateText.nullish()

/** The one test that applies, with its evidence (law §1.3). */
export const SophisticatedAnswers = z.discriminatedUnion(
  'test',
  [
    z.object({ test: z.literal('angel'), networkName: NetworkName, memberSince: DateText }),
    z.object({
      test: z.literal('unlisted'),
      investmentCount: z
        .number('Enter how many investments you made, like 2')
        .int('Enter a whole number, like 2')
        .min(0, 'Enter a number of 0 or more')
        .max(MAX_INVESTMENTS, 'Check this number: it is too large'),
    }),
    z.object({
      test: z.literal('director'),
      companyName: LegalName,
      annualTurnover: Pounds,
      endedOn: EndedOn,
    }),
    z.object({ test: z.literal('profession'), employerName: EmployerName, endedOn: EndedOn }),
  ],
  'Choose which of these is true of you',
)
export type SophisticatedAnswers = z.infer<typeof SophisticatedAnswers>

/** A category with the answers that its statement rests on. */
export type InvestorAnswers =
  | { category: 'restricted'; answers: RestrictedAnswers }
  | { category: 'hnw'; answers: HnwAnswers }
  | { category: 'sophisticated'; answers: SophisticatedAnswers }
