import operatorTexts from 'texts:operator'
import profileTexts from 'texts:profile'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { ConfirmationDialog } from '#features/account/confirmation/confirmation-dialog.tsx'
import { BackupSection, LastBackup } from '#features/operator/backup-section.tsx'
import { ClaimSite } from '#features/operator/claim-site.tsx'
import { DoorsSection } from '#features/operator/doors-section.tsx'
import { GroupsSection } from '#features/operator/groups-section.tsx'
import { countLegal, LegalSection } from '#features/operator/legal-section.tsx'
import { EmailFailuresSection, TestEmailSection } from '#features/operator/mail-sections.tsx'
import { AnnounceSection, UpdatesSection } from '#features/operator/news-sections.tsx'
import { PeopleSection } from '#features/operator/people-section.tsx'
import { RingSection } from '#features/operator/ring-section.tsx'
import site from '#features/operator/site.module.css'
import { siteGroupsQuery, siteSettingsQuery, siteStateQuery } from '#features/operator/site-queries.ts'
import { StateSection } from '#features/operator/state-section.tsx'
import { useConnection } from '#live/connection-state.ts'
import { timeOfDay } from '#texts/date-format.ts'
import { BackButton } from '#ui/button.tsx'
import { ChevronDownIcon } from '#ui/icons.tsx'
import { Page } from '#ui/page.tsx'
import section from '#ui/section.module.css'
import classes from './profile-layout.module.css'

export function SitePage() {
  return (
    <Page narrow>
      <BackButton to="/profile">{profileTexts.profileSettings}</BackButton>
      <h1 tabIndex={-1}>{profileTexts.thisSite}</h1>
      <Sections>
        <StateSection />
        <SiteNav />
      </Sections>
    </Page>
  )
}

export const subpages = {
  people: () => (
    <Subpage title={operatorTexts.people}>
      <PeopleSection />
    </Subpage>
  ),
  groups: () => (
    <Subpage title={operatorTexts.groups}>
      <GroupsSection />
    </Subpage>
  ),
  doors: () => (
    <Subpage title={operatorTexts.doors}>
      <DoorsSection />
    </Subpage>
  ),
  mail: () => (
    <Subpage title={operatorTexts.mail}>
      <TestEmailSection />
      <EmailFailuresSection />
      <RingSection />
    </Subpage>
  ),
  legal: () => (
    <Subpage title={operatorTexts.legal}>
      <LegalSection />
    </Subpage>
  ),
  backup: () => (
    <Subpage title={operatorTexts.backup}>
      <BackupSection />
    </Subpage>
  ),
  news: () => (
    <Subpage title={operatorTexts.news}>
      <AnnounceSection />
      <UpdatesSection />
    </Subpage>
  ),
}

export function ClaimPage() {
  return (
    <Page narrow>
      <ClaimSite />
    </Page>
  )
}

function Subpage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Page narrow>
      <BackButton to="/site">{profileTexts.thisSite}</BackButton>
      <h1 tabIndex={-1}>{title}</h1>
      <Sections>{children}</Sections>
      <ConfirmationDialog />
    </Page>
  )
}

/** Without the server, the page shows what it knows, and nothing on it can be pressed but links. */
function Sections({ children }: { children: ReactNode }) {
  const { status, asOf } = useConnection()
  const isOffline = status === 'offline'
  return (
    <fieldset disabled={isOffline} className={site.sections}>
      {isOffline && (
        <p role="status" className={section.hint}>
          {asOf ? operatorTexts.asOf({ time: timeOfDay(new Date(asOf)) }) : operatorTexts.offline}
        </p>
      )}
      {children}
    </fieldset>
  )
}

/** Each row says what matters most of its page. */
function SiteNav() {
  const { data: state } = useQuery(siteStateQuery)
  const { data: groups } = useQuery({ ...siteGroupsQuery, refetchOnMount: 'always' })
  const { data: settings } = useQuery({ ...siteSettingsQuery, refetchOnMount: 'always' })
  const withoutAdmin = groups?.withoutAdmin.length ?? 0
  const now: Record<keyof typeof subpages, ReactNode> = {
    people: state && operatorTexts.peopleCount({ count: state.users }),
    groups:
      groups &&
      `${operatorTexts.groupsCount({ count: groups.count })}${
        withoutAdmin > 0 ? ` · ${operatorTexts.withoutAdminCount({ count: withoutAdmin })}` : ''
      }`,
    doors: settings && operatorTexts[`doorsNow.${settings.registration.value}`],
    mail: state && operatorTexts.waitingCount({ count: state.waitingEmails }),
    legal: settings && operatorTexts.legalCount({ count: countLegal(settings) }),
    backup: state && <LastBackup at={state.lastBackupAt} />,
    news: state && operatorTexts.installed({ version: state.version }),
  }
  return (
    <nav className={`card ${classes.nav}`} aria-label={profileTexts.thisSite}>
      <ul>
        {(Object.keys(subpages) as (keyof typeof subpages)[]).map(name => (
          <li key={name}>
            <Link to={`/site/${name}`} className={classes.row}>
              <span>
                <h2 className={site.rowTitle}>{operatorTexts[name]}</h2>
                <span className={site.rowText}>{now[name]}</span>
              </span>
              <ChevronDownIcon size={18} />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
