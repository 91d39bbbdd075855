import dialogTexts from 'texts:notification-dialogs'
import type { Notification } from '@grouplight/contract/notification.ts'
import { type AnyText, fill } from '#texts/fill.ts'
import { noticeText } from './notice-text.ts'

/** Notifications that show as one row, newest first: one, or at least three of the same kind and group. */
export type Entry = { key: number; newest: Notification; all: Notification[] }

// The names of two do not save a row.
const fewest = 3
const withinMs = 60 * 60_000

const texts: Partial<Record<string, AnyText>> = dialogTexts

/**
 * An entry has the place of its newest notification, and its others are at most an hour older. Its key is the same when a newer
 * notification joins it.
 */
export function foldNotifications(notifications: Notification[]): Entry[] {
  const entries: Entry[] = []
  const open = new Map<string, Entry>()
  for (const one of [...notifications].reverse()) {
    const kind = `many.${kindOf(one)}`
    const about = `${kind} ${one.relatedGroupId ?? one.relatedGroupName}`
    const entry = open.get(about)
    const oldest = entry?.all.at(-1)
    if (entry && oldest && kind in texts && msOf(one) - msOf(oldest) <= withinMs) {
      entry.all.unshift(one)
      entry.newest = one
    } else {
      const next = entryOf(one)
      open.set(about, next)
      entries.push(next)
    }
  }
  return entries
    .flatMap(entry => (entry.all.length < fewest ? entry.all.map(entryOf) : [entry]))
    .sort((one, other) => other.newest.id - one.newest.id)
}

/** Names two people, and says how many others there are. */
export function entryText({ newest, all }: Entry): string | null {
  const names = [...new Map(all.map(one => [one.relatedUserId, one.relatedUserName ?? ''])).values()]
  const [first = '', second, ...others] = names
  if (second === undefined) return noticeText(newest)
  const both = { first, second }
  const list =
    others.length > 0 ? dialogTexts.andOthers({ ...both, count: others.length }) : dialogTexts.both(both)
  return fill(texts[`many.${kindOf(newest)}`], { names: list, group: newest.relatedGroupName })
}

function entryOf(one: Notification): Entry {
  return { key: one.id, newest: one, all: [one] }
}

function kindOf({ type, action, recipientRole }: Notification): string {
  return [type, action, recipientRole].filter(Boolean).join('.')
}

function msOf({ createdAt }: Notification): number {
  return Date.parse(createdAt)
}
