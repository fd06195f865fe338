// What cannot wait for the application: the theme before the first paint, and what a drawn page needs before its scripts. A file of its own, because the CSP allows no inline script.
;(() => {
  let theme = null
  try {
    theme = localStorage.getItem('theme')
  } catch {
    // Storage can be blocked; the system's preference serves then.
  }
  if (theme !== 'dark' && theme !== 'light') {
    theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  }
  document.documentElement.dataset.theme = theme

  // The scripts of a page that came drawn are fetched once it is painted, so that they take nothing from what its looks
  // need (decision 033). A frame that is asked for before is the first one.
  const scripts = document.currentScript?.dataset.app?.split(' ')
  if (!scripts) return
  const run = async () => {
    for (const href of scripts)
      document.head.append(
        Object.assign(document.createElement('link'), { rel: 'modulepreload', crossOrigin: '', href }),
      )
    // Each in a task of its own, so that the page answers in between.
    for (const script of scripts) {
      await import(script)
      await new Promise((resolve) => setTimeout(resolve))
    }
  }
  requestAnimationFrame(() => setTimeout(run))
  // A button that is pressed meanwhile does its work when they are there; links need nobody.
  const remember = ({ target }) => {
    const button = target.closest('button')
    if (button) addEventListener('takeover', () => button.click(), { once: true })
  }
  addEventListener('takeover', () => removeEventListener('click', remember), { once: true })
  addEventListener('click', remember)
})()
