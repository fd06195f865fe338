import type { Company } from '#contract/company.ts'
import { type LegalText, whoWeAre } from './legal-text.ts'

/** The date of the privacy policy. */
const UPDATED = '2025-05-14'

/**
 * Returns the privacy policy served if the deployment has no document of its own. `faceComparisonBasis`: the legal
 * basis on which a machine compares faces, null if none does.
 */
export function privacyPolicy(company: Company, faceComparisonBasis: string | null): LegalText {
  return {
    title: 'Privacy Policy',
    updated: UPDATED,
    sections: [
      {
        heading: 'Who is responsible',
        paragraphs: [
          whoWeAre(company),
          `We decide how and why your personal data is used. Questions about it reach us at ${company.contactEmail} or on ${company.phone}.`,
        ],
      },
      {
        heading: 'What we hold about you',
        paragraphs: ['We hold what you give us, and what comes about when you use the service:'],
        points: [
          'your account: name, email addresses, company, picture and number at the sign-in provider; never your password',
          'your verification: birth date, phone number, address, identity document, picture of you, proof of address, and for companies the details of owners and representatives',
          'your declarations: the risk disclosure and certifications you accepted, with their text, the time, your IP address and your browser',
          'what a program on our own servers reads from your documents, and the hints about your pictures that it gives our team',
          'our checks: decisions, their reasons, who made them and when',
          'invoices and payments, without your card details',
          'security records: when and how you signed in, and from which IP address',
          'what you write to us, bug reports included',
        ],
      },
      {
        heading: 'Why we use it, and on what legal ground',
        paragraphs: [],
        points: [
          'To run your account and answer you: it is needed for our contract with you.',
          'To check who you are, to screen against sanctions lists and to keep evidence of it: the law obliges us to.',
          ...(faceComparisonBasis === null
            ? []
            : [
                `To compare your picture with the one in your identity document by a program, which tells our team how alike they are: ${faceComparisonBasis}. We do it only after we have told you, and not if you ask that only people compare them. We keep its hint, and no map of your face.`,
              ]),
          'To keep the service secure and to prevent fraud: it is in our legitimate interest, and in yours.',
          'To learn how the site is used, by analytics or session recording: only with your consent, which you can withdraw at any time.',
        ],
      },
      {
        heading: 'Who sees it',
        paragraphs: [
          'Those of our team who need it for their work, and each look at your documents is recorded. Beyond that, companies that work for us under contract: our hosting, our sign-in provider, our mail service and our payment provider. We share data with authorities where the law demands it. We do not sell personal data.',
          'People make the decisions about your verification. No decision that affects you in a serious way is made by a computer alone.',
        ],
      },
      {
        heading: 'Where it is kept',
        paragraphs: [
          'If data leaves the United Kingdom, it goes only where the law there is recognised as adequate or where a contract approved for the purpose protects it. Your documents are encrypted, each with a key of its own.',
        ],
      },
      {
        heading: 'How long we keep it',
        paragraphs: [],
        points: [
          'Verification records and documents: five years after the end of our relationship, because the law asks for it; then they are deleted.',
          'The same of people who never became customers: twelve months after they were last here, or after they asked us to erase their data.',
          'Applications that were started and never submitted: 90 days after the last change.',
          'Applications that were started without an account: 14 days, unless you create an account by then.',
          'Texts of emails we sent: 90 days. Sign-ins and bug reports: twelve months.',
          'Sessions: until you sign out or they lapse, and a day longer.',
          'Your cookie choice: one year.',
        ],
      },
      {
        heading: 'Cookies and storage in your browser',
        paragraphs: [
          'Necessary cookies keep you signed in and the site secure; without them the service does not work. In the storage of your browser we keep your choice of theme, your cookie choice, the email with which you started an application without an account, unsent answers of an application for up to seven days, and files that wait for a connection, encrypted, for up to a day.',
          'Everything else needs your consent: analytics (how the site is used, including session recording), performance (how fast pages load and where errors happen) and marketing (which messages bring people here). Nothing of it is loaded or stored before you agree. You can change your mind at any time with Cookie settings in the footer; what was loaded then stops, and its cookies are deleted. Session recording never runs on pages where you enter your details or manage your account.',
        ],
      },
      {
        heading: 'Your rights',
        paragraphs: ['You can ask us, free of charge and in most cases within one month:'],
        points: [
          'for a copy of the data we hold about you',
          'to correct what is wrong and complete what is missing',
          'to delete data, to restrict its use, or to hand it over to you or another company',
          'to stop using it where we rely on our legitimate interest',
          'to undo a consent you gave, with effect for the future',
        ],
      },
      {
        heading: 'If we have to keep something',
        paragraphs: [
          'Some rights have limits. In particular we may not delete verification records before their time. We then tell you what we keep, why and until when.',
        ],
      },
      {
        heading: 'Complaints',
        paragraphs: [
          `Write to ${company.complaintsEmail} if you are unhappy with how we use your data. We confirm that your complaint has arrived within 30 days and tell you what came of it. You can also complain to the Information Commissioner’s Office at ico.org.uk.`,
        ],
      },
      {
        heading: 'Changes to this policy',
        paragraphs: [
          'The date of the last change is at the top. We’ll tell you about important changes by email before they apply.',
        ],
      },
    ],
  }
}
