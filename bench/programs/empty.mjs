import { createServer } from 'node:http'
import pg from 'pg'

// What P10 compares with: a server that has run one query before it answers.
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 })
await pool.query('select 1')

createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': 2 })
  response.end('{}')
}).listen(Number(process.env.PORT), '127.0.0.1')

process.on('SIGTERM', () => process.exit(0))
