import './board.css'
import { direction, language } from '#texts/language.ts'
import { wallBoardPageTexts as texts } from '#texts/wall-board-page/wall-board-page-texts.ts'
import { authorizationIn } from './board-address.ts'
import { type BoardView, openBoardFeed } from './board-feed.ts'
import { byId, showBoard } from './show-board.ts'
import { enableFullScreen, keepScreenOn } from './stay-on.ts'

// This page shares no built file with the app, because it must request no session and be small enough for frames on other sites.

document.documentElement.lang = language
document.documentElement.dir = direction
byId('full-screen').textContent = texts.fullScreen

const authorization = authorizationIn(location)
const gone: BoardView = { status: 'gone' }
const view = authorization === null ? () => gone : openBoardFeed(authorization, () => showBoard(view()))
showBoard(view())
setInterval(() => showBoard(view()), 1_000)
// If only the secret in the address changes, the browser does not load the page again by itself.
addEventListener('hashchange', () => location.reload())
keepScreenOn()
enableFullScreen(byId('full-screen'))
