import { readRingingSettings, updateRingingSettings } from '@grouplight/contract/ringing-settings.ts'
import { queryOptions, useMutation } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { call } from '#api/client.ts'
import { ringingQuery } from './ringing-queries.ts'

/** Invalidating `ringingQuery` also invalidates this query, whose key begins with the key of `ringingQuery`. */
export const ringingSettingsQuery = queryOptions({
  queryKey: [...ringingQuery.queryKey, 'settings'],
  queryFn: ({ signal }) => call(readRingingSettings, { signal }),
})

export type RingingSettingsChange = z.input<NonNullable<typeof updateRingingSettings.body>>

/** Sends the changes one after the other. `changeOf` returns the request body for the user's choice. */
export function useRingingSettingsChange<Choice>(changeOf: (choice: Choice) => RingingSettingsChange) {
  return useMutation({
    scope: { id: 'ringing settings' },
    mutationFn: (choice: Choice) => call(updateRingingSettings, { body: changeOf(choice) }),
    onSuccess: (settings, _choice, _, { client }) =>
      client.setQueryData(ringingSettingsQuery.queryKey, settings),
  })
}
