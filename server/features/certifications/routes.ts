import * as contract from '#contract/certifications/certifications.ts'
import { InvestorCategory } from '#contract/certifications/investor-rules.ts'
import { RISK_DISCLOSURE } from '#contract/certifications/risk-disclosure.ts'
import { investorRulesOn } from '#domain/investors/investor-criteria.ts'
import { isTraderCertification, storedUserType } from '#domain/onboarding/user-type.ts'
import { londonDate } from '#domain/plain-date.ts'
import { callerOf } from '#server/model/access/access-guard.ts'
import {
  allCertifications,
  currentCertifications,
  hasAcceptedRiskDisclosure,
  heldCertifications,
  isInForce,
  presentCertification,
} from '#server/model/certifications/certifications.ts'
import {
  answersOfStatement,
  answersStanding,
  newestAnswers,
  presentStanding,
} from '#server/model/certifications/investor-answers.ts'
import { statementFileName, statementPdf } from '#server/model/certifications/statement-pdf.ts'
import { signingNames } from '#server/model/people/signing-names.ts'
import { ownLines } from '#server/model/standing/own-home.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import { countMisses } from '#server/platform/http/rate-limit.ts'
import { originOf } from '#server/platform/http/request-context.ts'
import type { Routes } from '#server/platform/http/route.ts'
import { sendFile } from '#server/platform/http/send-file.ts'
import type { Services } from '#server/services.ts'
import { RISK_DISCLOSURE_IN_FORCE, riskDisclosureAcceptance } from './accept.ts'
import { signStatement } from './accept-statement.ts'
import { findStatement } from './find-statement.ts'
import { judgeAnswers } from './give-answers.ts'

/** What people have accepted and signed, and accepting and signing it. */
export function registerCertifications(routes: Routes, services: Services): void {
  const { config, database, now } = services
  const acceptRiskDisclosure = riskDisclosureAcceptance(services)

  routes.on(contract.checkCertification)(async ({ query, request }) => {
    const caller = callerOf(request)
    const { name } = query
    if (name === contract.USER_TYPE_SELECTION)
      return { hasAccepted: caller.userType !== null || caller.pendingUserType !== null }
    const rows = await currentCertifications(database.db, caller.userId)
    const counting = heldCertifications(rows.filter((row) => isInForce(row, now())))
    if (name === RISK_DISCLOSURE.name || name === RISK_DISCLOSURE.alias)
      return { hasAccepted: hasAcceptedRiskDisclosure(rows) }
    if (name === contract.TRADER_CERTIFICATION) return { hasAccepted: counting.some(isTraderCertification) }
    return { hasAccepted: counting.some((held) => held.name === name) }
  })

  routes.on(contract.getRiskDisclosure)(async () => RISK_DISCLOSURE_IN_FORCE)

  routes.on(contract.acceptCertification)(async ({ body, request }) => {
    const caller = callerOf(request)
    const acceptance = {
      userId: caller.userId,
      referenceUrl: body.reference_url,
      overwrite: body.overwrite_existing ?? false,
      origin: originOf(request),
    }
    if (body.certification_type === RISK_DISCLOSURE.type) {
      const row = await acceptRiskDisclosure({
        ...acceptance,
        additionalData: body.additional_data,
        shown: body.text_shown,
      })
      return {
        success: true,
        certification: presentCertification(row, now()),
        user_type: storedUserType(caller.userType),
        pending_user_type: storedUserType(caller.pendingUserType),
      }
    }
    // A visitor has never been identified, and a statement is a person's own.
    if (caller.application) throw new AppError('UNAUTHENTICATED', 'Please sign in to continue.')
    const { row, type } = await signStatement(services, {
      ...acceptance,
      data: body.additional_data,
      readText: body.certification_text,
    })
    return {
      success: true,
      certification: presentCertification(row, now()),
      user_type: type.userType,
      pending_user_type: type.pendingUserType,
    }
  })

  routes.on(contract.giveInvestorAnswers)(({ body, request }) =>
    judgeAnswers(services, {
      userId: callerOf(request).userId,
      given: body,
      origin: originOf(request),
    }),
  )

  routes.on(contract.listOwnCertifications)(async ({ request }) => {
    const { userId, investorCategory } = callerOf(request)
    const rows = await allCertifications(database.db, userId)
    return {
      certifications: rows.map((row) => presentCertification(row, now())),
      investor_category: InvestorCategory.safeParse(investorCategory).data ?? null,
    }
  })

  routes.on(contract.readStatement)(async ({ params, query, request, reply }) => {
    const found = findStatement(services, callerOf(request), params.id, originOf(request))
    const row = await countMisses(services, request, found)
    return sendFile(reply, {
      as: query.download ? 'attachment' : 'inline',
      fileName: statementFileName(row),
      mime: 'application/pdf',
      body: await statementPdf(row, config.dateStyle, {
        lines: await ownLines(database.db, services, { userId: row.userId }),
        answers: await answersOfStatement(database.db, row.id),
      }),
    })
  })

  routes.on(contract.getInvestorRules)(async ({ request }) => {
    const { userId } = callerOf(request)
    const today = londonDate(now())
    const rules = investorRulesOn(config.investorRules, today)
    return {
      rules,
      attempts: presentStanding(
        answersStanding(await newestAnswers(database.db, userId, rules.version), now()),
      ),
      legalName: config.company.legalName,
      today,
      names: await signingNames(database.db, userId),
    }
  })
}
