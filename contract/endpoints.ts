import {
  confirmEmail,
  endOwnSession,
  endOwnSessions,
  getNeedsEmail,
  listOwnSessions,
  updateEmail,
  updateProfile,
} from './account.ts'
import { decideCase, getReviewCase, saveVerdicts, updateKycStatus } from './admin-cases.ts'
import { getUser, listUsers } from './admin-users.ts'
import { collectEmail, discardApplication } from './applicants.ts'
import { finishSignIn, getAuthProfile, getAuthUser, signOut, startSignIn, startSignInAlias } from './auth.ts'
import {
  changeDraft,
  deleteDraft,
  draftInvoice,
  exportInvoices,
  finaliseInvoice,
  listAllInvoices,
  markUncollectible,
  readInvoice,
  recordPayment,
  resendInvoice,
  voidInvoice,
} from './billing-admin.ts'
import { reportBug } from './bug-reports.ts'
import { getCaptchaChallenge } from './captcha.ts'
import {
  acceptCertification,
  checkCertification,
  getInvestorRules,
  listOwnCertifications,
  readStatement,
} from './certifications.ts'
import { finishCheckout, getCheckout } from './checkouts.ts'
import {
  attachUser,
  createClient,
  createProject,
  detachUser,
  getClient,
  getOwnClient,
  listClients,
  updateClient,
  updateProject,
} from './clients.ts'
import { downloadExport, listExports, requestExport } from './exports.ts'
import { getHostedInvoice, openHostedInvoice } from './hosted-invoices.ts'
import { getPaymentState, listInvoices, payInvoice } from './invoices.ts'
import { getPrivacyStatic, getTermsStatic } from './legal.ts'
import {
  completeConsumerOnboarding,
  getConsumerCase,
  getConsumerDraft,
  getKycProfile,
  getKycProfileByUser,
  saveConsumerDraft,
  submitKyc,
} from './onboarding.ts'
import { getLiveness, getReadiness, getSite } from './system.ts'
import {
  listOwnDocuments,
  readDocument,
  setDocumentDates,
  uploadDocument,
  uploadDocumentJson,
} from './uploads.ts'
import {
  createUser,
  getUserByAuth0Id,
  getUserProfile,
  getUserType,
  updateInvestorType,
  updateUserType,
  updateUserTypeAlias,
} from './users.ts'
import { getVerificationStatus } from './verification.ts'

/** Every endpoint of the product: the route table, the browser's client, the OpenAPI document and the matrix test read this. */
export const ENDPOINTS = [
  getLiveness,
  getReadiness,
  getSite,
  getTermsStatic,
  getPrivacyStatic,
  getCaptchaChallenge,
  reportBug,
  startSignIn,
  startSignInAlias,
  finishSignIn,
  signOut,
  getAuthUser,
  getAuthProfile,
  getUserProfile,
  createUser,
  getUserByAuth0Id,
  updateUserType,
  updateUserTypeAlias,
  updateInvestorType,
  getUserType,
  updateProfile,
  getNeedsEmail,
  updateEmail,
  confirmEmail,
  listOwnSessions,
  endOwnSession,
  endOwnSessions,
  checkCertification,
  acceptCertification,
  listOwnCertifications,
  getInvestorRules,
  readStatement,
  uploadDocumentJson,
  uploadDocument,
  listOwnDocuments,
  readDocument,
  setDocumentDates,
  collectEmail,
  discardApplication,
  getConsumerDraft,
  saveConsumerDraft,
  getConsumerCase,
  submitKyc,
  completeConsumerOnboarding,
  getKycProfileByUser,
  getKycProfile,
  getVerificationStatus,
  requestExport,
  listExports,
  downloadExport,
  listUsers,
  getUser,
  getReviewCase,
  updateKycStatus,
  saveVerdicts,
  decideCase,
  getOwnClient,
  listInvoices,
  payInvoice,
  getPaymentState,
  getHostedInvoice,
  openHostedInvoice,
  getCheckout,
  finishCheckout,
  listClients,
  createClient,
  getClient,
  updateClient,
  attachUser,
  detachUser,
  createProject,
  updateProject,
  listAllInvoices,
  exportInvoices,
  draftInvoice,
  readInvoice,
  changeDraft,
  deleteDraft,
  finaliseInvoice,
  voidInvoice,
  markUncollectible,
  recordPayment,
  resendInvoice,
] as const

export type Endpoint = (typeof ENDPOINTS)[number]
