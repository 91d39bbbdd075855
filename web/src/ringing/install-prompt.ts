import { createStore, useStore } from '#ui/store.ts'
import { isRingOfferAnswered } from './ring-offer-storage.ts'

/** A browser dispatches this event if it can install the app. `prompt` opens the browser's installation dialog. */
type InstallPrompt = Event & { prompt: () => Promise<unknown> }

const installPrompt = createStore<InstallPrompt | null>(null)

/** Null if the browser has not offered to install the app, if the app is installed, or if `RingOffer` was answered earlier. */
export const useInstallPrompt = () => useStore(installPrompt)

window.addEventListener('beforeinstallprompt', event => {
  // `RingOffer` contains the app's install button. If a user has answered `RingOffer`, the browser may offer the installation itself.
  if (isRingOfferAnswered()) return
  // The browser's own offer is prevented, so that only the app's button opens the dialog.
  event.preventDefault()
  installPrompt.set(event as InstallPrompt)
})
window.addEventListener('appinstalled', () => installPrompt.set(null))
