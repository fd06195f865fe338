import { FileType, invalidTypeMessage } from '#contract/documents.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import { extensionOf } from './file-name.ts'

/** As many first bytes as tell the three types apart. */
export const SNIFF_BYTES = 16

const SIGNATURES: Readonly<Record<FileType, Buffer>> = {
  // The signature and the header chunk that has to follow at once.
  'image/png': Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
  'image/jpeg': Buffer.from('ffd8ff', 'hex'),
  'application/pdf': Buffer.from('%PDF-'),
}

const EXTENSIONS: Readonly<Record<FileType, readonly string[]>> = {
  'image/png': ['png'],
  'image/jpeg': ['jpg', 'jpeg', 'jpe', 'jfif'],
  'application/pdf': ['pdf'],
}

/** Types by which a browser says that it doesn't know. */
const NO_CLAIM: ReadonlySet<string> = new Set(['', 'application/octet-stream', 'binary/octet-stream'])

interface Claim {
  fileName: string
  declaredType?: string | undefined
  accepted: readonly FileType[]
}

/** The type the first bytes show; undefined when it is none of ours. Whether the rest holds is for the full parse. */
export function sniffType(head: Buffer): FileType | undefined {
  return FileType.options.find((type) => {
    const signature = SIGNATURES[type]
    return head.subarray(0, signature.length).equals(signature)
  })
}

/**
 * The type by content, when it is accepted and neither the name's extension nor the declared type says otherwise
 * (security R41); throws UNSUPPORTED_TYPE. A name without extension claims nothing.
 */
export function agreedType(head: Buffer, { fileName, declaredType, accepted }: Claim): FileType {
  const type = sniffType(head)
  const extension = extensionOf(fileName)
  const declared = (declaredType ?? '').split(';', 1).join().trim().toLowerCase()
  const agrees =
    type !== undefined &&
    accepted.includes(type) &&
    (extension === '' || EXTENSIONS[type].includes(extension)) &&
    (NO_CLAIM.has(declared) || declared === type || (declared === 'image/jpg' && type === 'image/jpeg'))
  if (!agrees) throw new AppError('UNSUPPORTED_TYPE', invalidTypeMessage(accepted))
  return type
}

/** The name with the extension of its type, when it came without one. */
export function withExtension(name: string, type: FileType): string {
  return extensionOf(name) === '' ? `${name}.${EXTENSIONS[type][0]}` : name
}
