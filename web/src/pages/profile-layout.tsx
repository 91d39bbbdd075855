import appTexts from 'texts:app'
import profileTexts from 'texts:profile'
import type { ReactNode } from 'react'
import { NavLink } from 'react-router'
import { useAccount } from '#features/account/account-queries.ts'
import { ConfirmationDialog } from '#features/account/confirmation/confirmation-dialog.tsx'
import { BackButton } from '#ui/button.tsx'
import { ChevronDownIcon } from '#ui/icons.tsx'
import { Page } from '#ui/page.tsx'
import classes from './profile-layout.module.css'

/** A page that a row of the profile opens. */
export function ProfileSubpage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Page narrow>
      <BackButton to="/profile">{profileTexts.profileSettings}</BackButton>
      <h1 tabIndex={-1}>{title}</h1>
      <div className={classes.sections}>
        {children}
        <ProfileNav />
      </div>
      <ConfirmationDialog />
    </Page>
  )
}

const pages = [
  ['/profile', 'you'],
  ['/profile/alerts', 'alertsAndDevices'],
  ['/profile/security', 'security'],
  ['/profile/connections', 'connections'],
  ['/profile/data', 'yourData'],
] as const

const operatorPage = ['/site', 'thisSite'] as const

export function ProfileNav() {
  const { isOperator } = useAccount()
  return (
    <nav className={`card ${classes.nav}`} aria-label={appTexts.profile}>
      <ul>
        {(isOperator ? [...pages, operatorPage] : pages).map(([to, name]) => (
          <li key={to}>
            <NavLink to={to} end className={classes.row}>
              {profileTexts[name]}
              <ChevronDownIcon size={18} />
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
