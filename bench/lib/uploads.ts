import { type Request, requestOf } from './load.ts'

/** A request for each session that uploads `file`; all of them share its bytes. */
export function uploads(tokens: string[], file: Buffer): Request[] {
  const boundary = '----verdaccordbench'
  const field = (name: string, more = '') =>
    `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${more}\r\n`
  const body = Buffer.concat([
    Buffer.from(`${field('documentType')}\r\nselfie\r\n`),
    Buffer.from(`${field('file', '; filename="selfie.jpg"')}content-type: image/jpeg\r\n\r\n`),
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
