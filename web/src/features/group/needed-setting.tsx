import appTexts from 'texts:app'
import groupDialogTexts from 'texts:group-dialogs'
import { maxNeeded, setNeeded } from '@grouplight/contract/group.ts'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { call } from '#api/client.ts'
import { problemText } from '#api/problem-text.ts'
import { AlertText } from '#ui/alert.tsx'
import { Stepper } from '#ui/stepper.tsx'
import type { GroupDetails } from './group-details.ts'
import classes from './group-form.module.css'
import { learnGroup } from './group-store.ts'

// Several taps become one change, because every open screen of the group shows each change.
const pauseMs = 600

/** Saves itself after the last tap, and when it is closed. 0 removes the needed number. */
export function NeededSetting({ group }: { group: GroupDetails }) {
  const { id: groupId, memberCount } = group
  const [chosen, setChosen] = useState<number>()
  const unsaved = useRef<number>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const saving = useMutation({
    scope: { id: `needed ${groupId}` },
    mutationFn: (needed: number | null) => call(setNeeded, { params: { groupId }, body: { needed } }),
    onSuccess: (changed, _, __, { client }) => learnGroup(client, changed),
    onSettled: () => {
      if (unsaved.current === undefined) setChosen(undefined)
    },
  })
  const { mutate } = saving
  const save = useRef(() => {
    clearTimeout(timer.current)
    if (unsaved.current === undefined) return
    mutate(unsaved.current || null)
    unsaved.current = undefined
  })
  useEffect(() => save.current, [])

  function change(needed: number) {
    setChosen(needed)
    saving.reset()
    unsaved.current = needed
    clearTimeout(timer.current)
    timer.current = setTimeout(() => save.current(), pauseMs)
  }

  const shown = chosen ?? group.needed ?? 0
  return (
    <section>
      <Stepper
        label={groupDialogTexts.needed}
        hint={`${groupDialogTexts.neededHint} ${groupDialogTexts.neededOff}`}
        value={shown}
        min={0}
        max={maxNeeded}
        onChange={change}
      />
      <p className={classes.live} role="status">
        {saving.isSuccess && `${groupDialogTexts.saved} `}
        {shown > memberCount && groupDialogTexts.onlyMembers({ count: memberCount })}
      </p>
      {saving.isError && <AlertText error={appTexts.changeFailed({ why: problemText(saving.error) })} />}
    </section>
  )
}
