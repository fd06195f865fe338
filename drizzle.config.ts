import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  schema: './server/model/schema/*.ts',
  out: './server/migrations',
})
