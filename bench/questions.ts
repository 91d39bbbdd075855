import { medianOf } from './figures.ts'
import { send } from './http-connection.ts'
import type { Row } from './result.ts'
import { type Measured, openSite } from './site.ts'

const shape = { groups: 6, membersPerGroup: 500 }
const screensPerGroup = 10
// A member may ask three times in an hour.
const rounds = 3

/** The creators of large groups ask everybody. Then members toggle, in turn with toggles while nothing is asked. */
export async function questions(): Promise<Row[]> {
  const site = await openSite(shape, { open: 0 })
  const members = Array.from({ length: shape.groups }, (_, group) =>
    site.users.slice(group * shape.membersPerGroup, (group + 1) * shape.membersPerGroup),
  )
  await site.open(members.flatMap(ofGroup => ofGroup.slice(0, screensPerGroup)))
  // Emails are stored after the transaction.
  await site.mailNobody()
  const everyCreator = (path: (groupId: string, at: number) => string, method: string, body?: object) =>
    Promise.all(
      members.map(async ([creator], at) => {
        const { groupIds: [groupId = ''] = [], token = '' } = creator ?? {}
        const reply = await send(site.url, method, path(groupId, at), token, body && JSON.stringify(body))
        if (reply.status >= 300) throw new Error(`A request was answered ${reply.status}: ${reply.body}`)
        return reply.body
      }),
    )
  await everyCreator(groupId => `/api/groups/${groupId}/askers`, 'PUT', { askers: 'admins' })
  const toggle = () => site.run({ do: 'toggle', times: 600, inFlight: 1 })
  await toggle()
  const asking: { databaseCpu: number }[] = []
  const [without, during]: [Measured[], Measured[]] = [[], []]
  for (let round = 0; round < rounds; round++) {
    without.push(await toggle())
    const { database } = await site.costs()
    const question = { text: 'Fire drill', everybody: true, needed: null, forMinutes: 60 }
    const asked = await everyCreator(groupId => `/api/groups/${groupId}/calls`, 'POST', question)
    asking.push({ databaseCpu: ((await site.costs()).database - database) / shape.groups })
    during.push(await toggle())
    const ids = asked.map(body => (JSON.parse(body) as { id: string }).id)
    await everyCreator((_, at) => `/api/calls/${ids[at]}`, 'DELETE')
  }
  await site.end()
  const scenario = 'questions, groups of 500'
  return [
    {
      scenario,
      figure: 'database CPU of a question to 499 members',
      value: medianOf(asking, ({ databaseCpu }) => databaseCpu) * 1_000,
      unit: 'ms',
      target: { atMost: 30 },
    },
    {
      scenario,
      figure: 'database CPU a toggle, with an open question',
      value: medianOf(during, cpuPerToggle),
      unit: 'µs',
      reference: { name: 'without', value: medianOf(without, cpuPerToggle) },
      target: { atMost: 1.5 },
    },
  ]
}

function cpuPerToggle({ databaseCpu, times }: Measured): number {
  return (databaseCpu / times) * 1e6
}
