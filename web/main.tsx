import './lib/zod-without-eval.ts'
import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { queryClient } from './lib/query-client.ts'
import { createAppRouter } from './router.tsx'
import './styles/app.css'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root')

const router = createAppRouter()
const app = <App router={router} />
const answers = document.getElementById('answers')
if (answers) void takeOver(root, answers)
else createRoot(root).render(app)

/** Goes on with a page that came drawn, from the answers that it was drawn with (decision 033). */
async function takeOver(drawn: HTMLElement, { textContent }: HTMLElement): Promise<void> {
  for (const [endpoint, answer] of Object.entries(JSON.parse(textContent ?? '{}')))
    queryClient.setQueryData([endpoint], answer)
  // The build draws with the router of servers, which puts fewer boundaries around a page.
  router.ssr = { manifest: undefined }
  // What React meets has to be what it would draw itself, which a router that is still loading is not.
  await router.load()
  // In slices, between which the page answers.
  startTransition(() => void hydrateRoot(drawn, app))
  // For what public/before-paint.js remembers; React answers from here on.
  dispatchEvent(new Event('takeover'))
}
