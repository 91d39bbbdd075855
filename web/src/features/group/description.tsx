import groupTexts from 'texts:group'
import { useLayoutEffect, useRef, useState } from 'react'
import iconButton from '#ui/icon-button.module.css'
import { ChevronDownIcon } from '#ui/icons.tsx'
import classes from './description.module.css'

/** On a phone, a description takes one line until it is tapped. */
export function Description({ text }: { text: string }) {
  const paragraph = useRef<HTMLParagraphElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [isCut, setCut] = useState(false)
  useLayoutEffect(() => {
    if (!paragraph.current || isOpen) return
    const { current } = paragraph
    const measure = () => setCut(current.scrollHeight > current.clientHeight + 1)
    // Changing sizes at once would be an error of the observer.
    const resizes = new ResizeObserver(() => requestAnimationFrame(measure))
    resizes.observe(current)
    return () => resizes.disconnect()
  }, [isOpen])
  return (
    <div className={classes.description}>
      <p ref={paragraph} data-open={isOpen || undefined} dir="auto">
        {text}
      </p>
      {isCut && (
        <button
          type="button"
          className={`${iconButton.icon} ${classes.more}`}
          aria-label={groupTexts.description}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <ChevronDownIcon size={20} />
        </button>
      )}
    </div>
  )
}
