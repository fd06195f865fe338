import { createServer } from 'node:http'

// What P2 compares with: a page of one document, with the text of a sign-in page and nothing else to load.
const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sign in</title>
<style>body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 40rem; padding: 0 1rem }</style>
</head>
<body>
<h1>Carbon credits, verified from the first step</h1>
<p>Sign in to begin your verification, to follow its review, or to look after your account and your documents.</p>
<p><a href="/sign-in">Sign in</a></p>
</body>
</html>`

createServer((_request, response) => {
  response.writeHead(200, {
    'content-type': 'text/html; charset=utf-8',
    'content-length': Buffer.byteLength(PAGE),
  })
  response.end(PAGE)
}).listen(Number(process.env.PORT), '127.0.0.1')

process.on('SIGTERM', () => process.exit(0))
