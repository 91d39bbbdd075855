import accountTexts from 'texts:account'
import { useEffect } from 'react'
import { Link, useNavigate } from 'react-router'
import type { Alert } from './alert.tsx'
import classes from './redirecting.module.css'

type RedirectingProps = { to: string; afterMs: number; link: string; alert?: Alert }

export function Redirecting({ to, afterMs, link, alert }: RedirectingProps) {
  useRedirect(to, afterMs, alert)
  return (
    <>
      <p className={classes.waiting}>{accountTexts.redirecting}</p>
      <Link to={to} replace state={alert} className={classes.link}>
        {link}
      </Link>
    </>
  )
}

/** Does nothing if the user leaves the page before `afterMs` has passed. */
function useRedirect(to: string, afterMs: number, alert?: Alert): void {
  const navigate = useNavigate()
  useEffect(() => {
    const timer = setTimeout(() => void navigate(to, { replace: true, state: alert }), afterMs)
    return () => clearTimeout(timer)
  }, [navigate, to, afterMs, alert])
}
