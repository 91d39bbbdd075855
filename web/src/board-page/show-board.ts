import texts from 'texts:board-page'
import type { BoardContent } from '@grouplight/contract/board.ts'
import { timeOfDay } from '#texts/date-format.ts'
import { createAnnouncer } from './announcer.ts'
import type { BoardView } from './board-feed.ts'
import {
  callLine,
  coverageLine,
  maxNames,
  nameLines,
  sizeFor,
  summaryLine,
  unconfirmedPart,
} from './board-lines.ts'
import { shiftAt } from './pixel-shift.ts'

/** For groups with more members, the page shows no lamps. */
const maxLamps = 200

const appName = document.title

let shown: BoardContent | undefined
const announce = createAnnouncer(text => setText('announcement', text))

/** Called every second and after each request. `now` is in ms since 1970. */
export function showBoard(view: BoardView, now = Date.now()): void {
  document.body.dataset.status = view.status
  setText('clock', timeOfDay(new Date(now)))
  const { x, y } = shiftAt(now)
  byId('board').style.setProperty('--shift', `${x}px ${y}px`)
  if (view.status === 'connecting' || view.status === 'gone') showSentence(texts[view.status])
  else showCounts(view, now)
}

function showCounts({ content, asOf, status }: Extract<BoardView, { asOf: number }>, now: number): void {
  if (content !== shown) showContent(content)
  shown = content
  const asOfLine = texts[status === 'lost' ? 'lost' : 'asOf']({ time: timeOfDay(new Date(asOf)) })
  setText('as-of', asOfLine)
  const summary = summaryLine(content)
  announce(
    status === 'lost'
      ? asOfLine
      : [callLine(content), summary, coverageLine(content)?.text].filter(Boolean).join('. '),
    now,
  )
}

export function byId(id: string): HTMLElement {
  const element = document.getElementById(id)
  if (!element) throw new Error(`board.html has no #${id}.`)
  return element
}

/** Shows only a sentence. Removes the group's name, the counts and the members, also for screen readers. */
function showSentence(text: string): void {
  document.title = appName
  setText('title', text)
  for (const id of ['available', 'members', 'coverage', 'call', 'lamps', 'names', 'as-of', 'announcement'])
    setText(id, '')
  byId('lamps').ariaLabel = null
  shown = undefined
}

function showContent(content: BoardContent): void {
  const { group, available, unconfirmed, members, names } = content
  document.title = group
  setText('title', group)
  setText('available', String(available))
  setText('members', texts.availableOf({ members }) + unconfirmedPart(content))
  const coverage = coverageLine(content)
  setText('coverage', coverage?.text ?? '')
  byId('coverage').dataset.level = coverage?.level ?? ''

  const call = callLine(content)
  setText('call', call)
  byId('call').dataset.size = sizeFor(call.length, [60])

  const lamps = byId('lamps')
  lamps.ariaLabel = summaryLine(content)
  lamps.dataset.size = sizeFor(members, [12, 30, 80])
  lamps.hidden = members > maxLamps
  // The pills of the names stand for the first lit lamps.
  const others = available - names.length
  lamps.replaceChildren(
    ...Array.from({ length: Math.min(members, maxLamps) - names.length }, (_, at) =>
      lamp(at < others ? 'lit' : at < others + unconfirmed ? 'unconfirmed' : ''),
    ),
  )
  const list = byId('names')
  list.ariaLabel = texts.names
  list.dataset.size = sizeFor(names.length, [8, 16])
  list.hidden = names.length === 0
  list.replaceChildren(
    ...nameLines(names).map((name, at) => nameItem(name, at >= names.length || at >= maxNames)),
  )
}

function lamp(state: 'lit' | 'unconfirmed' | ''): HTMLElement {
  const element = document.createElement('i')
  element.className = state
  return element
}

function nameItem(name: string, isNumber: boolean): HTMLElement {
  const item = document.createElement('li')
  if (isNumber) item.className = 'more'
  item.dir = 'auto'
  item.textContent = name
  return item
}

function setText(id: string, text: string): void {
  const element = byId(id)
  if (element.textContent !== text) element.textContent = text
}
