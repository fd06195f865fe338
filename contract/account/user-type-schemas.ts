import { z } from 'zod'
import { USER_TYPES } from './user-types.ts'

export const UserType = z.enum(USER_TYPES, 'Choose a user type')
export type UserType = z.infer<typeof UserType>

export const UserTypeFlags = z.object({
  is_trader: z.boolean(),
  is_investor: z.boolean(),
  is_seller: z.boolean(),
  is_developer: z.boolean(),
  is_buyer: z.boolean(),
  is_corporate: z.boolean(),
})
export type UserTypeFlags = z.infer<typeof UserTypeFlags>

/** The flags in camelCase, as in `userFlags` of the verification status. */
export const UserFlags = z.object({
  isTrader: z.boolean(),
  isInvestor: z.boolean(),
  isSeller: z.boolean(),
  isDeveloper: z.boolean(),
  isBuyer: z.boolean(),
  isCorporate: z.boolean(),
})
export type UserFlags = z.infer<typeof UserFlags>
