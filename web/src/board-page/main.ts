import './board.css'
import texts from 'texts:board-page'
import { authorizationIn } from './board-address.ts'
import { type BoardView, openBoardFeed } from './board-feed.ts'
import { byId, showBoard } from './show-board.ts'
import { showCodes } from './show-codes.ts'

// This page shares no built file with the app, because it must request no session and be small enough for frames on other sites.

byId('full-screen').textContent = texts.fullScreen

if (location.pathname === '/board') void showCodes()
else showBoardOfAddress()
// If only the secret in the address changes, the browser does not load the page again by itself.
addEventListener('hashchange', () => location.reload())
keepScreenOn()
enableFullScreen(byId('full-screen'))

function showBoardOfAddress(): void {
  const authorization = authorizationIn(location)
  const gone: BoardView = { status: 'gone' }
  const view = authorization === null ? () => gone : openBoardFeed(authorization, () => showBoard(view()))
  showBoard(view())
  setInterval(() => showBoard(view()), 1_000)
}

/** Does nothing for a board in a frame. */
function keepScreenOn(): void {
  if (window !== window.top) return
  const request = () => {
    if (document.visibilityState === 'visible') void navigator.wakeLock?.request('screen').catch(() => {})
  }
  // The browser releases the wake lock when the page is hidden.
  document.addEventListener('visibilitychange', request)
  request()
}

/** A click anywhere and the key F switch full screen on and off. The button is hidden if the browser does not allow full screen. */
function enableFullScreen(button: HTMLElement): void {
  button.hidden = !document.fullscreenEnabled
  if (button.hidden) return
  const toggle = () => {
    const changed = document.fullscreenElement
      ? document.exitFullscreen()
      : document.documentElement.requestFullscreen()
    changed.catch(() => {})
  }
  document.addEventListener('click', ({ target }) => {
    if (!(target as Element).closest('a')) toggle()
  })
  document.addEventListener('keydown', ({ key, ctrlKey, metaKey, altKey }) => {
    if (key.toLowerCase() === 'f' && !ctrlKey && !metaKey && !altKey) toggle()
  })
}
