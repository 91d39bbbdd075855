import type { Finding } from '@grouplight/contract/operator.ts'
import { rows } from '#platform/database/database.ts'
import { allowedAddressesOf, PushClient } from '#platform/push/push-client.ts'
import type { Services } from '#services.ts'
import { fine, wrong } from './finding.ts'

const mostOrigins = 20

/** Contacts at most 20 push services, and only services that confirmed devices use. */
export async function* checkPushServices({
  config,
  database,
}: Pick<Services, 'config' | 'database'>): AsyncGenerator<Finding> {
  const { pushServices } = config
  const used = await rows<{ origin: string; count: number }>(database)`
    select substring(endpoint from '^https?://[^/]+') as origin, count(*)::int as count
    from devices where confirmed_at is not null group by 1 order by 1`
  if (pushServices.length === 0) yield fine('push', 'PUSH_SERVICES is off')
  else if (used.length === 0)
    yield fine('push', 'no device is set up to ring, so no push service was checked')
  const client = new PushClient()
  let allowed = 0
  for (const { origin, count } of used) {
    const devices = `${count} ${count === 1 ? 'device' : 'devices'}`
    const addresses = allowedAddressesOf(origin, pushServices)
    if (!addresses) {
      yield wrong('push', `${devices} at ${origin} cannot ring, because PUSH_SERVICES does not allow it`)
      continue
    }
    if (++allowed > mostOrigins) continue
    const reason = await client
      .post(origin, addresses, { headers: {}, body: Buffer.of() })
      .then(() => null)
      .catch((error: NodeJS.ErrnoException) => error.code ?? error.message)
    yield reason === null
      ? fine('push', `${origin} answers; ${devices}`)
      : wrong('push', `${origin} cannot be reached (${reason}); ${devices}`)
  }
  client.close()
  if (allowed > mostOrigins)
    yield fine('push', `only the first ${mostOrigins} of ${allowed} push services were contacted`)
  const unused = pushServices.filter(entry => !used.some(({ origin }) => allowedAddressesOf(origin, [entry])))
  if (used.length > 0 && unused.length > 0)
    yield fine('push', `not checked, because no device uses them: ${unused.join(', ')}`)
}
