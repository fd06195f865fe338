import type { DisclosureSection } from './risk-disclosure.ts'

/**
 * The risk warning of step 2 (onboarding §2.6). It opens with the prescribed sentence (law §1.4) and claims no
 * authorisation (choices §4.4).
 */
export const INVESTOR_RISK_WARNING = {
  headline: 'Don’t invest unless you’re prepared to lose all the money you invest.',
  points: [
    'This is a high-risk investment, and you are unlikely to be protected if something goes wrong.',
    'Prices can fall sharply, and what they did in the past does not tell you what will happen next.',
    'You may not be able to sell when you want to, or at the price you paid.',
    'A credit can lose its value if the project behind it fails or its certification is withdrawn.',
  ],
  /** The text of the link to the summary. */
  summaryLink: 'Take 2 mins to learn more',
  acknowledgement: 'I have read and understood the risk warning.',
} as const

/** The page behind that link: a short summary of the risks of carbon credits (law §1.4). */
export const INVESTOR_RISK_SUMMARY: {
  readonly title: string
  readonly sections: readonly DisclosureSection[]
} = {
  title: 'The key risks of carbon credits',
  sections: [
    {
      heading: 'You could lose all the money you invest',
      paragraphs: [
        'A carbon credit is worth what someone will pay for it. Projects can fail, carbon that was stored can be released again, and a standard can suspend or cancel credits. Any of these can leave you with nothing.',
        'Promised or expected profits are not certain.',
      ],
    },
    {
      heading: 'You are unlikely to be protected if something goes wrong',
      paragraphs: [
        'The Financial Services Compensation Scheme (FSCS) does not cover losses on carbon credits, or the failure of a seller, a project or a register.',
        'The Financial Ombudsman Service (FOS) is unlikely to be able to look at your complaint.',
      ],
    },
    {
      heading: 'You may not get your money back when you want it',
      paragraphs: [
        'The market is small. There may be no buyer when you want to sell, or only at a much lower price. Expect to hold a credit for a long time.',
      ],
    },
    {
      heading: 'What a credit is worth is hard to know',
      paragraphs: [
        'There is no single market price. It depends on the project, its standard, its year and the day. New rules and news can change it quickly.',
      ],
    },
    {
      heading: 'Don’t put all your eggs in one basket',
      paragraphs: [
        'Putting all your money into one kind of investment is risky. A good rule of thumb is to put no more than 10% of your money into high-risk investments.',
        'Do not borrow to buy credits, and do not use money that you may need.',
      ],
    },
  ],
}

/** Shown next to every question about net assets (law §1.3). */
export const NET_ASSETS_DEFINITION =
  'Net assets are what you own minus what you owe. Leave out the home you live in and any loan secured on it, your pensions and other retirement benefits, and your rights under insurance contracts.'

/** Shown next to the question about income (law §1.3). */
export const INCOME_DEFINITION =
  'Your income before tax in the last financial year, 6 April to 5 April. Leave out one-off withdrawals from a pension.'

/** Shown next to every question about high-risk investments. */
export const HIGH_RISK_DEFINITION =
  'High-risk investments are, for example, carbon credits, shares and bonds of companies that are not listed on an exchange, peer-to-peer loans and cryptoassets.'

/** The label of the checkbox above the signature (security R18). */
export const STATEMENT_ACKNOWLEDGEMENT =
  'I have read this statement. Everything in it is true, and I accept that the investments to which it relates may expose me to a significant risk of losing all of the money I invest.'
