import type { StoredDocument } from '#contract/documents/uploads.ts'
import { endpointQuery, invalidate, queryClient } from '#web/lib/query-client.ts'
import { ownDocumentsQuery } from './own-documents.ts'

/** Puts a document the server has just stored or changed in place of its former version. */
export function rememberDocument(document: StoredDocument): void {
  // Where they weren’t read yet, one would look like all.
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

/** Reads what the server holds by now, where another tab may have changed it. */
export async function readDocumentsAgain(): Promise<void> {
  await Promise.all([invalidate('GET /api/documents'), readAgain()])
}

/** Takes out a document whose upload was undone; the `former` one is in its place again. What follows from it is read by the end. */
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

/** The server takes no refused file a second time, so what it has just stored fixes an item that was sent back. */
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
