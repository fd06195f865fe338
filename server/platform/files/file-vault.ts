import type { Readable } from 'node:stream'
import type { FileType } from '#contract/file-types.ts'
import type { ScannerState } from '#server/platform/scan/malware-scanner.ts'
import type { Binding, WrappedKey } from './envelope.ts'
import type { FileStore } from './file-store.ts'

export interface IncomingFile {
  /** Whose file it is: people take turns when files are checked. */
  person: string
  source: Readable
  /** The name on the person's device; for display only. */
  fileName: string
  /** The content type from the header or data URL; checked against the bytes, never trusted. */
  declaredType?: string | undefined
  maxBytes: number
  accepted: readonly FileType[]
  /** Gets the JPEG made from a picture, not from a PDF, before it is stored, within the picture's turn. */
  onPicture?: ((jpeg: Buffer) => Promise<void>) | undefined
  /** Aborted when the person cancels or the connection ends. */
  signal?: AbortSignal | undefined
}

/** A checked and stored file, with what its row stores about it. */
export interface ReceivedFile {
  /** Cleaned, with an extension that fits its type. */
  fileName: string
  original: { key: string; bytes: number; sha256: string; mime: FileType }
  /** What is shown instead of the original: of a PDF its first page, which has no size in pixels of its own. */
  rendition: { key: string; bytes: number; mime: 'image/jpeg'; width: number | null; height: number | null }
  /** Of a PDF; null otherwise. */
  pages: number | null
  /** Whether a malware scanner checked it. */
  scan: 'clean' | 'off'
  /** Wraps its key for the row; without a binding while the former release must be able to read it too. */
  wrapFor(binding: Binding | undefined): WrappedKey
}

/** The documents that people send: checked, encrypted and stored (choices §5.1). */
export interface FileVault {
  /**
   * Takes in a file, recorded in the journal before its first byte. When this resolves it is complete and
   * synced (security R48); then write the row, with `attachFile` in the same transaction, and call `discard` if
   * that fails. Throws STORAGE_FULL, FILE_TOO_LARGE, UNSUPPORTED_TYPE, VALIDATION_ERROR (empty), UNSAFE_FILE,
   * UNAVAILABLE, or the signal's reason; then the source is destroyed and nothing is stored.
   */
  receive(file: IncomingFile): Promise<ReceivedFile>
  /**
   * Removes original and rendition of a file without a row. What can't be removed now is left to the sweep.
   * Never throws.
   */
  discard(file: Pick<ReceivedFile, 'original' | 'rendition'>): Promise<void>
  /**
   * Stores a stream without checking it, such as a file made by the product itself or a part of an upload.
   * Recorded, complete and synced as with `receive`, or nothing is stored.
   */
  keep(
    source: Readable,
    signal?: AbortSignal,
  ): Promise<{ key: string; bytes: number } & Pick<ReceivedFile, 'wrapFor'>>
  /** Permanently removes a file whose row is gone, as `storeRemoval` recorded in the same transaction. */
  remove(key: string): Promise<void>
  /**
   * Decrypts an original or a rendition. Throws NOT_FOUND before the first byte, and DamagedFileError before
   * any false byte, or at once if the key is bound to something else.
   */
  open(key: string, wrapped: WrappedKey, binding: Binding): Promise<Readable>
  /**
   * Renders one page of a PDF as a JPEG, in a separate process when it is `person`'s turn, without storing it.
   * Throws what `open` throws, NOT_FOUND if there is no such page, UNSAFE_FILE if it can't be rendered,
   * UNAVAILABLE if too many are waiting, and the signal's reason.
   */
  drawPage(
    file: { key: string; bytes: number; wrapped: WrappedKey; binding: Binding },
    page: number,
    reader: { person: string; signal?: AbortSignal | undefined },
  ): Promise<Buffer>
  /** Whether a wrapped key is bound to its purpose; those of former releases are not. */
  isBound(wrapped: WrappedKey): boolean
  /**
   * Whether a wrapped key opens with this binding; an unbound one opens with any. Throws if its master key
   * isn't configured.
   */
  opensFor(wrapped: WrappedKey, binding: Binding): boolean
  /**
   * The same data key wrapped with the newest master key and bound to `binding`; the same object if it is so
   * already.
   */
  rewrap(wrapped: WrappedKey, binding: Binding): WrappedKey
  /**
   * The same data key for another owner; an unbound one stays unbound. Throws DamagedFileError if it isn't
   * `from`'s.
   */
  rebind(wrapped: WrappedKey, from: Binding, to: Binding): WrappedKey
  /** The id of the newest master key. */
  readonly keyId: string
  /** The underlying store, for its maintenance. */
  store: FileStore
  /** Throws STORAGE_FULL while there is little room (security B05). */
  assertRoom(): Promise<void>
  state(): Promise<'ok' | 'full' | 'down'>
  scannerState(): Promise<ScannerState>
  /** Stops the background processes. */
  close(): Promise<void>
}
