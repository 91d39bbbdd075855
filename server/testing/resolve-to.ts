import dns from 'node:dns'
import { vi } from 'vitest'

/**
 * Replaces the questions to name servers. Each lookup returns the next of these addresses. When only the last is left, each lookup
 * returns it.
 */
export function resolveTo(...addresses: string[]) {
  let address: string | undefined
  vi.spyOn(dns.promises.Resolver.prototype, 'resolve6').mockImplementation((async () =>
    address?.includes(':') ? [address] : Promise.reject(new Error('ENODATA'))) as never)
  return vi.spyOn(dns.promises.Resolver.prototype, 'resolve4').mockImplementation((async () => {
    address = addresses.length > 1 ? addresses.shift() : addresses[0]
    return address?.includes(':') ? Promise.reject(new Error('ENODATA')) : [address]
  }) as never)
}
