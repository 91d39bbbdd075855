import * as z from 'zod/mini'

export const registrations = ['open', 'invited', 'closed'] as const
export type Registration = (typeof registrations)[number]

/** The operator's settings for the pages. If they differ from `defaultSite`, pages have them in `<meta name="grouplight-site">`. */
export const siteSchema = z.object({
  registration: z.enum(registrations),
  /** The sign-in provider (OpenID Connect). Null if the operator has not set one. */
  provider: z.nullable(
    z.object({
      name: z.string(),
      /** True if the provider is the only way to sign in. */
      only: z.boolean(),
      /** True if the login page goes to the provider without a click. There are exceptions, for example after a sign-out. */
      auto: z.boolean(),
    }),
  ),
})

export type Site = z.infer<typeof siteSchema>

export const defaultSite: Site = { registration: 'open', provider: null }
