import { type ReactNode, useEffect, useRef } from 'react'
import { Logo } from './logo.tsx'
import classes from './plain-page.module.css'
import { SideIllustration } from './side-illustration.tsx'

type PlainPageProps = {
  title: ReactNode
  subtitle?: string
  children: ReactNode
  width?: 400 | 500
  /** Moves the focus to the heading. For a view that replaces another view of the same page. */
  takesFocus?: boolean
}

export function PlainPage({ title, subtitle, children, width = 400, takesFocus = false }: PlainPageProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (takesFocus) heading.current?.focus()
  }, [takesFocus])

  return (
    <div className={classes.layout}>
      <main className={classes.page}>
        <div className={classes.column} style={{ maxWidth: width }}>
          <Logo size={56} />
          <div>
            <h1 ref={heading} className={classes.title} tabIndex={-1}>
              {title}
            </h1>
            {subtitle && <p className={classes.subtitle}>{subtitle}</p>}
          </div>
          {children}
        </div>
      </main>
      <SideIllustration />
    </div>
  )
}
