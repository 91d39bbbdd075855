import { t } from '#texts/texts.ts'
import classes from './side-illustration.module.css'

const columns = 5
const lit = [2, 6, 8, 9, 10, 14, 16, 17, 19, 23]
const lamps = Array.from({ length: columns * columns }, (_, index) => ({
  index,
  x: index % columns,
  y: Math.floor(index / columns),
}))

export function SideIllustration() {
  return (
    <aside className={classes.illustration} aria-hidden="true">
      <svg viewBox="0 0 320 320" className={classes.lamps} aria-hidden="true" focusable="false">
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
      <p>{t.ui.tagline}</p>
    </aside>
  )
}
