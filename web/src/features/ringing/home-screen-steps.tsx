import ringingDialogTexts from 'texts:ringing-dialogs'
import { appName } from '#ui/site.ts'
import classes from './home-screen-steps.module.css'

/** On iOS, a page can ring only after it was added to the Home Screen, for which the list of the Share button must be scrolled. */
export function HomeScreenSteps() {
  return (
    <div>
      <p>{ringingDialogTexts.homeScreen}</p>
      <ol className={classes.steps}>
        <li>
          <SharePicture />
          {ringingDialogTexts.addToHomeScreen}
        </li>
        <li>
          <HomeScreenPicture />
          {ringingDialogTexts.openFromHomeScreen({ appName })}
        </li>
      </ol>
    </div>
  )
}

function SharePicture() {
  return (
    <svg className={classes.picture} viewBox="0 0 96 72" aria-hidden="true" focusable="false">
      <path d="M16 30h-5v30h26V30h-5M24 46V12M16 20l8-8 8 8" />
      <path d="M64 14v42M54 46l10 10 10-10" className={classes.scroll} />
      <rect x="80" y="48" width="12" height="12" rx="3" />
      <path d="M86 51v6M83 54h6" />
    </svg>
  )
}

function HomeScreenPicture() {
  return (
    <svg className={classes.picture} viewBox="0 0 96 72" aria-hidden="true" focusable="false">
      <rect x="30" y="4" width="36" height="64" rx="8" />
      <rect x="37" y="14" width="9" height="9" rx="2.500" />
      <rect x="50" y="14" width="9" height="9" rx="2.500" />
      <rect x="37" y="28" width="9" height="9" rx="2.500" className={classes.lit} />
    </svg>
  )
}
