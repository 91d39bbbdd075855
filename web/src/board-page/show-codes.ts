import texts from 'texts:board-page'
import { encode } from 'uqr'
import { fetchBoard, pause, timeLimitMs } from './board-feed.ts'
import { byId } from './show-board.ts'

const pauseMs = 5_000
const retryMs = 30_000

type Code = { code: string; boardId: string; token: string; validForSeconds: number }

/** Shows a code until the creator of a group has typed it, and then opens the board. A new code replaces a code that has ended. */
export async function showCodes(): Promise<void> {
  for (;;) {
    const received = await fetchCode()
    if (received) showCode(received.code)
    else {
      showSentence(texts.connecting)
      await pause(retryMs)
      continue
    }
    const { boardId, token, validForSeconds } = received
    const endsAt = performance.now() + validForSeconds * 1_000
    while (performance.now() < endsAt) {
      await pause(pauseMs)
      const answer = await fetchBoard(`Bearer ${boardId}.${token}`)
      if (answer.kind === 'content') return location.replace(`/board/${boardId}#${token}`)
      if (answer.kind === 'wait') await pause(answer.ms)
    }
  }
}

async function fetchCode(): Promise<Code | undefined> {
  try {
    const response = await fetch('/api/board-codes', {
      method: 'POST',
      credentials: 'omit',
      signal: AbortSignal.timeout(timeLimitMs),
    })
    return response.ok ? await response.json() : undefined
  } catch {
    return undefined
  }
}

function showSentence(text: string): void {
  document.body.dataset.status = 'connecting'
  byId('title').textContent = text
}

function showCode(code: string): void {
  document.body.dataset.status = 'code'
  byId('title').textContent = texts.codeTitle
  const shown = document.createElement('p')
  shown.id = 'code'
  shown.dir = 'ltr'
  shown.textContent = code
  byId('counts').replaceChildren(paragraph(texts.codeHow({ site: location.host })), shown)
  byId('people').replaceChildren(qrCode(`${location.origin}/go/screen#${code}`), paragraph(texts.codeScan))
}

function paragraph(text: string): HTMLElement {
  const element = document.createElement('p')
  element.textContent = text
  return element
}

const svg = 'http://www.w3.org/2000/svg'

function qrCode(address: string): Element {
  const { size, data } = encode(address, { ecc: 'M', border: 4 })
  const image = document.createElementNS(svg, 'svg')
  image.id = 'qr'
  image.setAttribute('viewBox', `0 0 ${size} ${size}`)
  image.role = 'img'
  image.ariaLabel = texts.codeQr
  const path = document.createElementNS(svg, 'path')
  path.setAttribute(
    'd',
    data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join(''),
  )
  image.append(path)
  return image
}
