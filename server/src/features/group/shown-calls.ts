import {
  type Call,
  callShownMinutes,
  maxRings,
  ringPauseMinutes,
  type SharedCall,
} from '@grouplight/contract/call.ts'
import { addMs, minuteMs } from '#platform/clock.ts'

type Answer = [userId: string, name: string, can: boolean, words: string | null]

/** A call with everything that the database knows of it. Nobody may see it whole: see `callFor`. */
export type StoredCall = Pick<SharedCall, 'id' | 'text' | 'needed'> & {
  askerId: string
  askerName: string
  everybody: boolean
  endsMs: number
  closedMs: number | null
  outcome: Call['outcome'] | null
  rungMs: number
  rings: number
  /** How many are asked, without those who have answered. */
  unanswered: number
  answers: Answer[]
}

/** The calls of the group `g`, the newest first, as an SQL expression. Null if there is none. */
export const callsColumn = `(
  select json_agg(json_build_object(
    'id', c.id, 'askerId', c.asker_id, 'askerName', asker.display_name, 'text', c.text, 'everybody', c.everybody,
    'needed', c.needed, 'endsMs', (extract(epoch from c.ends_at) * 1000)::float8,
    'closedMs', (extract(epoch from c.closed_at) * 1000)::float8, 'outcome', c.outcome,
    'rungMs', (extract(epoch from c.rung_at) * 1000)::float8, 'rings', c.rings,
    'unanswered', (
      select count(*) from called k where k.call_id = c.id
        and not exists (select from call_answers a where a.call_id = c.id and a.user_id = k.user_id)
    ),
    'answers', coalesce((
      select json_agg(json_build_array(a.user_id, u.display_name, a.can, a.words) order by u.display_name, a.user_id)
      from call_answers a join users u on u.uid = a.user_id where a.call_id = c.id
    ), '[]')
  ) order by c.opened_at desc, c.id)
  from calls c join users asker on asker.uid = c.asker_id
  where c.group_id = g.id
)`

/** What every member may know. */
export function sharedCall(call: StoredCall): SharedCall {
  const { id, askerId, askerName, text, needed, answers, endsMs, outcome, closedMs } = call
  return {
    id,
    asker: { userId: askerId, name: askerName },
    text,
    needed,
    count: answers.filter(([, , can]) => can).length,
    endsAt: new Date(endsMs).toISOString(),
    ...(outcome && closedMs !== null && { outcome, closedAt: new Date(closedMs).toISOString() }),
  }
}

/** The asker and those who can know who can. How many cannot is known only to the asker, and who cannot to nobody. */
export function callFor(call: StoredCall, userId: string): Call {
  const { askerId, answers, everybody, unanswered } = call
  const own = answers.find(([id]) => id === userId)
  const isAsker = askerId === userId
  const can = answers.filter(([, , can]) => can)
  return {
    ...sharedCall(call),
    ...(own && { answer: { can: own[2], ...wordsOf(own) } }),
    ...((isAsker || own?.[2]) && {
      who: can.map(answer => ({ userId: answer[0], name: answer[1], ...wordsOf(answer) })),
    }),
    ...(isAsker && {
      asked: { everybody, cannot: answers.length - can.length, unanswered, ...ringFromOf(call) },
    }),
  }
}

/**
 * The calls that the user sees: open ones, and for an hour found ones and the user's own that nobody has found. The asker and those
 * who can see a found one at least until its time is over, because until then a promise can be taken back.
 */
export function callsFor(calls: StoredCall[], userId: string, now: Date): { calls?: Call[] } {
  const shownSince = addMs(now, -callShownMinutes * minuteMs).getTime()
  const shown = calls
    .map(call => callFor(call, userId))
    .filter(({ closedAt, outcome, endsAt, asked, who }) => {
      const isRecent = closedAt === undefined || Date.parse(closedAt) > shownSince
      if (outcome === 'found') return isRecent || (who !== undefined && new Date(endsAt) > now)
      return isRecent && (!outcome || (outcome === 'over' && asked !== undefined))
    })
  return shown.length > 0 ? { calls: shown } : {}
}

function ringFromOf({ rings, rungMs }: StoredCall): { ringFrom?: string } {
  return rings < maxRings ? { ringFrom: new Date(rungMs + ringPauseMinutes * minuteMs).toISOString() } : {}
}

function wordsOf([, , , words]: Answer): { words?: string } {
  return words === null ? {} : { words }
}
