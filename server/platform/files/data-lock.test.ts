import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DataFolderInUse, lockDataFolder } from './data-lock.ts'

let dir = ''
let children: ChildProcess[] = []

beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'lock-'))
})
afterEach(async () => {
  for (const child of children) {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
  }
  children = []
  await rm(dir, { recursive: true })
})

const here = { pid: process.pid, startedAt: '2026-03-01T12:00:00.000Z', url: 'http://localhost:3000' }
const program = `
  const { lockDataFolder } = await import(${JSON.stringify(new URL('./data-lock.ts', import.meta.url).href)})
  const holder = { pid: process.pid, startedAt: '2026-03-01T11:00:00.000Z', url: 'http://localhost:4000' }
  process.stdin.once('data', async () => {
    try {
      await lockDataFolder(process.argv[1], holder)
      console.log('held')
    } catch (error) {
      console.log(error.message)
      process.exit()
    }
  })
  console.log('ready')
`

/** A real process that is about to take the lock. */
async function otherProcess() {
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, dir], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  children.push(child)
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  const nextLine = async () => String((await lines.next()).value)
  expect(await nextLine()).toBe('ready')
  return {
    pid: child.pid ?? 0,
    lock() {
      child.stdin.write('go')
      return nextLine()
    },
    async kill() {
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}

describe('B06 the lock of the data folder', () => {
  it('refuses a second process with a sentence that names the first', async () => {
    const other = await otherProcess()
    expect(await other.lock()).toBe('held')
    const refusal = lockDataFolder(dir, here)
    await expect(refusal).rejects.toThrow(DataFolderInUse)
    await expect(refusal).rejects.toThrow(
      `The data folder ${dir} is already in use by process ${other.pid}, started 2026-03-01T11:00:00.000Z, serving http://localhost:4000.`,
    )
  })

  it('is free at once if its holder was killed', async () => {
    const other = await otherProcess()
    expect(await other.lock()).toBe('held')
    await other.kill()
    const lock = await lockDataFolder(dir, here)
    lock.release()
  })

  it('goes to exactly one of several that take over from a dead process at the same time', async () => {
    const dead = await otherProcess()
    expect(await dead.lock()).toBe('held')
    await dead.kill()
    const takers = await Promise.all([otherProcess(), otherProcess(), otherProcess()])
    const answers = await Promise.all(takers.map((taker) => taker.lock()))
    expect(answers.filter((answer) => answer === 'held')).toHaveLength(1)
    expect(answers.filter((answer) => answer.includes('already in use'))).toHaveLength(2)
  })

  it('is free again once released, and may be released twice', async () => {
    const first = await lockDataFolder(dir, here)
    await expect(lockDataFolder(dir, here)).rejects.toThrow(`process ${process.pid}`)
    first.release()
    first.release()
    const second = await lockDataFolder(dir, here)
    second.release()
    expect(await readdir(dir)).toEqual(['server.lock'])
  })

  it('creates the folder, and ignores the name left by a dead process', async () => {
    const inner = path.join(dir, 'new', 'data')
    const lock = await lockDataFolder(inner, here)
    await writeFile(path.join(inner, 'server.json'), JSON.stringify({ ...here, pid: 2 ** 22 + 1 }))
    await expect(lockDataFolder(inner, here)).rejects.toThrow('another process that is just starting')
    await writeFile(path.join(inner, 'server.json'), 'half a na')
    await expect(lockDataFolder(inner, here)).rejects.toThrow('another process that is just starting')
    lock.release()
  })
})
