import { t } from '#texts/texts.ts'
import { NavigationButton } from '#ui/button.tsx'

export function NewGroupButton() {
  return (
    <NavigationButton to="/groups/create" color="dark">
      {t.group.new}
    </NavigationButton>
  )
}
