import profileTexts from 'texts:profile'
import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { SelectField } from '#ui/field.tsx'
import type { AdministeredGroup } from './administered-groups.ts'
import { memberNamesQuery } from './group-queries.ts'

type FateFieldProps = Omit<ComponentProps<typeof SelectField>, 'label'> & { group: AdministeredGroup }

/** Asks what becomes of a group when its creator deletes the account. The value is a fate or the id of a deputy. */
export function FateField({ group, ...field }: FateFieldProps) {
  const { id, name, deputies = [], memberCount } = group
  const { data: members = [] } = useQuery({ ...memberNamesQuery(id), enabled: deputies.length > 0 })
  return (
    <SelectField label={name} defaultValue="" {...field}>
      <option value="">{profileTexts['fate.choose']}</option>
      {members
        .filter(({ userId }) => deputies.includes(userId))
        .map(({ userId, name }) => (
          <option key={userId} value={userId} dir="auto">
            {profileTexts['fate.deputy']({ name })}
          </option>
        ))}
      {memberCount > 1 && <option value="members">{profileTexts['fate.members']}</option>}
      <option value="delete">{profileTexts['fate.delete']}</option>
    </SelectField>
  )
}
