import appTexts from 'texts:app'
import { type ReactNode, useEffect, useRef } from 'react'
import { Logo } from './logo.tsx'
import classes from './plain-page.module.css'
import sideIllustration from './side-illustration.module.css'

type PlainPageProps = {
  title: ReactNode
  subtitle?: string | undefined
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

const columns = 5
const lit = [2, 6, 8, 9, 10, 14, 16, 17, 19, 23]
const lamps = Array.from({ length: columns * columns }, (_, index) => ({
  index,
  x: index % columns,
  y: Math.floor(index / columns),
}))

function SideIllustration() {
  return (
    <aside className={sideIllustration.illustration} aria-hidden="true">
      <svg viewBox="0 0 320 320" className={sideIllustration.lamps} aria-hidden="true" focusable="false">
        {lamps.map(({ index, x, y }) => (
          <circle
            key={index}
            cx={40 + x * 60}
            cy={40 + y * 60}
            r={18}
            data-lit={lit.includes(index) || undefined}
          />
        ))}
      </svg>
      <p>{appTexts.tagline}</p>
    </aside>
  )
}
