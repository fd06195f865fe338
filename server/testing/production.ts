/** An environment in which the server starts in production, with its embedded provider. */
export const PRODUCTION = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://verify.example.com',
  EMBEDDED_IDP: 'allow',
  DOCUMENT_KEYS: `k1:${Buffer.alloc(32, 7).toString('base64')}`,
  CAPTCHA: 'on',
  CAPTCHA_KEY: 'x'.repeat(32),
  SMTP_URL: 'smtp://mail.example.com',
}
