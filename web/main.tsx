import './lib/zod-without-eval.ts'
import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { createAppRouter } from './router.tsx'
import './styles/app.css'
import { closeDialogsByBack } from './ui/back-closes.ts'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root')

const router = createAppRouter()
closeDialogsByBack(router.history)
const app = <App router={router} />
if (root.hasChildNodes()) void takeOver(root)
else createRoot(root).render(app)

/** Continues with a page that came drawn (decision 033). */
async function takeOver(drawn: HTMLElement): Promise<void> {
  // The build draws with the router of servers, which puts fewer boundaries around a page.
  router.ssr = { manifest: undefined }
  // What React meets has to be what it would draw itself, which a router that is still loading is not.
  await router.load()
  // In slices, between which the page answers.
  startTransition(() => void hydrateRoot(drawn, app))
  // For what public/before-paint.js remembers; React answers from here on.
  dispatchEvent(new Event('takeover'))
}
