import profileTexts from 'texts:profile'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useAccount } from '#features/account/account-queries.ts'
import { PasskeysSection } from '#features/account/passkey/passkeys-section.tsx'
import { ChangePasswordSection } from '#features/account/password/change-password-section.tsx'
import { ProviderSection } from '#features/account/provider/provider-section.tsx'
import { SessionsSection } from '#features/account/session/sessions-section.tsx'
import { YourData } from '#features/account/your-data.tsx'
import { useAdministeredGroups } from '#features/group/administered-groups.ts'
import { FateField } from '#features/group/fate-field.tsx'
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
  const { uid } = useAccount()
  const groups = useAdministeredGroups().filter(({ createdBy }) => createdBy === uid)
  return (
    <ProfileSubpage title={profileTexts.yourData}>
      <section className="card" aria-label={profileTexts.yourData}>
        <YourData
          ownGroups={groups.map(group => ({
            id: group.id,
            fateField: props => <FateField key={group.id} group={group} {...props} />,
          }))}
          onRefused={() => void queryClient.invalidateQueries(groupsQuery)}
        />
      </section>
    </ProfileSubpage>
  )
}

function namesOf(groups: { id: string; name: string }[]) {
  return groups.map(({ id, name }) => ({ id, name }))
}
