import dns from 'node:dns'
import { vi } from 'vitest'

/** Replaces `dns.lookup`. Each lookup returns the next of these addresses. When only the last is left, each lookup returns it. */
export function resolveTo(...addresses: string[]) {
  const answer = (_host: string, _options: object, callback: (...args: unknown[]) => void) => {
    const address = addresses.length > 1 ? addresses.shift() : addresses[0]
    callback(null, [{ address, family: address?.includes(':') ? 6 : 4 }])
  }
  return vi.spyOn(dns, 'lookup').mockImplementation(answer as never)
}
