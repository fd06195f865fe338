import type { Company } from '#contract/company.ts'
import { type LegalText, whoWeAre } from './legal-text.ts'

const UPDATED = '2025-05-14'

/** Returns the terms served if the deployment has no document of its own. */
export function termsOfService(company: Company): LegalText {
  return {
    title: 'Terms of Service',
    updated: UPDATED,
    sections: [
      {
        heading: 'Who we are',
        paragraphs: [
          whoWeAre(company),
          `You can reach us at ${company.contactEmail} or on ${company.phone}. For help with your account write to ${company.supportEmail}.`,
        ],
      },
      {
        heading: 'What these terms cover',
        paragraphs: [
          'These terms cover your account, the checks that come before trading, and the pages where you manage your details, documents, certifications and invoices. By using the service you agree to them. If you do not agree, please do not use it.',
          'This version applies to the pilot of our verification service. Buying and selling on the marketplace will have terms of its own, which you will be asked to accept first.',
        ],
      },
      {
        heading: 'Who may use the service',
        paragraphs: ['You may use the service if all of this is true:'],
        points: [
          'you are at least 18 years old',
          'you act for yourself, or you are allowed to act for the company you register',
          'no law or sanction forbids us to deal with you or your company',
          'you have one account only, and you don’t open it for someone else',
        ],
      },
      {
        heading: 'Your account',
        paragraphs: [
          'You sign in through our sign-in provider, which keeps your password; we never see it. Keep your sign-in details to yourself, and sign out on computers that others use.',
          `Give us true and complete answers and keep them up to date. Tell us at once at ${company.supportEmail} if you think that someone else has used your account.`,
        ],
      },
      {
        heading: 'Verification',
        paragraphs: [
          'Before anyone may trade, we check who they are. We ask for details about you, an identity document, a picture of you and a proof of address, and from companies for their owners and representatives as well.',
          'Identity checks usually take 24 to 48 hours, and access to the marketplace follows typically in under 72 hours. These are usual times, not promises: some checks take longer, and we may ask for more.',
          'We may refuse or end a verification where the law asks us to, where documents cannot be trusted, or where answers are wrong. We tell you what to correct where we are allowed to. Sending documents that are forged or belong to someone else is an offence.',
        ],
      },
      {
        heading: 'User types and self-certification',
        paragraphs: [
          'You choose what you want to do: trade, invest, develop projects, buy and retire credits, or act for a corporate buyer. To trade or invest you also declare which category of investor you belong to. You alone are responsible for that declaration being true. It lapses after twelve months and can be renewed.',
        ],
      },
      {
        heading: 'The marketplace is not open yet',
        paragraphs: [
          'Nothing on these pages is an offer to sell or buy carbon credits, and nothing is investment, tax or legal advice. Verification does not give you a right to trade, and we do not promise when the marketplace will open.',
          'Carbon credits are high-risk and you can lose all the money you put into them. Read the risk disclosure statement before you decide anything.',
        ],
      },
      {
        heading: 'Invoices',
        paragraphs: [
          'If we have agreed a fee with you, you find its invoices in your account. They are payable by the day they name. Payments are taken by our payment provider; we do not see or keep your card details.',
        ],
      },
      {
        heading: 'What you may not do',
        paragraphs: ['You may not:'],
        points: [
          'use the service to launder money, to finance terrorism, to avoid sanctions or to deceive anyone',
          'try to reach the data of others, or to get round security, limits or checks',
          'send harmful files, or load the service so heavily that others suffer',
          'copy the service, or collect its content by automatic means, without our written agreement',
        ],
      },
      {
        heading: 'What you send us',
        paragraphs: [
          'Your documents and answers stay yours. You allow us to store, check and show them as far as the service and the law need it. How we handle personal data is in our privacy policy.',
        ],
      },
      {
        heading: 'How the service is provided',
        paragraphs: [
          'We take reasonable care that the service works and is secure. It is a pilot: parts can be missing, change or be unavailable for a time. We tell you in advance of planned interruptions where we can.',
        ],
      },
      {
        heading: 'Ending your account',
        paragraphs: [
          `You can stop at any time and ask us to close your account at ${company.supportEmail}. We may suspend or close it where these terms are broken in a serious way or the law asks for it. Some records must be kept after that; the privacy policy says which and for how long.`,
        ],
      },
      {
        heading: 'Our responsibility to you',
        paragraphs: [
          'Nothing in these terms limits what the law does not allow to be limited, such as responsibility for death or injury caused by negligence, for fraud, and your rights as a consumer.',
          'Apart from that we are responsible for losses that we caused by breaking these terms or by not taking reasonable care, and that both of us could foresee. We are not responsible for losses of a business of yours if you use the service as a consumer, nor for what is outside our reasonable control.',
        ],
      },
      {
        heading: 'Complaints',
        paragraphs: [
          `Write to ${company.complaintsEmail} if something went wrong. We confirm that we have received your complaint, look into it and tell you the result. You keep the right to go to court.`,
        ],
      },
      {
        heading: 'Changes to these terms',
        paragraphs: [
          'We change these terms when the service or the law changes. The date of the last change is at the top. We’ll tell you about important changes by email before they apply, and you may close your account if you do not agree.',
        ],
      },
      {
        heading: 'Law and courts',
        paragraphs: [
          'The law of England and Wales applies to these terms, and its courts decide. If you are a consumer and live in Scotland or Northern Ireland, you may also go to the courts there, and you keep the protection of the law of the place where you live.',
        ],
      },
    ],
  }
}
