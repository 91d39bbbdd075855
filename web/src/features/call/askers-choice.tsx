import callTexts from 'texts:call'
import { askers } from '@grouplight/contract/call.ts'
import { setAskers } from '@grouplight/contract/group.ts'
import { call } from '#api/client.ts'
import type { GroupDetails } from '#features/group/group-details.ts'
import { SavedSelect } from '#features/group/saved-select.tsx'

/** Lets the creator choose who may ask around. */
export function AskersChoice({ group }: { group: GroupDetails }) {
  return (
    <SavedSelect
      group={group}
      label={callTexts.askers}
      hint={callTexts.askersHint}
      none={callTexts['askers.none']}
      values={askers}
      text={who => callTexts[`askers.${who}`]}
      value={group.askers}
      save={(groupId, askers) => call(setAskers, { params: { groupId }, body: { askers } })}
    />
  )
}
