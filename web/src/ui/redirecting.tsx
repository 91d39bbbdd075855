import { Link } from 'react-router'
import { t } from '#texts/texts.ts'
import type { Alert } from './alert.tsx'
import classes from './redirecting.module.css'
import { useRedirect } from './use-redirect.ts'

type RedirectingProps = { to: string; afterMs: number; link: string; notice?: Alert }

/** Goes to the sign-in page after a moment, and at once for who does not want to wait. */
export function Redirecting({ to, afterMs, link, notice }: RedirectingProps) {
  useRedirect(to, afterMs, notice)
  return (
    <>
      <p className={classes.waiting}>{t.account.redirecting}</p>
      <Link to={to} replace state={notice} className={classes.link}>
        {link}
      </Link>
    </>
  )
}
