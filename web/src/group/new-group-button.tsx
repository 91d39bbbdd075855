import { GoButton } from '#ui/button.tsx'

export function NewGroupButton() {
  return (
    <GoButton to="/groups/create" color="dark">
      New Group
    </GoButton>
  )
}
