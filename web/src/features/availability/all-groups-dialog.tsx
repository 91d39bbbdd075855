import availabilityTexts from 'texts:availability'
import availabilityDialogTexts from 'texts:availability-dialogs'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { problemText } from '#api/problem-text.ts'
import { useAccount } from '#features/account/account-queries.ts'
import { groupsQuery } from '#features/group/group-queries.ts'
import { AlertText } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Options, SelectField } from '#ui/field.tsx'
import classes from './all-groups-dialog.module.css'
import { choicesFrom, choiceText, type EndChoice, endOf } from './end-choices.ts'
import { instantOf } from './end-times.ts'
import { TimeField } from './time-field.tsx'
import { useSetInGroups } from './use-set-in-groups.ts'

type AllGroupsDialogProps = { opened: boolean; onClose: () => void }

export function AllGroupsDialog(props: AllGroupsDialogProps) {
  return (
    <Dialog opened={props.opened} title={availabilityTexts.allGroups} size={440} onClose={props.onClose}>
      <AllGroupsForm onDone={props.onClose} />
    </Dialog>
  )
}

function AllGroupsForm({ onDone }: { onDone: () => void }) {
  const { data: groups = [] } = useQuery(groupsQuery)
  const { uid } = useAccount()
  const [leftOut, setLeftOut] = useState<string[]>([])
  const hasUsualEnd = groups.some(({ members }) =>
    members.some(({ userId, usualEnd }) => userId === uid && usualEnd !== undefined),
  )
  const [choice, setChoice] = useState<EndChoice | 'usual'>(hasUsualEnd ? 'usual' : 'none')
  const [wrong, setWrong] = useState<{ groups?: boolean; time?: boolean }>({})
  const { mutate, isPending, error } = useSetInGroups(onDone)
  const chosen = groups.filter(({ id }) => !leftOut.includes(id))

  function choose(groupId: string, isChosen: boolean) {
    setWrong({})
    setLeftOut(isChosen ? leftOut.filter(id => id !== groupId) : [...leftOut, groupId])
  }

  function becomeAvailable(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const { day, time } = Object.fromEntries(new FormData(form))
    const until = choice === 'time' ? instantOf(String(day), String(time), new Date()) : null
    const found = { groups: chosen.length === 0, time: choice === 'time' && until === null }
    setWrong(found)
    if (found.groups || found.time) {
      form.querySelector<HTMLElement>(found.groups ? '[type=checkbox]' : '[name=time]')?.focus()
      return
    }
    // Without an end in the request, the usual end of each group counts, as after a tap on its switch.
    const end = choice === 'usual' ? {} : (endOf(choice) ?? { until })
    if (!isPending) mutate({ status: true, ...end, groupIds: chosen.map(({ id }) => id) })
  }

  return (
    <form className={classes.form} noValidate onSubmit={becomeAvailable}>
      <fieldset className={classes.groups} aria-describedby={wrong.groups ? 'no-group' : undefined}>
        <legend className="sr-only">{availabilityDialogTexts.groups}</legend>
        {groups.map(({ id, name }) => (
          <label key={id} className={classes.group}>
            <input
              type="checkbox"
              checked={!leftOut.includes(id)}
              onChange={({ target }) => choose(id, target.checked)}
            />
            <bdi>{name}</bdi>
          </label>
        ))}
        {wrong.groups && (
          <p id="no-group" className={classes.error} role="alert">
            {availabilityDialogTexts.chooseGroup}
          </p>
        )}
      </fieldset>
      <SelectField
        label={availabilityDialogTexts.ends}
        value={choice}
        onChange={({ target }) => setChoice(target.value as EndChoice)}
      >
        {hasUsualEnd && <option value="usual">{availabilityDialogTexts.usualEnds}</option>}
        <Options values={choicesFrom('none')} text={choiceText} />
      </SelectField>
      {choice === 'time' && (
        <TimeField
          error={wrong.time ? availabilityDialogTexts.chooseTime : undefined}
          onInput={() => setWrong({})}
        />
      )}
      {error && <AlertText error={problemText(error)} />}
      <div className={classes.buttons}>
        <Button type="submit" pending={isPending}>
          {availabilityTexts.available}
        </Button>
        <Button variant="default" pending={isPending} onClick={() => mutate({ status: false })}>
          {availabilityDialogTexts.unavailableInAll}
        </Button>
      </div>
    </form>
  )
}
