import { Button } from '@mantine/core'
import { useNavigate } from 'react-router'
import { AppearanceChoice } from '#account/appearance-choice.tsx'
import { ProfileForm } from '#account/profile-form.tsx'
import { SignOutButton } from '#account/sign-out-button.tsx'
import { ArrowLeftIcon } from '#ui/icons.tsx'
import { Page } from '#ui/page.tsx'
import classes from './profile-page.module.css'

export function ProfilePage() {
  const navigate = useNavigate()
  return (
    <Page narrow>
      <Button
        variant="subtle"
        color="dark"
        className={classes.back}
        leftSection={<ArrowLeftIcon size={20} />}
        onClick={() => navigate('/dashboard')}
      >
        Back to Dashboard
      </Button>
      <h1 tabIndex={-1}>Profile Settings</h1>
      <section className={classes.card} aria-label="Profile">
        <ProfileForm />
      </section>
      <section className={classes.card} aria-label="Appearance">
        <AppearanceChoice />
      </section>
      <section className={classes.card} aria-label="Session">
        <SignOutButton />
      </section>
    </Page>
  )
}
