import ringingDialogTexts from 'texts:ringing-dialogs'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { useAccount } from '#features/account/account-queries.ts'
import linkButton from '#ui/link-button.module.css'
import { createStore, useStore } from '#ui/store.ts'
import { isComputer } from './device-name.ts'
import { devicesQuery } from './device-queries.ts'
import { pushSupport } from './push-support.ts'
import classes from './ring-offer.module.css'
import { isRingOfferAnswered, rememberRingOfferAnswer } from './ring-offer-storage.ts'

/** Asks a user without devices whether this browser shall ring. After an answer, this browser does not ask this user again. */
export function RingOffer({ onLeave }: { onLeave: () => void }) {
  const { uid } = useAccount()
  const canBeAdded = useCanBeAdded()
  const [isAnswered, setIsAnswered] = useState(false)
  const line = useRef<HTMLDivElement>(null)
  if (isAnswered || !canBeAdded) return null

  function answer() {
    rememberRingOfferAnswer(uid)
    setIsAnswered(true)
  }

  function decline() {
    // The offer disappears, so the focus moves to the first notification.
    line.current?.parentElement?.querySelector<HTMLElement>('li button')?.focus()
    answer()
  }

  return (
    <div ref={line} className={classes.offer}>
      <p className={classes.question}>
        {isComputer ? ringingDialogTexts.offerOnComputer : ringingDialogTexts.offer}
      </p>
      <RingChoices
        onChoose={() => {
          answer()
          onLeave()
        }}
      />
      <button type="button" className={choice} onClick={decline}>
        {ringingDialogTexts.noThanks}
      </button>
    </div>
  )
}

export const choice = `${linkButton.link} ${classes.choice}`

export function RingChoices({ onChoose }: { onChoose?: () => void }) {
  const installPrompt = useInstallPrompt()
  return (
    <>
      <Link to="/profile/alerts" className={choice} onClick={onChoose}>
        {isComputer ? ringingDialogTexts.ringOnComputer : ringingDialogTexts.makePhoneRing}
      </Link>
      {installPrompt && (
        <button type="button" className={choice} onClick={() => void installPrompt.prompt().catch(() => {})}>
          {ringingDialogTexts.install}
        </button>
      )}
    </>
  )
}

/** Whether this browser can ring and the user has no device yet. */
export function useCanBeAdded(): boolean {
  const { data } = useQuery(devicesQuery)
  return pushSupport() !== 'unsupported' && data?.publicKey != null && data.devices.length === 0
}

/** A browser dispatches this event if it can install the app. `prompt` opens the browser's installation dialog. */
type InstallPrompt = Event & { prompt: () => Promise<unknown> }

const installPrompt = createStore<InstallPrompt | null>(null)

/** Null if the browser has not offered to install the app, if the app is installed, or if `RingOffer` was answered earlier. */
const useInstallPrompt = () => useStore(installPrompt)

window.addEventListener('beforeinstallprompt', event => {
  // `RingOffer` contains the app's install button. If a user has answered `RingOffer`, the browser may offer the installation itself.
  if (isRingOfferAnswered()) return
  // The browser's own offer is prevented, so that only the app's button opens the dialog.
  event.preventDefault()
  installPrompt.set(event as InstallPrompt)
})
window.addEventListener('appinstalled', () => installPrompt.set(null))
