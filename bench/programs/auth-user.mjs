import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import pg from 'pg'

// What P5 compares with: session by token hash, then user by id, both prepared, and nothing else.
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 })

const SESSION = {
  name: 'session',
  text: 'select user_id from sessions where token_hash = $1 and expires_at > now()',
}
const USER = {
  name: 'user',
  text: `select id, auth0_id, auth0_email, email_verified, email, name, nickname, picture, company, user_type, pending_user_type,
    is_trader, is_investor, is_seller, is_developer, is_buyer, is_corporate, is_admin, is_super_admin,
    onboarding_completed_at, last_login, created_at, updated_at from users where id = $1`,
}

createServer(async (request, response) => {
  const token = /(?:^|; )__Host-session=([^;]+)/.exec(request.headers.cookie ?? '')?.[1]
  const user = token ? await userOf(token) : undefined
  const body = JSON.stringify({ isAuthenticated: user !== undefined, user: user ?? null })
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
  response.end(body)
}).listen(Number(process.env.PORT), '127.0.0.1')

async function userOf(token) {
  const hash = createHash('sha256').update(token).digest('base64url')
  const session = (await pool.query({ ...SESSION, values: [hash] })).rows[0]
  return session && (await pool.query({ ...USER, values: [session.user_id] })).rows[0]
}

process.on('SIGTERM', () => process.exit(0))
