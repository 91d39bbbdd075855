import { t } from '#texts/texts.ts'
import { GoButton } from '#ui/button.tsx'

export function NewGroupButton() {
  return (
    <GoButton to="/groups/create" color="dark">
      {t.group.new}
    </GoButton>
  )
}
