import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, describe, expect, it } from 'vitest'
import { clamAddress, clamScanner } from './clam-scanner.ts'
import { scannerOff } from './malware-scanner.ts'

const EICAR = 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE'
const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

type Behaviour = (socket: Socket, received: Buffer) => void

/** A peer that speaks clamd's protocol, or misbehaves as told. It calls `react` with everything received so far. */
async function clamd(react: Behaviour, socketPath?: string): Promise<string> {
  const open = new Set<Socket>()
  const server: Server = createServer((socket) => {
    open.add(socket)
    let received = Buffer.alloc(0)
    socket.on('data', (part) => {
      received = Buffer.concat([received, part])
      react(socket, received)
    })
    socket.on('error', () => {})
  })
  await new Promise<void>((resolve) => {
    if (socketPath) server.listen(socketPath, resolve)
    else server.listen(0, '127.0.0.1', resolve)
  })
  stops.push(async () => {
    for (const socket of open) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  })
  return socketPath ? `unix://${socketPath}` : `tcp://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** The file inside the INSTREAM command, once all of it has arrived. */
function instream(received: Buffer): Buffer | undefined {
  const command = 'zINSTREAM\0'
  if (received.toString('latin1', 0, command.length) !== command) return undefined
  const parts: Buffer[] = []
  for (let at = command.length; at + 4 <= received.length; ) {
    const length = received.readUInt32BE(at)
    if (length === 0) return Buffer.concat(parts)
    parts.push(received.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
  return undefined
}

const honest: Behaviour = (socket, received) => {
  if (received.toString() === 'zPING\0') socket.end('PONG\0')
  const file = instream(received)
  if (file) socket.end(file.includes(EICAR) ? 'stream: Eicar-Test-Signature FOUND\0' : 'stream: OK\0')
}

const content = (text: string) => async () =>
  Readable.from([Buffer.from(text.slice(0, 9)), Buffer.from(text.slice(9))])
const large = async () => Readable.from(Array.from({ length: 100 }, () => Buffer.alloc(65_536, 'a')))

describe('R45 the malware scan', () => {
  it('accepts a clean file, small or large', async () => {
    const scanner = clamScanner(await clamd(honest))
    expect(await scanner.scan(content('an honest document'))).toBe('clean')
    expect(await scanner.scan(large)).toBe('clean')
    expect(await scanner.state()).toBe('ok')
  })

  it('refuses an infected one', async () => {
    const scanner = clamScanner(await clamd(honest))
    await expect(scanner.scan(content(`before ${EICAR} after`))).rejects.toMatchObject({
      code: 'UNSAFE_FILE',
    })
  })

  it('works over a local socket, too', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'clam-'))
    stops.push(() => rm(folder, { recursive: true }))
    const scanner = clamScanner(await clamd(honest, path.join(folder, 'clamd.sock')))
    expect(await scanner.scan(content('an honest document'))).toBe('clean')
  })

  it.each<[string, Behaviour]>([
    ['closes at once', (socket) => socket.destroy()],
    ['closes without an answer', (socket, received) => void (instream(received) && socket.end())],
    ['says nothing', () => {}],
    ['answers half a sentence', (socket, received) => void (instream(received) && socket.end('stream: OK'))],
    [
      'answers nonsense',
      (socket, received) => void (instream(received) && socket.end('stream: OK, maybe\0')),
    ],
    [
      'finds the file too long, before it has all',
      (socket) => socket.end('INSTREAM size limit exceeded. ERROR\0'),
    ],
  ])('never calls a file clean if the scanner %s', async (_, react) => {
    const faults: unknown[] = []
    const scanner = clamScanner(await clamd(react), {
      timeoutMs: 100,
      onFault: (fault) => faults.push(fault),
    })
    const scanning = scanner.scan(large)
    await expect(scanning).rejects.toMatchObject({ code: 'UNAVAILABLE', details: { retryAfter: 30 } })
    expect(faults).toHaveLength(1)
    expect(await scanner.state()).toBe('down')
  })

  it('never calls a file clean if no one answers', async () => {
    const url = await clamd(honest)
    for (const stop of stops.splice(0)) await stop()
    const scanner = clamScanner(url)
    await expect(scanner.scan(content('a document'))).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    expect(await scanner.state()).toBe('down')
  })

  it('never calls a file clean if it could not be read to its end', async () => {
    const scanner = clamScanner(await clamd(honest))
    const broken = async () =>
      Readable.from(
        (async function* () {
          yield Buffer.from('half of it')
          throw new Error('damaged')
        })(),
      )
    await expect(scanner.scan(broken)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  })

  it('says that it is off if it is, and reads nothing', async () => {
    const opened = () => Promise.reject(new Error('opened'))
    expect(await scannerOff.scan(opened)).toBe('off')
    expect(await scannerOff.state()).toBe('off')
  })
})

it('parses the address of the scanner', () => {
  expect(clamAddress('tcp://scanner:1234')).toEqual({ host: 'scanner', port: 1234 })
  expect(clamAddress('tcp://scanner')).toEqual({ host: 'scanner', port: 3310 })
  expect(clamAddress('unix:///run/clamd.ctl')).toEqual({ path: '/run/clamd.ctl' })
  expect(clamAddress('unix:/run/clamd.ctl')).toEqual({ path: '/run/clamd.ctl' })
  for (const wrong of ['http://scanner', 'scanner', 'tcp://', 'unix:///', '']) {
    expect(() => clamAddress(wrong)).toThrow('expected tcp://')
  }
})
