import type { Readable } from 'node:stream'
import type { FileType } from '#contract/file-types.ts'
import type { ScannerState } from '#server/platform/scan/malware-scanner.ts'
import type { Binding, WrappedKey } from './envelope.ts'
import type { FileStore } from './file-store.ts'

export interface IncomingFile {
  /** Whose file it is: people take turns where files are checked. */
  person: string
  source: Readable
  /** As the person's device called it; display text only. */
  fileName: string
  /** Content type by the header or the data URL; checked against the bytes, never believed. */
  declaredType?: string | undefined
  maxBytes: number
  accepted: readonly FileType[]
  /** Is shown the JPEG that was made of a picture, in its turn, before it is stored. */
  onPicture?: ((jpeg: Buffer) => Promise<void>) | undefined
  /** Aborted when the person cancels or the connection ends. */
  signal?: AbortSignal | undefined
}

/** A checked and stored file, as its row keeps it. */
export interface ReceivedFile {
  /** Cleaned, with an extension that fits. */
  fileName: string
  original: { key: string; bytes: number; sha256: string; mime: FileType }
  /** What is shown instead of a picture; null for a PDF, which is shown page by page. */
  rendition: { key: string; bytes: number; mime: 'image/jpeg'; width: number; height: number } | null
  /** Of a PDF. */
  pages: number | null
  /** Whether a malware scanner looked at it. */
  scan: 'clean' | 'off'
  /** Wraps its key for the row that it gets; without a binding while the former release has to read it, too. */
  wrapFor(binding: Binding | undefined): WrappedKey
}

/** The documents people send: checked, encrypted and kept (choices §5). */
export interface FileVault {
  /**
   * Takes a file in, noted in the journal before its first byte. It is complete and synced when this resolves (security
   * R48); write the row then, with `attachFile` in the same transaction, and `discard` if that fails. Throws STORAGE_FULL, FILE_TOO_LARGE, UNSUPPORTED_TYPE, VALIDATION_ERROR (empty), UNSAFE_FILE,
   * UNAVAILABLE, or the signal's reason; then the source is destroyed and nothing is kept.
   */
  receive(file: IncomingFile): Promise<ReceivedFile>
  /** Removes both files of one that has no row; what can't be removed now is left to the sweeper. Never throws. */
  discard(file: Pick<ReceivedFile, 'original' | 'rendition'>): Promise<void>
  /** Stores a stream without checking it, such as what the product itself made or a part of a file; noted, complete and synced as by `receive`, or nothing is kept. */
  keep(
    source: Readable,
    signal?: AbortSignal,
  ): Promise<{ key: string; bytes: number } & Pick<ReceivedFile, 'wrapFor'>>
  /** Removes a file permanently whose row is gone, as `noteRemoval` has written in the same transaction. */
  remove(key: string): Promise<void>
  /**
   * Decrypts an original or a rendition; throws NOT_FOUND before any byte, and DamagedFileError before any false byte, or
   * at once where the key is bound to something else.
   */
  open(key: string, wrapped: WrappedKey, binding: Binding): Promise<Readable>
  /**
   * One page of a PDF as a JPEG, drawn in a process of its own when it is `person`'s turn, and kept nowhere. Throws what
   * `open` does, NOT_FOUND where there is no such page, UNSAFE_FILE where it cannot be drawn, UNAVAILABLE when too many
   * wait, and the signal's reason.
   */
  drawPage(
    file: { key: string; bytes: number; wrapped: WrappedKey; binding: Binding },
    page: number,
    reader: { person: string; signal?: AbortSignal | undefined },
  ): Promise<Buffer>
  /** Whether a wrapping is bound to what it is for; those of former releases are not. */
  isBound(wrapped: WrappedKey): boolean
  /** Whether it opens for this; a wrapping that is not bound opens for anything. Throws when its master key is not configured. */
  opensFor(wrapped: WrappedKey, binding: Binding): boolean
  /** The same data key under the newest master key, bound to `binding`; the same object when it is already. */
  rewrap(wrapped: WrappedKey, binding: Binding): WrappedKey
  /** The same data key for another owner; one that is not bound stays so. Throws DamagedFileError where it isn't `from`'s. */
  rebind(wrapped: WrappedKey, from: Binding, to: Binding): WrappedKey
  /** The id of the newest master key. */
  readonly keyId: string
  /** Where the files lie, for what looks after them. */
  store: FileStore
  /** Throws STORAGE_FULL while there is little room (security B05). */
  assertRoom(): Promise<void>
  state(): Promise<'ok' | 'full' | 'down'>
  scannerState(): Promise<ScannerState>
  /** Ends what runs beside the server. */
  close(): Promise<void>
}
