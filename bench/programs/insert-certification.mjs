import { createServer } from 'node:http'
import pg from 'pg'

// What P11 compares with: the body is read and stored unchanged in a row, in one prepared statement.
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 })
const { TEXT } = process.env
const INSERT = {
  name: 'insert',
  text: `insert into certifications (user_id, certification_type, certification_name, text_version, certification_text, text_sha256,
    acknowledged_at) values ($1, $2, $3, '1', $4, $5, now()) returning id`,
}

createServer((request, response) => {
  const chunks = []
  request.on('data', (chunk) => chunks.push(chunk))
  request.on('end', async () => {
    const body = JSON.parse(Buffer.concat(chunks).toString() || '{}')
    const id = body.userId ? await insert(body) : undefined
    const answer = JSON.stringify({ success: true, id })
    response.writeHead(200, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(answer),
    })
    response.end(answer)
  })
}).listen(Number(process.env.PORT), '127.0.0.1')

async function insert({ userId, certification_type: type, certification_name: name }) {
  const { rows } = await pool.query({ ...INSERT, values: [userId, type, name, TEXT, 'h'.repeat(64)] })
  return rows[0].id
}

process.on('SIGTERM', () => process.exit(0))
