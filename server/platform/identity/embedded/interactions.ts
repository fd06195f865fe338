import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Interaction, Provider } from 'oidc-provider'
import { AppError } from '#server/platform/http/app-error.ts'
import { type Account, provenId } from './accounts.ts'

const EXPIRED = 'It took too long, or you finished it in another tab. Nothing was changed.'

export const BY_PASSWORD = ['pwd']

export type InteractionRequest = FastifyRequest<{ Params: { uid: string } }>

/** Sign-ins in progress: which one a browser has, and how it ends. */
export interface Interactions {
  /** This browser's sign-in in progress. Throws VALIDATION_ERROR if there is none with this id. */
  underWay(request: InteractionRequest, reply: FastifyReply): Promise<Interaction>
  /** Completes it for an account, with the authentication methods by their names in RFC 8176. */
  finish(
    request: InteractionRequest,
    reply: FastifyReply,
    done: { account: Account; amr: readonly string[] },
  ): Promise<FastifyReply>
  /** Ends it with no one signed in. */
  cancel(request: InteractionRequest, reply: FastifyReply): Promise<FastifyReply>
}

/** The sign-ins of the library, which is loaded at its first use. */
export function interactionsOf(provider: () => Promise<Provider>): Interactions {
  const end = async (
    request: InteractionRequest,
    reply: FastifyReply,
    result: Parameters<Provider['interactionResult']>[2],
  ) => reply.redirect(await (await provider()).interactionResult(request.raw, reply.raw, result), 303)

  return {
    async underWay(request, reply) {
      const [library, { errors }] = await Promise.all([provider(), import('oidc-provider')])
      const interaction = await library.interactionDetails(request.raw, reply.raw).catch((error: unknown) => {
        if (error instanceof errors.SessionNotFound)
          throw new AppError('VALIDATION_ERROR', EXPIRED, {}, { cause: error })
        throw error
      })
      if (interaction.uid !== request.params.uid)
        throw new AppError(
          'VALIDATION_ERROR',
          'This sign-in was replaced by a newer one. Please start again.',
        )
      return interaction
    },
    finish: (request, reply, { account, amr }) =>
      end(request, reply, {
        // When it was proven, not when the browser continues.
        login: { accountId: provenId(account), amr: [...amr], ts: Math.floor(Date.now() / 1000) },
      }),
    cancel: (request, reply) =>
      end(request, reply, { error: 'access_denied', error_description: 'The sign-in was cancelled' }),
  }
}
