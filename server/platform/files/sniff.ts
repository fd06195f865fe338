import { FILE_TYPES, type FileType, invalidTypeMessage } from '#contract/file-types.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import { extensionOf } from './file-name.ts'

/** Enough bytes to distinguish most types. */
const FIRST_BYTES = 16
/** Enough for the brands of a HEIC or AVIF; no more are ever looked at. */
export const SNIFF_BYTES = 64

/** Whether these bytes are enough to determine the type. */
export function isEnoughToTell(head: Buffer): boolean {
  return head.length >= (isContainer(head) ? SNIFF_BYTES : FIRST_BYTES)
}

const EXTENSIONS: Readonly<Record<FileType, readonly string[]>> = {
  'image/png': ['png'],
  'image/jpeg': ['jpg', 'jpeg', 'jpe', 'jfif'],
  'application/pdf': ['pdf'],
  'image/heic': ['heic', 'heif', 'hif'],
  'image/webp': ['webp'],
  'image/avif': ['avif'],
}

/** Other names of the same types, as browsers and devices declare them. */
const DECLARED_AS: Readonly<Record<string, FileType>> = {
  'image/jpg': 'image/jpeg',
  'image/pjpeg': 'image/jpeg',
  'image/heif': 'image/heic',
}

/** Types by which a browser says that it doesn't know. */
const UNDECLARED: ReadonlySet<string> = new Set(['', 'application/octet-stream', 'binary/octet-stream'])

interface DeclaredType {
  fileName: string
  declaredType?: string | undefined
  accepted: readonly FileType[]
}

/**
 * The type shown by the first bytes; undefined if we don't accept it. The full check tells whether the rest is
 * valid.
 */
export function sniffType(head: Buffer): FileType | undefined {
  if (startsWith(head, PNG)) return 'image/png'
  if (startsWith(head, JPEG)) return 'image/jpeg'
  if (startsWith(head, PDF)) return 'application/pdf'
  if (head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8, 12) === 'WEBP')
    return 'image/webp'
  return typeOfBrands(head)
}

// The signature and the header chunk that must follow.
const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
const JPEG = Buffer.from('ffd8ff', 'hex')
const PDF = Buffer.from('%PDF-')
const HEIC_BRANDS = ['heic', 'heix', 'heim', 'heis']

function startsWith(head: Buffer, signature: Buffer): boolean {
  return head.subarray(0, signature.length).equals(signature)
}

function isContainer(head: Buffer): boolean {
  return head.toString('latin1', 4, 8) === 'ftyp'
}

/**
 * HEIC and AVIF share a container and are told apart by its brands: its own, its version, and the compatible
 * ones.
 */
function typeOfBrands(head: Buffer): FileType | undefined {
  if (head.length < FIRST_BYTES || !isContainer(head)) return undefined
  const end = Math.min(head.readUInt32BE(0), head.length)
  const brands = [head.toString('latin1', 8, 12)]
  for (let at = 16; at + 4 <= end; at += 4) brands.push(head.toString('latin1', at, at + 4))
  if (brands.includes('avif')) return 'image/avif'
  return brands.some((brand) => HEIC_BRANDS.includes(brand)) ? 'image/heic' : undefined
}

/**
 * The type by content, if it is accepted; throws UNSUPPORTED_TYPE. A picture named or declared as another kind
 * of picture is accepted as what it is, because phones and programs rename them. One that claims to be
 * something else altogether, such as a page or a PDF, is refused (security R41), because whatever opens it by
 * its name would believe that.
 */
export function agreedType(head: Buffer, { fileName, declaredType, accepted }: DeclaredType): FileType {
  const type = sniffType(head)
  if (
    type === undefined ||
    !accepted.includes(type) ||
    !fits(type, typeOfName(fileName)) ||
    !fits(type, typeOfHeader(declaredType))
  )
    throw new AppError('UNSUPPORTED_TYPE', invalidTypeMessage(accepted))
  return type
}

/** A claimed type, none, or one that we don't know. */
type DeclaredName = FileType | 'nothing' | 'unknown'

function fits(type: FileType, claimed: DeclaredName): boolean {
  if (claimed === 'nothing' || claimed === type) return true
  return claimed !== 'unknown' && isPicture(claimed) && isPicture(type)
}

function typeOfName(fileName: string): DeclaredName {
  const extension = extensionOf(fileName)
  if (extension === '') return 'nothing'
  return FILE_TYPES.find((type) => EXTENSIONS[type].includes(extension)) ?? 'unknown'
}

function typeOfHeader(declaredType: string | undefined): DeclaredName {
  const declared = (declaredType ?? '').split(';', 1).join().trim().toLowerCase()
  if (UNDECLARED.has(declared)) return 'nothing'
  return FILE_TYPES.find((type) => type === declared) ?? DECLARED_AS[declared] ?? 'unknown'
}

function isPicture(type: FileType): boolean {
  return type !== 'application/pdf'
}

/** The name with its type's extension, if it had none. */
export function withExtension(name: string, type: FileType): string {
  return extensionOf(name) === '' ? `${name}.${EXTENSIONS[type][0]}` : name
}
