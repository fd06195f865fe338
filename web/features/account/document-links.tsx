/** Looking at a stored document in a tab of its own, and the untouched original as a file. */
export function DocumentLinks({ url, name }: { url: string; name: string }) {
  return (
    <>
      <a href={url} target="_blank" rel="noopener">
        View<span className="sr-only"> {name} (opens in a new tab)</span>
      </a>{' '}
      ·{' '}
      <a href={`${url}?download=1`} download>
        Download<span className="sr-only"> {name}</span>
      </a>
    </>
  )
}
