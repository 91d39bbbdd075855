import { ButtonLink } from '#ui/button.tsx'

export function NewGroupLink() {
  return (
    <ButtonLink to="/groups/create" color="dark">
      New Group
    </ButtonLink>
  )
}
