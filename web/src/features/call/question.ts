import type { openCall } from '@grouplight/contract/ask-around.ts'
import { useState } from 'react'
import type * as z from 'zod/mini'
import { minutesUntil } from '#features/ringing/watch-end.ts'
import { loadDraft, saveDraft } from '#ui/draft.ts'

export const durations = ['15', '60', '240', 'endOfToday'] as const
export type Duration = (typeof durations)[number]

export type AskedQuestion = {
  text: string
  everybody: boolean
  needed: number
  asManyAsWant: boolean
  openFor: Duration
}

const empty: AskedQuestion = { text: '', everybody: false, needed: 1, asManyAsWant: false, openFor: '60' }

export const draftName = (groupId: string) => `question to ${groupId}`

/** What the user is about to ask. It is kept until it is sent. */
export function useQuestion(userId: string, groupId: string) {
  const [question, setQuestion] = useState<AskedQuestion>(() => {
    const { question } = loadDraft(userId, draftName(groupId))
    return question ? { ...empty, ...JSON.parse(question) } : empty
  })

  function change(part: Partial<AskedQuestion>) {
    const next = { ...question, ...part }
    setQuestion(next)
    saveDraft(userId, draftName(groupId), { question: JSON.stringify(next) })
  }

  return [question, change] as const
}

export function bodyOf(question: AskedQuestion): z.input<NonNullable<typeof openCall.body>> {
  const { text, everybody, needed, asManyAsWant, openFor } = question
  const forMinutes = openFor === 'endOfToday' ? minutesUntil(openFor) : Number(openFor)
  return { text, everybody, needed: asManyAsWant ? null : needed, forMinutes }
}
