import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { requestTimeStamp, timeStamped } from './time-stamp.ts'

const hasOpenssl = spawnSync('openssl', ['version']).status === 0

const CONFIGURATION = `
[req]
distinguished_name = dn
prompt = no
[dn]
CN = Loopback authority
[root]
basicConstraints = critical,CA:TRUE
keyUsage = critical,keyCertSign
[ext]
basicConstraints = critical,CA:FALSE
keyUsage = critical,digitalSignature
extendedKeyUsage = critical,timeStamping
[tsa]
default_tsa = one
[one]
serial = ./serial
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256
ess_cert_id_alg = sha256
`

/** An authority made with openssl, which must be installed. */
describe.skipIf(!hasOpenssl)('R24 a time stamp of an RFC 3161 authority', () => {
  let folder: string
  let server: Server
  let address: string
  /** Replaces the answer that the authority has made. */
  let answering = (answer: Buffer): Buffer => answer
  const openssl = (...args: string[]) =>
    execFileSync('openssl', args, { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] })

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'verdaccord-tsa-'))
    await writeFile(join(folder, 'cnf'), CONFIGURATION)
    await writeFile(join(folder, 'serial'), '01\n')
    const key = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -config cnf'
    for (const made of [
      'root.key -out root.pem -subj /CN=Root -extensions root',
      'other.key -out other.pem -subj /CN=Other -extensions root',
      'one.key -out one.pem -subj /CN=One -extensions ext -CA root.pem -CAkey root.key',
    ])
      openssl(...`${key} -keyout ${made}`.split(' '))
    server = createServer(async (request, response) => {
      await writeFile(join(folder, 'query'), await buffer(request))
      openssl(
        ...'ts -reply -queryfile query -signer one.pem -inkey one.key -config cnf -out answer'.split(' '),
      )
      response.end(answering(await readFile(join(folder, 'answer'))))
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(async () => {
    await new Promise((done) => server.close(done))
    await rm(folder, { recursive: true })
  })

  const certificate = (name: string) => readFile(join(folder, `${name}.pem`), 'utf8')

  test('proves when a text existed to anyone who trusts the authority, and for no other text', async () => {
    const before = Date.now()
    const stamp = await requestTimeStamp(address, 'one checkpoint', await certificate('root'))
    const at = await timeStamped(stamp, 'one checkpoint', await certificate('root'))
    // In whole seconds.
    expect([at.getTime() > before - 1000, at.getTime() <= Date.now()]).toEqual([true, true])
    expect(await timeStamped(stamp, 'one checkpoint', undefined)).toEqual(at)
    await expect(timeStamped(stamp, 'another checkpoint', undefined)).rejects.toThrow('can’t be trusted')
    await expect(timeStamped(stamp, 'one checkpoint', await certificate('other'))).rejects.toThrow(
      'can’t be trusted',
    )
    await expect(timeStamped('bm8gc3RhbXA=', 'one checkpoint', undefined)).rejects.toThrow('can’t be read')
  })

  test('is refused if the authority repeats an earlier answer', async () => {
    const first = await requestTimeStamp(address, 'one checkpoint', undefined)
    answering = () => Buffer.from(first, 'base64')
    await expect(requestTimeStamp(address, 'one checkpoint', undefined)).rejects.toThrow('another request')
  })
})
