import { CANCELLED_COOKIE } from '#contract/sign-in/sign-in-cookies.ts'
import { toast } from '#web/ui/toast.ts'

/** Whether the server has just told this browser something by a cookie, which is then removed. */
export function wasTold(cookie: string): boolean {
  if (!document.cookie.includes(cookie)) return false
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store API.
  document.cookie = `${cookie}=; Max-Age=0; Path=/`
  return true
}

/** Tells someone who cancelled at the identity provider that they are back as they left. */
export function tellOfCancelledSignIn(): void {
  if (wasTold(CANCELLED_COOKIE)) toast({ title: 'You cancelled signing in. Nothing was changed.' })
}
