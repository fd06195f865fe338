/** An environment in which the server starts in production, with its embedded provider. */
export const PRODUCTION = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://verify.example.com',
  EMBEDDED_IDP: 'allow',
  STAFF_REQUIRES_MFA: '0',
  DOCUMENT_KEYS: 'k1:p4bMOYOTsVe7jOBBWBD8tfX2lLv1wrwjj2Zd2gYpkLQ=',
  CAPTCHA: 'on',
  RATE_LIMIT_FACTOR: '20',
  CAPTCHA_KEY: 'Zk1v9QeLr4mTnXw7BsYd2HcUj6GfPa38',
  SMTP_URL: 'smtp://mail.example.com',
  // Tests call only this machine.
  SANCTIONS_FETCH: 'off',
}

/** What production needs to issue its own invoices. */
export const INVOICING = {
  COMPANY_VAT_NUMBER: 'GB 123 4567 89',
  COMPANY_NUMBER: '09876543',
  COMPANY_REGISTERED_ADDRESS: '2 Exchange Place, London EC2A 2AA',
  BANK_NAME: 'Example Bank',
  BANK_SORT_CODE: '202015',
  BANK_ACCOUNT_NUMBER: '55555555',
  BANK_IBAN: 'GB33 BUKB 2020 1555 5555 55',
}
