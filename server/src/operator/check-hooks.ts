import type { Finding } from '@grouplight/contract/operator.ts'
import { isNull } from 'drizzle-orm'
import { addressesAllowedFor, isRange } from '#features/hook/allowed-addresses.ts'
import { openTarget } from '#features/hook/hook-target.ts'
import { hooks } from '#platform/database/schema.ts'
import { hasAllowedAddress, isPrivate, isPublic } from '#platform/network/addresses.ts'
import type { Services } from '#services.ts'
import { fine, wrong } from './finding.ts'

const mostHosts = 20

/** Looks up the names of at most 20 hosts of hooks that are on. Sends nothing to them. */
export async function* checkHooks({
  config: { hookHosts },
  database,
  secret,
}: Pick<Services, 'config' | 'database' | 'secret'>): AsyncGenerator<Finding> {
  const on = await database.select().from(hooks).where(isNull(hooks.offAt))
  const byHost = Map.groupBy(on, ({ host }) => host)
  const count = `${numberOf(on.length, 'hook')} to ${numberOf(byHost.size, 'host')}`
  yield fine('hooks', `HOOK_HOSTS is ${hookHosts.join(', ') || 'off'}; ${count}`)
  for (const entry of hookHosts.filter(isRange)) {
    const [network = ''] = entry.split('/')
    if (!isPublic(network) && !isPrivate(network))
      yield wrong(
        'hooks',
        `${entry} in HOOK_HOSTS has no effect: special addresses are allowed only by their exact origin`,
      )
  }
  for (const [host, [first, ...others]] of [...byHost].slice(0, mostHosts)) {
    if (!first) continue
    const { url } = openTarget(first.target, first.id, secret)
    const isAllowed = addressesAllowedFor(url, hookHosts)
    if (!isAllowed || !(await hasAllowedAddress(new URL(url), isAllowed, 'doctor')))
      yield wrong(
        'hooks',
        `${host} cannot be reached by ${numberOf(1 + others.length, 'hook')}: HOOK_HOSTS does not allow this host, or it has no address`,
      )
  }
}

function numberOf(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`
}
