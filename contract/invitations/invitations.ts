import { z } from 'zod'
import { endpoint, MUTATION_LIMIT } from '#contract/endpoint.ts'
import { FreeText, Moment, OneLine, orNothing, PageQuery, TheirEmail, UserId } from '#contract/fields.ts'
import { ByRestOfToken, ByToken } from '#contract/link-token.ts'

/** Days for which an invitation can be accepted after it was last sent. */
export const INVITATION_DAYS = 14
/** Rows per page of the table (account-admin §2.12). */
export const INVITATIONS_PER_PAGE = 10
/** Sign-ins shown for each invitation (account-admin §2.12). */
export const RECENT_LOGINS = 3
/** Most lines in a CSV file of addresses. */
export const CSV_LINES = 500
export const CSV_MAX_CHARACTERS = 200_000
/** A second resend within this time does nothing: browsers repeat requests that got no answer (security R49). */
export const RESEND_PAUSE_SECONDS = 10

/** An invitation's status (account-admin §4.3). */
export const InvitationStatus = z.enum([
  'pending',
  'delivered',
  'opened',
  'clicked',
  'accepted',
  'expired',
  'failed',
  'complained',
  'unsubscribed',
])
export type InvitationStatus = z.infer<typeof InvitationStatus>

/** What can happen to a mail, no matter who reports it (law §6.1). */
export const MailEventName = z.enum([
  'sent',
  'delayed',
  'delivered',
  'opened',
  'clicked',
  'failed',
  'complained',
  'unsubscribed',
])
export type MailEventName = z.infer<typeof MailEventName>

/** One event, named as in the specification. */
export const EmailEvent = z.object({
  event: MailEventName,
  timestamp: Moment,
  details: z.object({ description: z.string().nullable() }),
})
export type EmailEvent = z.infer<typeof EmailEvent>

export const BetaInvite = z.object({
  id: z.number(),
  email: z.string(),
  name: z.string().nullable(),
  invited_at: Moment,
  /** Null if the system sent it. */
  invited_by: z.string().nullable(),
  invitation_status: InvitationStatus,
  expires_at: Moment,
  accepted_at: Moment.nullable(),
  /** Null until someone with this address has registered. */
  user_id: z.number().nullable(),
  /** Whether another email may be sent to this address. */
  may_resend: z.boolean(),
  metadata: z.object({
    email_events: z.array(EmailEvent),
    /** Events of the emails before the last resend. */
    previous_events: z.array(EmailEvent),
    resent_at: Moment.nullable(),
    resent_by: z.string().nullable(),
  }),
  /** This person's latest sign-ins, newest first. */
  recent_logins: z.array(Moment),
})
export type BetaInvite = z.infer<typeof BetaInvite>

export const InvitationSort = z.enum(['invited_at', 'email', 'status'])
export type InvitationSort = z.infer<typeof InvitationSort>

export const listInvitations = endpoint({
  method: 'GET',
  path: '/api/admin/beta-invites',
  access: 'invitations.read',
  summary: 'Beta invitations with the tracking of their emails',
  query: PageQuery.extend({
    email: FreeText(254).optional(),
    /** Only those of one user: linked to them, or sent to their address. */
    userId: UserId.optional(),
    id: UserId.optional(),
    sort: InvitationSort.default('invited_at'),
    order: z.enum(['asc', 'desc']).optional(),
  }),
  answer: z.object({
    success: z.literal(true),
    /** All matching invitations. */
    count: z.number(),
    data: z.array(BetaInvite),
    nextCursor: z.string().nullable(),
  }),
  errors: ['VALIDATION_ERROR'],
})

export const sendInvitation = endpoint({
  method: 'POST',
  path: '/api/admin/beta-invitation',
  access: 'invitations.send',
  summary: 'Invite one person by email',
  body: z.object({
    email: TheirEmail,
    name: orNothing(OneLine(200)),
    /** For compatibility: any signed-in user, by id, email or name; never trusted (security R14). */
    invitedBy: z.union([z.string().max(254), z.number()]).nullish(),
  }),
  answer: z.object({
    success: z.literal(true),
    alreadyInvited: z.boolean(),
    message: z.string(),
    invite: z.object({ id: z.number(), email: z.string() }),
  }),
  errors: ['VALIDATION_ERROR', 'FORBIDDEN', 'INVALID_STATE'],
  limit: MUTATION_LIMIT,
})

export const CsvOutcome = z.enum(['sent', 'already_invited', 'has_account', 'repeated', 'invalid', 'failed'])
export type CsvOutcome = z.infer<typeof CsvOutcome>

export const CsvReportLine = z.object({
  /** As a text editor counts them, from 1. */
  line: z.number(),
  email: z.string(),
  outcome: CsvOutcome,
  message: z.string(),
})
export type CsvReportLine = z.infer<typeof CsvReportLine>

export const sendInvitations = endpoint({
  method: 'POST',
  path: '/api/admin/beta-invitations/csv',
  access: 'invitations.send',
  summary: 'Invite the people of a CSV file, with a report for each line',
  body: z.object({
    csv: z.string().max(CSV_MAX_CHARACTERS, 'This file is too long. Split it into files of up to 500 lines.'),
  }),
  answer: z.object({ success: z.literal(true), sent: z.number(), lines: z.array(CsvReportLine) }),
  errors: ['VALIDATION_ERROR'],
  limit: MUTATION_LIMIT,
})

export const resendInvitation = endpoint({
  method: 'POST',
  path: '/api/admin/resend-beta-invitation/:id',
  access: 'invitations.resend',
  summary: 'Send an invitation again; what was tracked before is kept as previous events',
  params: z.object({ id: UserId }),
  body: z.object({}),
  answer: z.object({ success: z.literal(true), invite: z.object({ email: z.string() }) }),
  errors: ['NOT_FOUND', 'INVALID_STATE'],
  limit: MUTATION_LIMIT,
})

/** Slows down strangers who guess links. */
const LINK_LIMIT = { bucket: 'mail-link', max: 60, windowSeconds: 60 }

/** The state of a link's invitation; `unknown` reveals nothing more (security R56). */
export const InvitationLinkState = z.enum(['open', 'accepted', 'expired', 'unknown'])
export type InvitationLinkState = z.infer<typeof InvitationLinkState>

export const readInvitation = endpoint({
  method: 'GET',
  path: '/api/invitations/:token',
  access: 'public',
  summary: 'Whether the invitation of a link can be accepted',
  params: ByRestOfToken,
  answer: z.object({ state: InvitationLinkState }),
  errors: [],
  limit: LINK_LIMIT,
})

export const followInvitation = endpoint({
  method: 'GET',
  path: '/api/invitations/:token/open',
  access: 'public',
  summary: 'The link in an invitation where clicks are counted: notes the click and leads to its page here',
  params: ByRestOfToken,
  answer: 'redirect',
  errors: [],
  limit: LINK_LIMIT,
})

export const openedMail = endpoint({
  method: 'GET',
  path: '/api/mail/opened/:token',
  access: 'public',
  summary: 'The picture of one point in an email whose opening is counted',
  params: ByToken,
  answer: { file: ['image/gif'] },
  errors: [],
  limit: { bucket: 'mail-opened', max: 300, windowSeconds: 60 },
})

export const confirmUnsubscribe = endpoint({
  method: 'GET',
  path: '/api/mail/unsubscribe/:token',
  access: 'public',
  summary: 'The address of List-Unsubscribe followed by a person: leads to the page with the button',
  params: ByRestOfToken,
  answer: 'redirect',
  errors: [],
  limit: LINK_LIMIT,
})

/** One click in the mail client is enough; an unknown link gets the same answer (RFC 8058, security R56). */
export const unsubscribe = endpoint({
  method: 'POST',
  path: '/api/mail/unsubscribe/:token',
  access: 'public',
  summary: 'Sends no more invitations to the address of this email (RFC 8058)',
  params: ByToken,
  fromOutside: true,
  bodyLimit: 10_000,
  answer: z.object({ success: z.literal(true) }),
  errors: [],
  limit: LINK_LIMIT,
})
