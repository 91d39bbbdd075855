import availabilityDialogTexts from 'texts:availability-dialogs'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAccount } from '#features/account/account-queries.ts'
import { SelectField } from '#ui/field.tsx'
import { groupsQuery } from './group-queries.ts'
import { chooseShortcutGroup, shortcutGroup } from './shortcut-group.ts'

/** Chooses the group for 'Go available' and 'Go unavailable'. Shown in the installed app, and to who has chosen one elsewhere. */
export function ShortcutGroupChoice() {
  const { uid } = useAccount()
  const { data: groups = [] } = useQuery({
    ...groupsQuery,
    select: groups => groups.map(({ id, name }) => ({ id, name })),
  })
  const [isShown] = useState(() => isInstalled() || shortcutGroup(uid) !== null)
  if (!isShown || groups.length === 0) return null
  return (
    <SelectField
      label={availabilityDialogTexts.shortcutGroup}
      defaultValue={shortcutGroup(uid) ?? ''}
      onChange={event => chooseShortcutGroup(uid, event.target.value || null)}
    >
      <option value="">{availabilityDialogTexts.shortcutAsk}</option>
      {groups.map(({ id, name }) => (
        <option key={id} value={id} dir="auto">
          {name}
        </option>
      ))}
    </SelectField>
  )
}

function isInstalled(): boolean {
  return navigator.standalone === true || matchMedia('(display-mode: standalone)').matches
}
