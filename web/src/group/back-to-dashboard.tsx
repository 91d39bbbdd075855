import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { ArrowLeftIcon } from '#ui/icons.tsx'
import classes from './back-to-dashboard.module.css'

export function BackToDashboard() {
  return (
    <Button
      component={Link}
      to="/dashboard"
      variant="subtle"
      color="dark"
      leftSection={<ArrowLeftIcon size={20} />}
      className={classes.back}
    >
      Back to Dashboard
    </Button>
  )
}
