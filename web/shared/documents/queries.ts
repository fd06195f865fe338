import type { StoredDocument } from '#contract/documents/uploads.ts'
import { endpointQuery, invalidate, queryClient } from '#web/lib/query-client.ts'
import { ownDocumentsQuery } from './own-documents.ts'

/** Puts a document the server has just stored or changed in place of its former version. */
export function rememberDocument(document: StoredDocument): void {
  // Only if the list was loaded: otherwise one document would look like all.
  queryClient.setQueryData(
    ownDocumentsQuery.queryKey,
    (held) =>
      held && {
        documents: [
          ...held.documents.filter(
            ({ kind, documentType }) => kind !== document.kind || documentType !== document.documentType,
          ),
          document,
        ],
      },
  )
  markFixed(document)
  void readAgain()
}

/** Refetches the documents, which another tab may have changed. */
export async function readDocumentsAgain(): Promise<void> {
  await Promise.all([invalidate('GET /api/documents'), readAgain()])
}

/**
 * Removes a document whose upload was undone and restores the `former` one. Everything that depends on it has
 * been refetched when this resolves.
 */
export async function forgetDocument(document: StoredDocument, former: StoredDocument | null): Promise<void> {
  queryClient.setQueryData(ownDocumentsQuery.queryKey, (held) => ({
    documents: [
      ...(held?.documents ?? []).filter(({ id }) => id !== document.id),
      ...(former ? [former] : []),
    ],
  }))
  await readAgain()
}

function readAgain(): Promise<void> {
  return invalidate(
    'GET /api/onboarding/consumer/case',
    'GET /api/onboarding/business/case',
    'GET /api/onboarding/kyc-profile-by-user/:id',
    'GET /api/documents/former',
    'GET /api/verification/status',
  )
}

/** The server refuses a rejected file sent again, so what it has just stored fixes a returned item. */
function markFixed({ kind, documentType }: StoredDocument): void {
  const key = kind === 'business' ? 'GET /api/onboarding/business/case' : 'GET /api/onboarding/consumer/case'
  queryClient.setQueryData(endpointQuery(key).queryKey, (held) =>
    held?.case
      ? {
          case: {
            ...held.case,
            items: held.case.items.map((item) =>
              item.item === documentType ? { ...item, fixed: item.decision === 'retry' } : item,
            ),
          },
        }
      : held,
  )
}
