import operatorRefusalTexts from 'texts:operator-refusal'
import {
  type ListedUser,
  listGroupsWithoutAdmin,
  listUsers,
  readSiteState,
} from '@grouplight/contract/operator.ts'
import {
  changeSiteSettings,
  listEmailFailures,
  readSiteSettings,
  readUpdates,
} from '@grouplight/contract/site-settings.ts'
import { infiniteQueryOptions, queryOptions, useMutation } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { call, problemCode } from '#api/client.ts'
import { queryClient } from '#api/query-client.ts'
import { sessionQuery } from '#features/account/account-queries.ts'
import { withConfirmation } from '#features/account/confirmation/with-confirmation.ts'
import { addRefusalTexts } from '#texts/refusal-text.ts'

addRefusalTexts(operatorRefusalTexts)

export const siteStateQuery = queryOptions({
  queryKey: ['site', 'state'],
  queryFn: ({ signal }) => asOperator(call(readSiteState, { signal })),
})

export const siteUsersQuery = (search: string) =>
  infiniteQueryOptions({
    queryKey: ['site', 'users', search],
    queryFn: ({ signal, pageParam: after }) =>
      asOperator(call(listUsers, { query: { ...(search && { search }), ...(after && { after }) }, signal })),
    initialPageParam: '',
    getNextPageParam: ({ next }): string | null => next,
    select: ({ pages }): ListedUser[] => pages.flatMap(({ users }) => users),
  })

export const siteGroupsQuery = queryOptions({
  queryKey: ['site', 'groups'],
  queryFn: ({ signal }) => asOperator(call(listGroupsWithoutAdmin, { signal })),
})

export const siteSettingsQuery = queryOptions({
  queryKey: ['site', 'settings'],
  queryFn: ({ signal }) => asOperator(call(readSiteSettings, { signal })),
})

export const emailFailuresQuery = queryOptions({
  queryKey: ['site', 'email-failures'],
  queryFn: async ({ signal }) => (await asOperator(call(listEmailFailures, { signal }))).failures,
})

export const updatesQuery = queryOptions({
  queryKey: ['site', 'updates'],
  queryFn: ({ signal }) => asOperator(call(readUpdates, { signal })),
})

/** A change of the site. Asks who the user is when the server wants it, and then reads again what the page shows. */
export function useSiteChange<Input = void, Answer = void>(send: (input: Input) => Promise<Answer>) {
  return useMutation({
    mutationFn: (input: Input) => withConfirmation(() => asOperator(send(input))),
    onSettled: (_, __, ___, ____, { client }) => void client.invalidateQueries({ queryKey: ['site'] }),
  })
}

/** The server answers who is no operator any more as if the path did not exist. Then the account is read again, which closes the page. */
async function asOperator<Answer>(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer
  } catch (error) {
    if (problemCode(error) === 'not-found') void queryClient.invalidateQueries(sessionQuery)
    throw error
  }
}

type Changed = z.input<NonNullable<typeof changeSiteSettings.body>>

export function useSettingsChange() {
  return useSiteChange((body: Changed) => call(changeSiteSettings, { body }))
}
