// The theme that was chosen on the product's pages, which have the same storage, before the first paint. Without a choice, or this file, the system decides.
try {
  const theme = localStorage.getItem('theme')
  if (theme === 'dark' || theme === 'light')
    document.getElementById('dark').media = theme === 'dark' ? 'all' : 'not all'
} catch {
  // Storage can be blocked.
}
