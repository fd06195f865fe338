/** The type and name under which acceptance of the risk disclosure is stored. */
export const RISK_DISCLOSURE = {
  type: 'risk_disclosure',
  name: 'main_risk_disclosure',
  alias: 'risk_disclosure',
} as const

export interface DisclosureSection {
  readonly heading: string
  readonly paragraphs: readonly string[]
}

export interface DisclosureText {
  /** Changes with every edit of the text, because acceptances are stored per version (choices §4.2). */
  readonly version: string
  readonly title: string
  readonly sections: readonly DisclosureSection[]
}

/** The platform's own text of the risk disclosure (onboarding §2.4); it claims no authorisation (choices §4.4). */
export const RISK_DISCLOSURE_TEXT: DisclosureText = {
  version: '2026-11-22',
  title: 'Risk Disclosure Statement',
  sections: [
    {
      heading: 'Don’t invest unless you’re prepared to lose all the money you invest',
      paragraphs: [
        'Carbon credits are high-risk. You could lose all of the money you put into them, and you are unlikely to be protected if something goes wrong.',
        'This statement is the platform’s own text. It is not a form set by law or by a regulator, it does not describe every risk, and it is not advice. If you are unsure whether carbon credits are right for you, speak to an independent financial adviser before you continue.',
      ],
    },
    {
      heading: 'What a carbon credit is',
      paragraphs: [
        'A carbon credit is an entry in the register of a carbon standard. It stands for one tonne of carbon dioxide, or its equivalent, that a project says it has avoided or removed. It is not a share, a deposit, a currency or a claim on the assets of the project.',
        'A credit that is bought directly is in general not a regulated investment in the United Kingdom. Other products that are built on carbon credits, such as funds or futures, can be regulated and have rules of their own.',
      ],
    },
    {
      heading: 'You may not be protected',
      paragraphs: [
        'The Financial Services Compensation Scheme (FSCS) does not cover losses on carbon credits. You will not get compensation from it if a credit loses its value, or if a seller, a project developer or a register fails.',
        'The Financial Ombudsman Service (FOS) is unlikely to be able to look at a complaint about carbon credits.',
      ],
    },
    {
      heading: 'You may not be able to sell',
      paragraphs: [
        'The market for carbon credits is small. There may be no buyer when you want to sell, or only at a price far below what you paid. Some credits never trade again after they are issued.',
        'Expect to hold a credit for a long time, and do not use money that you may need at short notice.',
      ],
    },
    {
      heading: 'Prices are uncertain',
      paragraphs: [
        'There is no single market price. What a credit is worth depends on its project, its standard, its year and what others will pay on the day. Prices you are shown may be estimates or old.',
        'Prices can fall quickly and for reasons no one can foresee, such as new rules, news about a project or a change in what companies want. What prices did in the past tells you nothing certain about the future. Where credits are priced in another currency, exchange rates change what you get back.',
      ],
    },
    {
      heading: 'Projects can fail or be reversed',
      paragraphs: [
        'A project may deliver fewer credits than planned, later than planned, or none. Projects depend on land, weather, technology, local communities and the decisions of governments.',
        'Carbon that was stored can be released again, by fire, disease, storms or felling. Credits that stand for it can then be cancelled or lose their value. A project’s own estimate of what it avoids or removes can turn out to be wrong.',
      ],
    },
    {
      heading: 'Standards and registers',
      paragraphs: [
        'Credits exist only in the register of a standard. A standard can suspend, re-assess or cancel credits, change its methods or close. A register can be unavailable, make mistakes or be attacked.',
        'Governments can limit the export or the use of credits, or change how they count. A credit that is accepted for a purpose today may not be accepted tomorrow.',
      ],
    },
    {
      heading: 'Who holds your credits',
      paragraphs: [
        'Credits may be held in an account in the name of the platform or of another company on your behalf. If that company fails, you may have to prove which credits are yours, wait for them, or lose them.',
        'Money that you pay for credits is not a bank deposit. A retired credit is permanently used up: it cannot be sold, returned or exchanged.',
      ],
    },
    {
      heading: 'Fraud and false promises',
      paragraphs: [
        'Carbon credits have been sold to individuals with false promises of profit. Be wary of anyone who contacts you unasked, promises a return, puts you under time pressure or asks you to send credits or money outside the platform.',
        'That a company is listed in a public register, or that it checks who its customers are, says nothing about how good a credit is.',
      ],
    },
    {
      heading: 'Tax',
      paragraphs: [
        'You may have to pay tax on profits, and value added tax may apply. How you are taxed depends on your own circumstances and can change. The platform does not give tax advice.',
      ],
    },
    {
      heading: 'Before you decide',
      paragraphs: [
        'Do not put all your money into one kind of investment. Many people limit high-risk investments to a tenth of what they have. Do not borrow to buy credits.',
        'Read what a project publishes about itself, who checked it and when. You can stop here. You don’t have to buy anything, and it costs nothing to leave.',
      ],
    },
  ],
}

/** The sentence next to the required checkbox (onboarding §2.4). */
export const RISK_ACKNOWLEDGEMENT =
  'I have read and understood the risk disclosure statement and agree to its terms.'

/**
 * Returns the whole text as plain lines, always in the same form: what the evidence of an acceptance stores and
 * hashes (choices §4.2).
 */
export function riskDisclosurePlainText(text: DisclosureText = RISK_DISCLOSURE_TEXT): string {
  const sections = text.sections.map((section) => [section.heading, ...section.paragraphs].join('\n\n'))
  return `${[`${text.title} (version ${text.version})`, ...sections].join('\n\n')}\n`
}
