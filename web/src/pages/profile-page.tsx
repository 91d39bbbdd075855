import { useQueryClient } from '@tanstack/react-query'
import { Suspense } from 'react'
import { AppearanceChoice } from '#account/appearance-choice.tsx'
import { LanguageChoice } from '#account/language-choice.tsx'
import { ProfileForm } from '#account/profile-form.tsx'
import { SignOutButton } from '#account/sign-out-button.tsx'
import { YourData } from '#account/your-data.tsx'
import { BackToDashboard } from '#group/back-to-dashboard.tsx'
import { CreatedGroups, useCreatedGroups } from '#group/created-groups.tsx'
import { groupsQuery } from '#group/group-queries.ts'
import { ShortcutGroupChoice } from '#group/shortcut-group-choice.tsx'
import { EmailBlockSection } from '#invitation/email-block-section.tsx'
import { RingingSection } from '#ringing/ringing.ts'
import { t } from '#texts/texts.ts'
import { Page } from '#ui/page.tsx'
import classes from './profile-page.module.css'

const section = `card ${classes.section}`

export function ProfilePage() {
  const queryClient = useQueryClient()
  const ownGroups = useCreatedGroups()
  return (
    <Page narrow>
      <BackToDashboard />
      <h1 tabIndex={-1}>{t.account.profileSettings}</h1>
      <section className={section} aria-label={t.account.profile}>
        <ProfileForm />
      </section>
      <EmailBlockSection className={section} />
      <Suspense>
        <RingingSection className={section} />
      </Suspense>
      <section className={section} aria-label={t.account.appearance}>
        <AppearanceChoice />
        <LanguageChoice />
        <ShortcutGroupChoice />
      </section>
      <section className={section} aria-label={t.account.session}>
        <SignOutButton />
      </section>
      <section className={section} aria-label={t.account.yourData}>
        <YourData
          blockedBy={ownGroups.length > 0 ? <CreatedGroups groups={ownGroups} /> : undefined}
          onRefused={() => void queryClient.invalidateQueries(groupsQuery)}
        />
      </section>
    </Page>
  )
}
