import { ViewDocument } from './view-document.tsx'

/** Looking at a stored document page by page, and the untouched original as a file. */
export function DocumentLinks({ url, name }: { url: string; name: string }) {
  return (
    <>
      <ViewDocument url={url} name={name}>
        View<span className="sr-only"> {name}</span>
      </ViewDocument>{' '}
      ·{' '}
      <a href={`${url}?download=1`} download>
        Download<span className="sr-only"> {name}</span>
      </a>
    </>
  )
}
