import { Button } from '@mantine/core'
import { Link } from 'react-router'

export function NewGroupLink() {
  return (
    <Button component={Link} to="/groups/create" color="dark">
      New Group
    </Button>
  )
}
