import accountPageTexts from 'texts:account-pages'
import { useEffect } from 'react'
import { Link, useNavigate } from 'react-router'
import classes from './redirecting.module.css'

type RedirectingProps = { to: string; afterMs: number; link: string; state?: object }

export function Redirecting({ to, afterMs, link, state }: RedirectingProps) {
  useRedirect(to, afterMs, state)
  return (
    <>
      <p className={classes.waiting}>{accountPageTexts.redirecting}</p>
      <Link to={to} replace state={state} className={classes.link}>
        {link}
      </Link>
    </>
  )
}

/** Does nothing if the user leaves the page before `afterMs` has passed. */
function useRedirect(to: string, afterMs: number, state?: object): void {
  const navigate = useNavigate()
  useEffect(() => {
    const timer = setTimeout(() => void navigate(to, { replace: true, state }), afterMs)
    return () => clearTimeout(timer)
  }, [navigate, to, afterMs, state])
}
