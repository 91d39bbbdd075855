import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type RouteObject, useLocation, useRoutes } from 'react-router'
import { sessionQuery } from '#features/account/account-queries.ts'
import { NotFoundPage } from '#pages/not-found-page.tsx'
import { ClaimPage, SitePage, subpages } from '#pages/site-page.tsx'
import { Loading } from '#ui/loading.tsx'
import { RequireSession } from './guards.tsx'
import { Shell } from './pages.ts'

const inShell = (children: RouteObject[]): RouteObject[] => [
  { Component: RequireSession, children: [{ Component: Shell, children }] },
  { path: '*', Component: NotFoundPage },
]

const siteRoutes = inShell([
  { index: true, Component: SitePage },
  ...Object.entries(subpages).map(([path, Component]) => ({ path, Component })),
])
const claimRoutes = inShell([{ index: true, Component: ClaimPage }])

/**
 * For whoever is no operator, there is nothing at these addresses. Only the address that the first start prints leads on: it has a token,
 * and a guest comes back with it after signing in. If the session of an operator ends here, the login page says so.
 */
export function SiteRoutes() {
  const { data: account, isError } = useQuery(sessionQuery)
  const { hash } = useLocation()
  const [wasOperator, setWasOperator] = useState(false)
  const isOperator = account?.isOperator === true
  if (isOperator && !wasOperator) setWasOperator(true)
  const routes = isOperator || (wasOperator && !account) ? siteRoutes : hash ? claimRoutes : null
  const page = useRoutes(routes ?? [{ path: '*', Component: NotFoundPage }])
  return account === undefined && !isError ? <Loading /> : page
}
