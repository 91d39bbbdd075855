import { Link } from 'react-router'
import { t } from '#texts/texts.ts'
import type { Alert } from './alert.tsx'
import classes from './redirecting.module.css'
import { useRedirect } from './use-redirect.ts'

type RedirectingProps = { to: string; afterMs: number; link: string; alert?: Alert }

export function Redirecting({ to, afterMs, link, alert }: RedirectingProps) {
  useRedirect(to, afterMs, alert)
  return (
    <>
      <p className={classes.waiting}>{t.account.redirecting}</p>
      <Link to={to} replace state={alert} className={classes.link}>
        {link}
      </Link>
    </>
  )
}
