import { createServer } from 'vite'

// Vite with hot reload for `npm run dev`: listens on the first port and passes the server's paths on to the
// second.
const [port, serverPort] = process.argv.slice(2).map(Number)
const target = `http://127.0.0.1:${serverPort}`
const vite = await createServer({
  server: {
    port,
    strictPort: true,
    host: process.env.HOST ?? 'localhost',
    // The Host header is passed on unchanged, because the server compares it with the Origin.
    proxy: { '^/(api|idp|dev)(/|$)': { target, changeOrigin: false } },
  },
})
await vite.listen()
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => vite.close().then(() => process.exit(0)))
