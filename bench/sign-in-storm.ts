import { once } from 'node:events'
import { latencyP50, latencyP99, medianOf } from './figures.ts'
import { startHelper, stop } from './processes.ts'
import type { Row } from './result.ts'
import type { SignInTask } from './sign-ins.ts'
import { openSite } from './site.ts'

export async function signInStorm(): Promise<Row[]> {
  const site = await openSite({ groups: 50, membersPerGroup: 20 })
  const round = () => site.run({ do: 'toggle', times: 600, inFlight: 1 })
  await round()
  const withoutSignIns = [await round(), await round(), await round()]
  const signingIn = startHelper<SignInTask>('sign-ins.ts', {
    url: site.url,
    users: site.users,
    inFlight: 8,
  })
  const withSignIns = [await round(), await round(), await round()]
  signingIn.send('count')
  const [signIns] = (await once(signingIn, 'message')) as [number]
  await stop(signingIn)
  await site.end()
  const scenario = 'sign-in storm, 8 at a time'
  return [
    {
      scenario,
      figure: 'sign-ins a second',
      value: signIns / withSignIns.reduce((sum, { seconds }) => sum + seconds, 0),
      unit: '',
    },
    {
      scenario,
      figure: 'a toggle until the last screen, p50',
      value: medianOf(withSignIns, latencyP50),
      unit: 'ms',
      reference: { name: 'in calm', value: medianOf(withoutSignIns, latencyP50) },
    },
    {
      scenario,
      figure: 'a toggle until the last screen, p99',
      value: medianOf(withSignIns, latencyP99),
      unit: 'ms',
      reference: { name: 'in calm', value: medianOf(withoutSignIns, latencyP99) },
    },
  ]
}
