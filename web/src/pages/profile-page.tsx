import accountTexts from 'texts:account'
import profileTexts from 'texts:profile'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense } from 'react'
import { AppearanceChoice } from '#features/account/appearance-choice.tsx'
import { ConfirmationDialog } from '#features/account/confirmation/confirmation-dialog.tsx'
import { LanguageChoice } from '#features/account/language-choice.tsx'
import { PasskeysSection } from '#features/account/passkey/passkeys-section.tsx'
import { ChangePasswordSection } from '#features/account/password/change-password-section.tsx'
import { ProfileForm } from '#features/account/profile-form.tsx'
import { ProviderSection } from '#features/account/provider/provider-section.tsx'
import { SessionsSection } from '#features/account/session/sessions-section.tsx'
import { SignOutButton } from '#features/account/sign-out-button.tsx'
import { VersionLine } from '#features/account/version-line.tsx'
import { YourData } from '#features/account/your-data.tsx'
import { BackToDashboard } from '#features/group/back-to-dashboard.tsx'
import { CreatedGroups, useCreatedGroups } from '#features/group/created-groups.tsx'
import { groupsQuery } from '#features/group/group-queries.ts'
import { ShortcutGroupChoice } from '#features/group/shortcut-group-choice.tsx'
import { HooksSection, KeysSection } from '#features/hook/keys-and-hooks.ts'
import { InvitationBlocksSection } from '#features/invitation/invitation-blocks-section.tsx'
import { RingingSection } from '#features/ringing/ringing.ts'
import { Page } from '#ui/page.tsx'
import { hasOwnSignIn, site } from '#ui/site.ts'
import classes from './profile-page.module.css'

const section = `card ${classes.section}`

export function ProfilePage() {
  const queryClient = useQueryClient()
  const ownGroups = useCreatedGroups()
  const { data: groups = [] } = useQuery({ ...groupsQuery, select: namesOf })
  return (
    <Page narrow>
      <BackToDashboard />
      <h1 tabIndex={-1}>{profileTexts.profileSettings}</h1>
      <section className={section} aria-label={accountTexts.profile}>
        <ProfileForm />
      </section>
      <Suspense>
        <RingingSection className={section} />
      </Suspense>
      <InvitationBlocksSection className={section} />
      <section className={section} aria-label={profileTexts.appearance}>
        <AppearanceChoice />
        <LanguageChoice />
        <ShortcutGroupChoice />
      </section>
      {site.provider && <ProviderSection className={section} provider={site.provider} />}
      {hasOwnSignIn && <ChangePasswordSection className={section} />}
      <PasskeysSection className={section} />
      <SessionsSection className={section} />
      <section className={section} aria-label={profileTexts.session}>
        <SignOutButton />
      </section>
      <Suspense>
        <KeysSection className={section} groups={groups} />
        <HooksSection className={section} />
      </Suspense>
      <section className={section} aria-label={profileTexts.yourData}>
        <YourData
          blockedBy={ownGroups.length > 0 ? <CreatedGroups groups={ownGroups} /> : undefined}
          onRefused={() => void queryClient.invalidateQueries(groupsQuery)}
        />
      </section>
      <VersionLine />
      <ConfirmationDialog />
    </Page>
  )
}

export async function preloadSections(): Promise<void> {
  await Promise.all([RingingSection.preload(), KeysSection.preload()])
}

function namesOf(groups: { id: string; name: string }[]) {
  return groups.map(({ id, name }) => ({ id, name }))
}
