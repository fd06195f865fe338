import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { AppError } from '#server/platform/http/app-error.ts'
import type { MalwareScanner } from '#server/platform/scan/malware-scanner.ts'
import { ByteBudget } from './byte-budget.ts'
import { type Binding, DamagedFileError, fileKey, type KeyRing, type WrappedKey } from './envelope.ts'
import type { FileJournal } from './file-journal.ts'
import { cleanFileName } from './file-name.ts'
import { type FileStore, newStorageKey, type RandomBytes } from './file-store.ts'
import type { FileVault, IncomingFile, ReceivedFile } from './file-vault.ts'
import type { FreeSpaceGuard } from './free-space.ts'
import { HeicDecoder } from './heic-decoder.ts'
import { openImage, type Rendition, renditionOf } from './image-check.ts'
import { Inspection } from './inspection.ts'
import { ParseSlots } from './parse-slots.ts'
import { PdfChecker } from './pdf-check.ts'
import { PdfPages } from './pdf-pages.ts'
import { decryptStream, encryptStream } from './sealed-stream.ts'
import { withExtension } from './sniff.ts'
import type { StoreOwnership } from './store-owner.ts'

interface VaultParts {
  store: FileStore
  journal: FileJournal
  ownership: StoreOwnership
  keys: KeyRing
  scanner: MalwareScanner
  random: RandomBytes
  /** Of the store's volume; undefined for a store without a size. */
  space?: FreeSpaceGuard
  slots?: ParseSlots
  /** Bounds the files being received at once; more wait before they are read. */
  arrivals?: ByteBudget
  pdfs?: PdfChecker
  pages?: PdfPages
  heics?: HeicDecoder
}

/** A file that was received completely and is now checked. */
interface Arrived {
  type: ReceivedFile['original']['mime']
  bytes: number
  openPlain: () => Promise<Readable>
  keepRendition: (content: Buffer) => Promise<void>
  person: string
  onPicture: IncomingFile['onPicture']
  signal: AbortSignal | undefined
}

/**
 * The least cost per picture, so that two are decoded at once: decoding uses the same four threads with which
 * the server reads and writes its files.
 */
const MIN_IMAGE_COST = 16 * 1024 * 1024

/** The most that the streams of one file being read hold (security B13), and those of all files together. */
const STREAM_BYTES = 512 * 1024
const ARRIVALS = { most: 64 * STREAM_BYTES }

/**
 * Creates the vault. A file is encrypted as it streams in, so its plain content is never on disk; for the full
 * check it is read back, a few files at a time.
 */
export function sealedVault(parts: VaultParts): FileVault {
  const { store, journal, ownership, keys, scanner, random, space } = parts
  const slots = parts.slots ?? new ParseSlots()
  const pdfs = parts.pdfs ?? new PdfChecker()
  const drawn = parts.pages ?? new PdfPages()
  const heics = parts.heics ?? new HeicDecoder()
  const arrivals = parts.arrivals ?? new ByteBudget(ARRIVALS)

  async function receive(file: IncomingFile): Promise<ReceivedFile> {
    const dataKey = keys.newDataKey()
    const originalKey = newStorageKey(random)
    const renditionKey = newStorageKey(random)
    let hasStarted = false
    try {
      await space?.assertRoom()
      await begin(originalKey, renditionKey)
      hasStarted = true
      const inspection = new Inspection(file)
      const arrival = arrivals.holder()
      await arrival.grow(STREAM_BYTES, file.signal)
      await seal(originalKey, dataKey, file.source, inspection, file.signal).finally(arrival.release)
      const { type, bytes, sha256 } = inspection.result()
      const openPlain = () => openWith(originalKey, dataKey)
      const keepRendition = (content: Buffer) =>
        seal(renditionKey, dataKey, Readable.from([content]), undefined, file.signal)
      const { shown, pages } = await parse({
        type,
        bytes,
        openPlain,
        keepRendition,
        person: file.person,
        onPicture: file.onPicture,
        signal: file.signal,
      })
      const scan = await scanner.scan(openPlain)
      file.signal?.throwIfAborted()
      return {
        fileName: withExtension(cleanFileName(file.fileName), type),
        original: { key: originalKey, bytes, sha256, mime: type },
        rendition: { key: renditionKey, mime: 'image/jpeg', ...shown },
        pages,
        scan,
        wrapFor: (binding) => keys.wrap(dataKey, binding),
      }
    } catch (error) {
      file.source.destroy()
      if (hasStarted) await discardKeys(originalKey, renditionKey)
      throw error
    }
  }

  async function seal(
    key: string,
    dataKey: Buffer,
    source: Readable,
    inspection: Inspection | undefined,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    const sealed = encryptStream(fileKey(dataKey, key), random)
    const steps = inspection ? [source, inspection, sealed] : [source, sealed]
    const [fed, stored] = await Promise.allSettled([
      pipeline(steps, { signal }),
      store.put(key, sealed, signal),
    ])
    const failures = [fed, stored]
      .filter((outcome) => outcome.status === 'rejected')
      .map(({ reason }) => reason)
    // Each end stops the other; the one with a reason of its own is reported.
    if (failures.length > 0) throw failures.find((reason) => !isPrematureClose(reason)) ?? failures[0]
  }

  async function keep(source: Readable, signal?: AbortSignal) {
    const dataKey = keys.newDataKey()
    const key = newStorageKey(random)
    let bytes = 0
    async function* counted() {
      for await (const chunk of source as AsyncIterable<Buffer>) {
        bytes += chunk.length
        yield chunk
      }
    }
    try {
      await space?.assertRoom()
      await begin(key)
      const arrival = arrivals.holder()
      await arrival.grow(STREAM_BYTES, signal)
      await seal(key, dataKey, Readable.from(counted()), undefined, signal).finally(arrival.release)
      return { key, bytes, wrapFor: (binding: Binding | undefined) => keys.wrap(dataKey, binding) }
    } catch (error) {
      source.destroy()
      await discardKeys(key)
      throw error
    }
  }

  async function parse({ type, bytes, openPlain, keepRendition, person, onPicture, signal }: Arrived) {
    if (type === 'application/pdf') {
      // It streams through the server into separate processes.
      const checkAndDraw = async () => {
        const { pages } = await pdfs.check(await openPlain(), bytes)
        signal?.throwIfAborted()
        const content = await drawn.drawFirst(await openPlain(), bytes)
        await keepRendition(content)
        return { shown: { bytes: content.length, width: null, height: null }, pages }
      }
      return slots.run({ person, kind: 'pdf', cost: 0 }, checkAndDraw, signal)
    }
    // Stored within the same turn: renditions waiting for a slow store would accumulate in memory.
    const storeShown = async ({ content, width, height }: Rendition) => {
      await onPicture?.(content)
      await keepRendition(content)
      return { shown: { bytes: content.length, width, height }, pages: null }
    }
    const read = async () => buffer(await openPlain())
    const cost = Math.max(bytes, MIN_IMAGE_COST)
    const heavily = (act: () => Promise<Rendition>) =>
      slots.run({ person, kind: 'heavy picture', cost }, async () => storeShown(await act()), signal)
    if (type === 'image/heic') return heavily(async () => renditionOf(await heics.decode(await read())))
    const lightly = async () => {
      const image = await openImage(await read())
      return image.isHeavy ? undefined : storeShown(await image.render())
    }
    const kept = await slots.run({ person, kind: 'picture', cost }, lightly, signal)
    return kept ?? heavily(async () => (await openImage(await read())).render())
  }

  async function openWith(key: string, dataKey: Buffer): Promise<Readable> {
    const stored = await store.get(key)
    const plain = decryptStream(fileKey(dataKey, key))
    // A failure reaches the reader through `plain`, which the pipeline destroys.
    pipeline(stored, plain).catch(() => {})
    return plain
  }

  /** A new store is marked as ours before it has a file, and a file is in the journal before it is in the store. */
  async function begin(key: string, renditionKey?: string): Promise<void> {
    await ownership.check()
    await journal.begin(key, renditionKey)
  }

  /** Removes what an upload has stored so far; no one else has ever had these keys. */
  async function discardKeys(key: string, renditionKey?: string): Promise<void> {
    // The reason for discarding a file matters more than a leftover, which the sweep finds.
    const discard = async () => {
      await Promise.all([key, renditionKey].map((file) => file && store.delete(file)))
      await journal.forget([key])
    }
    await discard().catch(() => {})
  }

  /**
   * Permanently, wherever it is. If the store isn't ours it stays in the journal: there it would be another
   * file, or none.
   */
  async function remove(key: string): Promise<void> {
    if (!(await ownership.isOurs())) return
    await store.delete(key)
    await store.deleteSetAside(key)
    await journal.forget([key])
  }

  return {
    receive,
    keep,
    discard: ({ original, rendition }) => discardKeys(original.key, rendition.key),
    remove,
    open: async (key: string, wrapped: WrappedKey, binding: Binding) =>
      openWith(key, keys.unwrap(wrapped, binding)),
    drawPage: ({ key, bytes, wrapped, binding }, page, { person, signal }) =>
      slots.run(
        { person, kind: 'pdf', cost: 0 },
        async () => {
          // Asked in turn, since it may have failed for the reader just before.
          drawn.assertNotTooSlow(key, page)
          return drawn.draw(await openWith(key, keys.unwrap(wrapped, binding)), { key, bytes }, page)
        },
        signal,
      ),
    rewrap: (wrapped, binding) => keys.rewrap(wrapped, binding),
    rebind: (wrapped, from, to) =>
      keys.isBound(wrapped) ? keys.wrap(keys.unwrap(wrapped, from), to) : wrapped,
    isBound: (wrapped) => keys.isBound(wrapped),
    opensFor: (wrapped, binding) => {
      try {
        keys.unwrap(wrapped, binding)
        return true
      } catch (error) {
        if (error instanceof DamagedFileError) return false
        throw error
      }
    },
    keyId: keys.newestId,
    store,
    assertRoom: async () => space?.assertRoom(),
    async state() {
      try {
        if ((await space?.hasRoom()) === false) return 'full'
        await store.ping()
        return 'ok'
      } catch {
        return 'down'
      }
    },
    scannerState: () => scanner.state(),
    close: async () => {
      await Promise.all([pdfs.close(), drawn.close(), heics.close()])
    },
  }
}

function isPrematureClose(error: unknown): boolean {
  if (error instanceof AppError || !(error instanceof Error) || !('code' in error)) return false
  return error.code === 'ERR_STREAM_PREMATURE_CLOSE' || error.code === 'ABORT_ERR'
}
