import { type AddressRule, inRange, ipOf, isPrivate, isPublic } from '#platform/network/addresses.ts'

/**
 * Returns the rule for the IP addresses to which a hook with the URL `address` may connect. Returns null if no entry of HOOK_HOSTS
 * allows the URL, or if the URL contains a user name or a password. Throws if `address` is no URL.
 */
export function addressesAllowedFor(address: string, hookHosts: string[]): AddressRule | null {
  const url = new URL(address)
  const isSecure = url.protocol === 'https:'
  if (url.username || url.password) return null
  const host = ipOf(url) ?? url.hostname
  const isNamed = hookHosts.includes(host) && !['external', 'private'].includes(host)
  if (hookHosts.includes(url.origin) || (isSecure && isNamed)) return () => true
  const rules = hookHosts.flatMap(entry => rulesOf(entry, isSecure))
  return rules.length > 0 ? ip => rules.some(isAllowed => isAllowed(ip)) : null
}

/** Returns no rules for a host or an origin, because `addressesAllowedFor` compares such an entry with the URL. */
function rulesOf(entry: string, isSecure: boolean): AddressRule[] {
  const external = isSecure ? [isPublic] : []
  if (entry === 'external') return external
  if (entry === 'private') return [...external, isPrivate]
  if (!isRange(entry)) return []
  const isInRange = inRange(entry)
  return [ip => isInRange(ip) && (isPublic(ip) || isPrivate(ip))]
}

/** Returns whether an entry of HOOK_HOSTS has the form of a range of IP addresses. Does not check whether the range is valid. */
export function isRange(entry: string): boolean {
  return entry.includes('/') && !entry.includes('://')
}
