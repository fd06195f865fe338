import { type Request, requestOf } from './load.ts'

/** One request per session that uploads `file`; all of them share its bytes. */
export function uploads(tokens: string[], file: Buffer, slot = 'selfie'): Request[] {
  const boundary = '----verdaccordbench'
  const field = (name: string, more = '') =>
    `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${more}\r\n`
  const body = Buffer.concat([
    Buffer.from(`${field('documentType')}\r\n${slot}\r\n`),
    Buffer.from(`${field('file', `; filename="${slot}.jpg"`)}content-type: image/jpeg\r\n\r\n`),
    file,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])
  return tokens.map((token) =>
    requestOf(
      'POST /api/uploads/kyc-document-direct',
      {
        cookie: `__Host-session=${token}`,
        'sec-fetch-site': 'same-origin',
        'content-type': `multipart/form-data; boundary=${boundary}`,
      },
      body,
    ),
  )
}
