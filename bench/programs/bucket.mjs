import S3rver from 's3rver'

// The bucket that p9-bucket measures the product with, in its own process so that its memory is not counted.
const server = new S3rver({
  address: '127.0.0.1',
  port: Number(process.env.PORT),
  silent: true,
  directory: process.env.DATA_DIR,
  vhostBuckets: false,
  configureBuckets: [{ name: 'documents', configs: [] }],
})
await server.run()

process.on('SIGTERM', () => process.exit(0))
