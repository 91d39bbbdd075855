import profileTexts from 'texts:profile'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { PasskeysSection } from '#features/account/passkey/passkeys-section.tsx'
import { ChangePasswordSection } from '#features/account/password/change-password-section.tsx'
import { ProviderSection } from '#features/account/provider/provider-section.tsx'
import { SessionsSection } from '#features/account/session/sessions-section.tsx'
import { YourData } from '#features/account/your-data.tsx'
import { CreatedGroups, useCreatedGroups } from '#features/group/created-groups.tsx'
import { groupsQuery } from '#features/group/group-queries.ts'
import { HooksSection } from '#features/hook/hooks-section.tsx'
import { InvitationBlocksSection } from '#features/invitation/invitation-blocks-section.tsx'
import { KeysSection } from '#features/key/keys-section.tsx'
import { RingingSection } from '#features/ringing/ringing-section.tsx'
import { hasOwnSignIn, site } from '#ui/site.ts'
import { ProfileSubpage } from './profile-layout.tsx'

export function AlertsPage() {
  return (
    <ProfileSubpage title={profileTexts.alertsAndDevices}>
      <RingingSection className="card" />
      <InvitationBlocksSection className="card" />
    </ProfileSubpage>
  )
}

export function SecurityPage() {
  return (
    <ProfileSubpage title={profileTexts.security}>
      {hasOwnSignIn && <ChangePasswordSection className="card" />}
      <PasskeysSection className="card" />
      {site.provider && <ProviderSection className="card" provider={site.provider} />}
      <SessionsSection className="card" />
    </ProfileSubpage>
  )
}

export function ConnectionsPage() {
  const { data: groups = [] } = useQuery({ ...groupsQuery, select: namesOf })
  return (
    <ProfileSubpage title={profileTexts.connections}>
      <KeysSection className="card" groups={groups} />
      <HooksSection className="card" />
    </ProfileSubpage>
  )
}

export function YourDataPage() {
  const queryClient = useQueryClient()
  const ownGroups = useCreatedGroups()
  return (
    <ProfileSubpage title={profileTexts.yourData}>
      <section className="card" aria-label={profileTexts.yourData}>
        <YourData
          blockedBy={ownGroups.length > 0 ? <CreatedGroups groups={ownGroups} /> : undefined}
          onRefused={() => void queryClient.invalidateQueries(groupsQuery)}
        />
      </section>
    </ProfileSubpage>
  )
}

function namesOf(groups: { id: string; name: string }[]) {
  return groups.map(({ id, name }) => ({ id, name }))
}
