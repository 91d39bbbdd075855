import groupDialogTexts from 'texts:group-dialogs'
import { askingIntervals, setAskingInterval } from '@grouplight/contract/question.ts'
import { call } from '#api/client.ts'
import type { GroupDetails } from './group-details.ts'
import { SavedSelect } from './saved-select.tsx'

/** Lets the creator choose the interval after which members are asked whether they are still Available. */
export function AskingChoice({ group }: { group: GroupDetails }) {
  return (
    <SavedSelect
      group={group}
      label={groupDialogTexts.askAgain}
      hint={groupDialogTexts.askAgainHint}
      none={groupDialogTexts.questionsOff}
      values={askingIntervals}
      text={hoursText}
      value={askingIntervals.find(minutes => minutes === group.askingInterval)}
      save={(groupId, minutes) => call(setAskingInterval, { params: { groupId }, body: { minutes } })}
    />
  )
}

export function hoursText(minutes: number): string {
  return groupDialogTexts.hours({ count: minutes / 60 })
}
