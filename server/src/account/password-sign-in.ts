import type { Config } from '#config.ts'
import { Problem } from '#problem.ts'

export function requirePasswordSignIn({ provider }: Pick<Config, 'provider'>): void {
  if (provider?.only)
    throw new Problem('password-sign-in-off', 'Please sign in with the provider of this site.')
}
