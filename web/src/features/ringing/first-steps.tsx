import ringingDialogTexts from 'texts:ringing-dialogs'
import { useState } from 'react'
import { Link } from 'react-router'
import { useAccount } from '#features/account/account-queries.ts'
import { CloseButton } from '#ui/dialog.tsx'
import { HomeScreenSteps } from './home-screen-steps.tsx'
import { pushSupport } from './push-support.ts'
import classes from './ring-offer.module.css'
import { choice, RingChoices, useCanBeAdded } from './ring-offer.tsx'
import { rememberRingOfferAnswer } from './ring-offer-storage.ts'

/** For a user who has just joined the first group, until the card is closed. Then ringing is not offered again. */
export function FirstSteps({ onClose }: { onClose: () => void }) {
  const { uid } = useAccount()
  const canBeAdded = useCanBeAdded()
  const [isClosed, setClosed] = useState(false)
  if (isClosed) return null

  function close() {
    rememberRingOfferAnswer(uid)
    setClosed(true)
    onClose()
  }

  return (
    <section className={`card ${classes.card}`} aria-label={ringingDialogTexts.firstSteps}>
      <CloseButton className={classes.close} onClick={close} />
      <ul className={classes.steps}>
        <li>{ringingDialogTexts.tapWhenFree}</li>
        {canBeAdded && <li>{pushSupport() === 'home-screen' ? <HomeScreenSteps /> : <RingChoices />}</li>}
        <li>
          <Link to="/privacy" className={choice}>
            {ringingDialogTexts.whatIsKept}
          </Link>
        </li>
      </ul>
    </section>
  )
}
