import type { Config } from '#config.ts'
import { Problem } from '#problem.ts'

/** Throws the Problem 'password-sign-in-off' if the provider is the only way to sign in. */
export function requirePasswordSignIn({ provider }: Pick<Config, 'provider'>): void {
  if (provider?.only)
    throw new Problem('password-sign-in-off', 'Please sign in with the provider of this site.')
}
