import { createRoute, redirect } from '@tanstack/react-router'
import { INVOICES_TAB } from '#contract/invoices/invoice-values.ts'
import { traderSearch } from '#web/features/certifications/trader-search.ts'
import { userSearch } from '#web/pages/user-search.ts'
import { root } from './shells.ts'

/** Alternative URLs of pages (choices §1.1): former ones, and short ones that are easy to type and say. */
export const aliasRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/dashboard',
    beforeLoad: () => {
      throw redirect({ to: '/profile-dashboard' })
    },
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/invoices',
    beforeLoad: () => {
      throw redirect({ to: '/profile', search: { tab: INVOICES_TAB } })
    },
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/certification/risk-disclosure',
    beforeLoad: () => {
      throw redirect({ to: '/risk-disclosure' })
    },
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/user-type-selection',
    beforeLoad: () => {
      throw redirect({ to: '/certification/user-type' })
    },
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/trader-certification',
    validateSearch: traderSearch,
    beforeLoad: ({ search }) => {
      throw redirect({ to: '/certification/trader', search })
    },
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/admin',
    beforeLoad: () => {
      throw redirect({ to: '/admin/dashboard' })
    },
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/admin/users',
    beforeLoad: () => {
      throw redirect({ to: '/admin/dashboard' })
    },
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/admin-dashboard',
    beforeLoad: () => {
      throw redirect({ to: '/admin/dashboard' })
    },
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/admin/user/$id',
    validateSearch: userSearch,
    beforeLoad: ({ params, search }) => {
      throw redirect({ to: '/admin/users/$id', params, search })
    },
  }),
] as const
