import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { api } from '#web/lib/api.ts'
import { endpointQuery, invalidate } from '#web/lib/query-client.ts'
import { sessionQuery } from '#web/lib/session.ts'
import { Card, CardBody } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { type KeyValue, KeyValueList } from '#web/ui/key-value-list.tsx'
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx'
import { TabPanel, Tabs } from '#web/ui/tabs.tsx'

type Panel = 'configuration' | 'headers' | 'raw'

const TABS = [
  { value: 'configuration', label: 'Configuration' },
  { value: 'headers', label: 'Request Headers' },
  { value: 'raw', label: 'Raw Data' },
] as const

/** The sign-in configuration, the request as the server received it, and all of it as JSON. */
export function DebugPanel({ debug }: { debug: Debug }) {
  const { panel = 'configuration' } = useSearch({ from: '/app/debug' })
  const navigate = useNavigate()
  const select = (value: Panel) =>
    void navigate({
      to: '/debug',
      search: { panel: value === 'configuration' ? undefined : value },
      replace: true,
      resetScroll: false,
    })
  const { session, profile, setup } = debug
  const raw = { session: session.data, profile: profile.data, debug: setup.data }
  return (
    <Tabs label="Debug data" fit items={TABS} value={panel} onValueChange={select}>
      <TabPanel value="configuration">
        <Setup debug={debug}>
          <KeyValueList items={configurationOf(setup.data)} />
        </Setup>
      </TabPanel>
      <TabPanel value="headers">
        <Setup debug={debug}>
          <KeyValueList
            items={Object.entries(setup.data?.headers ?? {}).map(([label, value]) => ({
              label,
              value: <span className="mono">{value}</span>,
            }))}
          />
        </Setup>
      </TabPanel>
      <TabPanel value="raw">
        <Card padded className="mono overflow-x-auto text-sm" aria-label="Raw Data" tabIndex={0}>
          <pre>{JSON.stringify(raw, null, 2)}</pre>
        </Card>
      </TabPanel>
    </Tabs>
  )
}

function configurationOf(setup: Debug['setup']['data']): KeyValue[] {
  const value = (text: string | undefined) => text && <span className="mono">{text}</span>
  return [
    { label: 'Environment', value: setup?.environment },
    { label: 'Domain', value: value(setup?.auth0Config.domain) },
    { label: 'Client id', value: value(setup?.auth0Config.clientID) },
    { label: 'Scope', value: value(setup?.auth0Config.scope) },
    { label: 'Issuer', value: value(setup?.auth0Config.issuerBaseURL) },
    { label: 'Base URL', value: value(setup?.baseURL) },
    { label: 'Callback URL', value: value(setup?.callbackURL) },
  ]
}

function Setup({ debug: { setup, refresh }, children }: { debug: Debug; children: ReactNode }) {
  if (setup.isError) {
    return (
      <ErrorState
        card
        title="The configuration could not be fetched"
        message={setup.error.message}
        onRetry={refresh}
        retrying={setup.isFetching}
      />
    )
  }
  return (
    <Card>
      <CardBody>
        {setup.isPending ? (
          <LoadingRegion label="Loading the configuration">
            <Skeleton height={22} />
          </LoadingRegion>
        ) : (
          children
        )}
      </CardBody>
    </Card>
  )
}

/**
 * How long the database gets before the profile is fetched again, in milliseconds.
 */
const REFETCH_DELAY_MS = 500

interface Identity {
  auth0Id: string
  email: string | null
  name: string | null
}

/** The debug page's data and actions. */
export function useDebug() {
  const session = useQuery(sessionQuery)
  const user = session.data?.user ?? null
  const profile = useQuery({
    ...endpointQuery('GET /api/auth/profile'),
    enabled: user !== null,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const setup = useQuery(endpointQuery('GET /api/auth/debug'))
  const sync = useMutation({
    mutationFn: (body: Identity) => api('POST /api/user/create', { body }),
    onSuccess: () => {
      setTimeout(() => void profile.refetch(), REFETCH_DELAY_MS)
    },
  })
  return {
    session,
    user,
    profile,
    setup,
    sync,
    isFetching: session.isFetching || profile.isFetching || setup.isFetching,
    refresh: () => void invalidate('GET /api/auth/user', 'GET /api/auth/profile', 'GET /api/auth/debug'),
  }
}

export type Debug = ReturnType<typeof useDebug>
