import { readRingingSettings, updateRingingSettings } from '@grouplight/contract/ringing-settings.ts'
import { queryOptions, useMutation } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { call } from '#api/client.ts'
import { ringingQuery } from './ringing-queries.ts'

/** Invalidating `ringingQuery` also invalidates this query, whose key begins with the key of `ringingQuery`. */
export const settingsQuery = queryOptions({
  queryKey: [...ringingQuery.queryKey, 'settings'],
  queryFn: ({ signal }) => call(readRingingSettings, { signal }),
})

export type SettingsChange = z.input<NonNullable<typeof updateRingingSettings.body>>

/** Changes are sent one after the other. `changeOf` returns the request body for the user's choice. */
export function useSettingsChange<Choice>(changeOf: (choice: Choice) => SettingsChange) {
  return useMutation({
    scope: { id: 'ringing settings' },
    mutationFn: (choice: Choice) => call(updateRingingSettings, { body: changeOf(choice) }),
    onSuccess: (settings, _choice, _, { client }) => client.setQueryData(settingsQuery.queryKey, settings),
  })
}
