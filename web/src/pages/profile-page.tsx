import appTexts from 'texts:app'
import profileTexts from 'texts:profile'
import { AppearanceChoice } from '#features/account/appearance-choice.tsx'
import { LanguageChoice } from '#features/account/language-choice.tsx'
import { ProfileForm } from '#features/account/profile-form.tsx'
import { SignOutButton } from '#features/account/sign-out-button.tsx'
import { VersionLine } from '#features/account/version-line.tsx'
import { BackToDashboard } from '#features/group/back-to-dashboard.tsx'
import { ShortcutGroupChoice } from '#features/group/shortcut-group-choice.tsx'
import { Page } from '#ui/page.tsx'
import classes from './profile-layout.module.css'
import { ProfileNav } from './profile-layout.tsx'

export function ProfilePage() {
  return (
    <Page narrow>
      <BackToDashboard />
      <h1 tabIndex={-1}>{profileTexts.profileSettings}</h1>
      <div className={classes.sections}>
        <section className="card" aria-label={appTexts.profile}>
          <ProfileForm>
            <SignOutButton />
          </ProfileForm>
        </section>
        <ProfileNav />
        <section className="card" aria-label={profileTexts.appearance}>
          <AppearanceChoice />
          <LanguageChoice />
          <ShortcutGroupChoice />
        </section>
        <VersionLine />
      </div>
    </Page>
  )
}
