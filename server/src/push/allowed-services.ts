/** 'named' allows any IP address, because the operator has named the origin. 'public' allows only public IP addresses. */
export type AllowedAddresses = 'named' | 'public'

/** Returns null if PUSH_SERVICES does not allow the endpoint, or if the endpoint contains credentials. */
export function allowedAddressesOf(endpoint: string, pushServices: string[]): AllowedAddresses | null {
  const { origin, protocol, hostname, port, username, password } = new URL(endpoint)
  if (username || password) return null
  if (pushServices.includes(origin)) return 'named'
  if (protocol !== 'https:' || port) return null
  const isAllowed = pushServices.some(entry =>
    entry.startsWith('*.') ? hostname.endsWith(entry.slice(1)) : hostname === entry,
  )
  return isAllowed ? 'public' : null
}
