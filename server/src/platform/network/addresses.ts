import { isIP, isIPv4, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { type LookupAll, lookupFor } from './look-up.ts'

export type AddressRule = (address: string) => boolean

export class AddressNotAllowedError extends Error {
  constructor() {
    super('the address is not allowed')
  }
}

// All public IPv6 addresses are in this range. ipaddr.js counts more addresses as 'unicast', for example ::7f00:1 (127.0.0.1).
const isGlobalIpv6 = inRange('2000::/3')

/** IPv6 addresses that contain an IPv4 address, and addresses of metadata services of clouds, do not count as public. */
export const isPublic: AddressRule = address =>
  rangeOf(address) === 'unicast' && !isMetadataAddress(address) && (isIPv4(address) || isGlobalIpv6(address))

/** Loopback addresses, link-local addresses and addresses of metadata services of clouds do not count as private. */
export const isPrivate: AddressRule = address =>
  ['private', 'uniqueLocal', 'carrierGradeNat'].includes(rangeOf(address)) && !isMetadataAddress(address)

/** `range` is like '192.168.1.0/24'. Throws if `range` does not have this form. */
export function inRange(range: string): AddressRule {
  const [network, bits] = ipaddr.parseCIDR(range)
  return address => {
    if (!ipaddr.isValid(address)) return false
    const parsed = ipaddr.parse(address)
    return parsed.kind() === network.kind() && parsed.match(network, bits)
  }
}

/** Returns the IP address of a URL, without brackets. Returns null if the host of the URL is a name. */
export function ipOf(url: URL): string | null {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  return isIP(host) ? host : null
}

/**
 * Returns whether the rule allows an address of the URL's host. Returns false if the lookup of the host's name fails. `owner` is who
 * has chosen the host.
 */
export function hasAllowedAddress(url: URL, isAllowed: AddressRule, owner: string): Promise<boolean> {
  const ip = ipOf(url)
  if (ip) return Promise.resolve(isAllowed(ip))
  return new Promise(resolve => {
    lookupAllowed(isAllowed, lookupFor(owner))(url.hostname, { all: true }, error => resolve(error === null))
  })
}

/** Returns a form of `dns.lookup` that finds only allowed addresses, and fails with `AddressNotAllowedError` if there is none. */
export function lookupAllowed(isAllowed: AddressRule, lookup: LookupAll): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, options, (error, addresses = []) => {
      const allowed = addresses.filter(({ address }) => isAllowed(address))
      const [first] = allowed
      if (error) callback(error, [])
      else if (!first) callback(new AddressNotAllowedError(), [])
      else if (options.all) callback(null, allowed)
      else callback(null, first.address, first.family)
    })
  }
}

function rangeOf(address: string): string {
  return ipaddr.isValid(address) ? ipaddr.parse(address).range() : 'invalid'
}

// Metadata services of clouds give credentials to virtual machines. Their most common address, 169.254.169.254, is link-local, so
// neither `isPublic` nor `isPrivate` allows it.
const metadataAddresses = ['100.100.100.200', '168.63.129.16', 'fd00:ec2::254', 'fd20:ce::254']

function isMetadataAddress(address: string): boolean {
  return metadataAddresses.includes(ipaddr.parse(address).toString())
}
