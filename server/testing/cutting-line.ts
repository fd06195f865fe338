import type { AddressInfo } from 'node:net'
import { connect, createServer, type Socket } from 'node:net'
import { atEndOfFile } from './end-of-file.ts'

/**
 * Starts a proxy to a server on this machine that drops each connection once this many bytes have been sent
 * over it.
 */
export async function cuttingLine(port: number, bytesEach: number) {
  let cuts = 0
  const open = new Set<Socket>()
  const line = createServer((browser) => {
    const server = connect(port, '127.0.0.1')
    let left = bytesEach
    const drop = () => {
      browser.destroy()
      server.destroy()
    }
    for (const socket of [browser, server]) {
      open.add(socket)
      socket.once('close', () => open.delete(socket))
      socket.on('error', drop)
    }
    server.pipe(browser)
    browser.on('data', (chunk) => {
      const through = chunk.subarray(0, left)
      left -= through.length
      server.write(through)
      if (left > 0) return
      cuts += 1
      drop()
    })
    browser.on('end', () => server.end())
  })
  await new Promise<void>((resolve) => line.listen(0, '127.0.0.1', resolve))
  atEndOfFile(async () => {
    for (const socket of open) socket.destroy()
    await new Promise((resolve) => line.close(resolve))
  })
  return { address: `http://127.0.0.1:${(line.address() as AddressInfo).port}`, cuts: () => cuts }
}
