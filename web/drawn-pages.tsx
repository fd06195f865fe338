import { createMemoryHistory } from '@tanstack/react-router'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { COMPANY, type Company } from '#contract/company.ts'
import { DEFAULT_DATE_STYLE } from '#contract/date-style.ts'
import { App } from './app.tsx'
import { SIGN_IN_TITLE } from './features/sign-in/sign-in-page.tsx'
import { pageTitle } from './lib/page-title.ts'
import { queryClient } from './lib/query-client.ts'
import { sessionQuery, siteQuery } from './lib/session.ts'
import { OFFLINE_TITLE, OfflinePage } from './offline/offline-page.tsx'
import { createAppRouter } from './router.tsx'

/** Where people who are not signed in meet the sign-in page. */
const SIGN_IN_PATHS = ['/', '/login']

/** Stands for what a deployment says about itself: the server puts that in its place. */
const NAMES = Object.fromEntries(
  Object.keys(COMPANY).map((name) => [name, `{{company.${name}}}`]),
) as unknown as Company

/**
 * The sign-in page as people meet it who are not signed in, at each of its addresses. The build draws it, with the parts
 * that the browser continues with, so that no one waits for scripts to read it (decision 033).
 */
export async function drawPages(): Promise<{ path: string; title: string; html: string }[]> {
  queryClient.setQueryData(sessionQuery.queryKey, { isAuthenticated: false, user: null, applicant: null })
  queryClient.setQueryData(siteQuery.queryKey, {
    company: NAMES,
    legal: { termsUrl: '', privacyUrl: '', faceComparisonBasis: null },
    analytics: null,
    pictureOrigins: [],
    dateStyle: DEFAULT_DATE_STYLE,
    companyDomains: [],
    minimumAge: 0,
    captchaRequired: false,
    debugAvailable: false,
  })
  const pages = await Promise.all(
    SIGN_IN_PATHS.map(async (path) => {
      const router = createAppRouter(createMemoryHistory({ initialEntries: [path] }))
      // It would write a script into the page, which the content security policy refuses.
      router.update({ ...router.options, scrollRestoration: false })
      await router.load()
      const html = renderToString(<App router={router} />)
      return { path, title: pageTitle(SIGN_IN_TITLE), html }
    }),
  )
  // Answers that are kept would keep the build waiting, too.
  queryClient.clear()
  return pages
}

/** The page that a browser shows where it reaches no server (decision 096); React never takes it over. */
export function drawOfflinePage(): { title: string; html: string } {
  return { title: pageTitle(OFFLINE_TITLE), html: renderToStaticMarkup(<OfflinePage />) }
}
