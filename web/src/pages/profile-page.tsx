import { AppearanceChoice } from '#account/appearance-choice.tsx'
import { ProfileForm } from '#account/profile-form.tsx'
import { SignOutButton } from '#account/sign-out-button.tsx'
import { BackToDashboard } from '#group/back-to-dashboard.tsx'
import { Page } from '#ui/page.tsx'
import classes from './profile-page.module.css'

export function ProfilePage() {
  return (
    <Page narrow>
      <BackToDashboard />
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
