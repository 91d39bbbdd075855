import { type RingingRule, setRingingRule } from '@grouplight/contract/ringing.ts'
import { useId } from 'react'
import { call } from '#api/client.ts'
import { t } from '#texts/texts.ts'
import { Dialog } from '#ui/dialog.tsx'
import { useRinging, useRingingChange } from './group-ringing.ts'
import classes from './ringing-dialog.module.css'
import { TellMeOnce } from './tell-me-once.tsx'

const choices: Record<RingingRule, { label: string; hint: string }> = {
  all: { label: t.ringingRule.all, hint: t.ringingRule.allHint },
  followed: { label: t.ringingRule.followed, hint: t.ringingRule.followedHint },
  none: { label: t.ringingRule.none, hint: t.ringingRule.noneHint },
}

type RingingDialogProps = { groupId: string; opened: boolean; onClose: () => void }

/** Lets the user choose which members ring in a group, and add watches. A choice is saved at once. */
export function RingingDialog({ groupId, opened, onClose }: RingingDialogProps) {
  const id = useId()
  const { rule } = useRinging(groupId)
  const { change, pending } = useRingingChange(groupId, (rule: RingingRule) =>
    call(setRingingRule, { params: { groupId }, body: { rule } }),
  )
  const chosen = pending ?? rule
  return (
    <Dialog opened={opened} title={t.ringingRule.title} onClose={onClose}>
      <div role="radiogroup" aria-label={t.ringingRule.title} className={classes.choices}>
        {(Object.keys(choices) as RingingRule[]).map(rule => (
          <label key={rule} className={classes.choice}>
            <input
              type="radio"
              name={id}
              aria-labelledby={`${id}${rule}`}
              aria-describedby={`${id}${rule}-hint`}
              checked={rule === chosen}
              onChange={() => change(rule)}
            />
            <span>
              <span id={`${id}${rule}`} className={classes.label}>
                {choices[rule].label}
              </span>
              <small id={`${id}${rule}-hint`} className={classes.hint}>
                {choices[rule].hint}
              </small>
            </span>
          </label>
        ))}
      </div>
      <p className={classes.hint}>{t.ringingRule.hint}</p>
      <TellMeOnce groupId={groupId} />
    </Dialog>
  )
}
