import appTexts from 'texts:app'
import groupDialogTexts from 'texts:group-dialogs'
import { maxNeeded, setNeeded } from '@grouplight/contract/group.ts'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { call } from '#api/client.ts'
import { problemText } from '#api/problem-text.ts'
import { AlertText } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { CountField } from '#ui/text-field.tsx'
import { useForm } from '#ui/use-form.ts'
import type { GroupDetails } from './group-details.ts'
import classes from './group-form.module.css'
import { learnGroup } from './group-store.ts'

/** An empty field removes the needed number. */
export function NeededForm({ group }: { group: GroupDetails }) {
  const input = useRef<HTMLInputElement>(null)
  // Null if the user has typed nothing since the last saving. Then the field shows the saved number.
  const [typed, setTyped] = useState<string | null>(null)
  const shown = typed ?? String(group.needed ?? '')
  // For a text that is not a number, the browser reports an empty value and `badInput`.
  const form = useForm({
    needed: text =>
      input.current?.validity.badInput || !isPossible(text)
        ? groupDialogTexts.notPossible({ most: maxNeeded })
        : null,
  })
  const setting = useMutation({
    mutationFn: ({ needed }: { needed: string }) =>
      call(setNeeded, { params: { groupId: group.id }, body: { needed: numberOf(needed) } }),
    onSuccess: (changed, _, __, { client }) => {
      learnGroup(client, changed)
      setTyped(null)
    },
  })
  const field = form.field('needed')

  return (
    <form className={classes.form} noValidate onSubmit={form.onSubmit(setting)}>
      <h3>{groupDialogTexts.needed}</h3>
      <CountField
        ref={input}
        label={groupDialogTexts.needed}
        hint={`${groupDialogTexts.neededHint} ${groupDialogTexts.neededOff}`}
        max={maxNeeded}
        value={shown}
        onChange={({ target }) => setTyped(target.value)}
        {...field}
      />
      <p className={classes.live} role="status">
        {isPossible(shown) &&
          Number(shown) > group.memberCount &&
          groupDialogTexts.onlyMembers({ count: group.memberCount })}
      </p>
      {setting.isSuccess && typed === null && (
        <AlertText
          message={
            setting.data.needed === undefined ? groupDialogTexts.numberRemoved : groupDialogTexts.numberSet
          }
        />
      )}
      {setting.isError && <AlertText error={appTexts.changeFailed({ why: problemText(setting.error) })} />}
      <Button type="submit" variant="default" pending={setting.isPending}>
        {setting.isPending ? groupDialogTexts.setting : groupDialogTexts.setNumber}
      </Button>
    </form>
  )
}

function isPossible(text: string): boolean {
  const needed = numberOf(text)
  return needed === null || (Number.isInteger(needed) && needed >= 1 && needed <= maxNeeded)
}

function numberOf(text: string): number | null {
  return text === '' ? null : Number(text)
}
