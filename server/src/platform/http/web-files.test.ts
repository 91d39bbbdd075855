import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defaultSite } from '@grouplight/contract/site.ts'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { useTestApp } from '#testing/test-app.ts'
import { handleProblems } from './problem-handler.ts'
import { serveWeb } from './web-files.ts'

const notFound = { code: 'not-found', message: 'That could not be found.' }
const noPages = [
  '/api/nothing',
  '/api/groups/x/y',
  '/functions/us-central1/nothing',
  '/assets/missing.js',
  '/missing.png',
  '/.env',
  '/assets/',
]

const boards = new Map([
  ['inNoFrame', []],
  ['framed', ['https://club.example', 'https://school.example:8443']],
])
const frameOriginsOf = async (boardId: string) => boards.get(boardId) ?? null

describe('the built web app', () => {
  const folder = mkdtempSync(join(tmpdir(), 'grouplight-web-'))
  let app: FastifyInstance

  beforeAll(async () => {
    for (const part of ['assets/de', 'service-worker']) mkdirSync(join(folder, part), { recursive: true })
    writeFileSync(
      join(folder, 'index.html'),
      '<html lang="en" dir="ltr"><head><title>%APP_NAME%</title><script>decide("light")</script><style>p { margin: 0 }</style></head><meta name="a" content="%APP_NAME%">',
    )
    writeFileSync(join(folder, 'board.html'), '<title>%APP_NAME%</title><p>A board</p>')
    writeFileSync(join(folder, 'favicon.svg'), '<svg/>')
    writeFileSync(join(folder, 'hints.json'), '{"/groups/": ["/assets/%LANGUAGE%/group-1a2b.js"]}')
    writeFileSync(join(folder, 'assets', 'main-1a2b.js'), 'start()')
    writeFileSync(join(folder, 'assets', 'main-1a2b.js.br'), 'small')
    writeFileSync(join(folder, 'assets', 'texts-1a2b.js'), 'say("hello")')
    writeFileSync(join(folder, 'assets', 'de', 'texts-1a2b.js'), 'say("hallo")')
    for (const ending of ['', '.br'])
      writeFileSync(join(folder, `service-worker/en.js${ending}`), 'keep("hello")')
    writeFileSync(join(folder, 'service-worker/de.js'), 'keep("hallo")')
    writeFileSync(`${folder}.secret`, 'secret')
    app = Fastify() as unknown as FastifyInstance
    handleProblems(app)
    await serveWeb(app, {
      folder,
      appName: `<b>"Ämpel" & 'Co' $&</b>`,
      site: () => defaultSite,
      legalLinksIn: () => [],
      frameOriginsOf,
    })
  })
  afterAll(async () => {
    await app.close()
    for (const path of [folder, `${folder}.secret`]) rmSync(path, { recursive: true })
  })

  test('serves the app’s page, with the product’s name, even for unknown addresses', async () => {
    for (const url of [
      '/',
      '/login',
      '/groups/abc',
      '/nobody/knows/this',
      '/email-verified?mode=verifyEmail&oobCode=a.b',
      '/index',
    ]) {
      const { statusCode, headers, body } = await app.inject(url)
      expect([url, statusCode, headers['content-type']]).toEqual([url, 200, 'text/html; charset=utf-8'])
      expect(headers['cache-control']).toBe('no-store')
      expect(body).toContain(
        '<title>&#60;b&#62;&#34;Ämpel&#34; &#38; &#39;Co&#39; $&#38;&#60;/b&#62;</title>',
      )
      expect(body).not.toMatch(/%APP_NAME%|<b>|content=""/)
    }
  })

  test('answers HEAD at every page and file like GET, without the content', async () => {
    for (const url of [
      '/',
      '/login',
      '/groups/abc',
      '/nobody',
      '/board/framed',
      '/board/unknown',
      '/favicon.svg',
      '/assets/main-1a2b.js',
      '/missing.png',
      '/api/nothing',
    ]) {
      const [get, head] = [await app.inject(url), await app.inject({ method: 'HEAD', url })]
      expect([url, head.statusCode, head.body]).toEqual([url, get.statusCode, ''])
      const { date: _, ...headers } = get.headers
      expect(head.headers, url).toMatchObject(headers)
    }
  })

  test.each(['/groups/abc.word', '/join.html', '/v1.2', '/anna.example.org', '/index.php'])(
    'serves the app’s page at %s, because an ending alone makes no file',
    async url => {
      const { statusCode, headers } = await app.inject(url)
      expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    },
  )

  test('shows the app’s page to a browser that opens the address of a missing file, but not to a page that needs it', async () => {
    const ask = (url: string, accept: string) => app.inject({ url, headers: { accept } })
    for (const url of ['/missing.png', '/.env', '/robots.txt']) {
      expect((await ask(url, 'text/html,application/xhtml+xml,*/*;q=0.8')).headers['content-type']).toContain(
        'html',
      )
      expect((await ask(url, 'image/avif,image/webp,*/*;q=0.8')).statusCode).toBe(404)
    }
    expect((await ask('/assets/missing.js', 'text/html,*/*')).statusCode).toBe(404)
  })

  test.each([
    ['/join%23a1B2.c3', '/join#a1B2.c3'],
    ['/board/framed%23secret', '/board/framed#secret'],
    ['/reset-password%3Ftoken=abc.', '/reset-password?token=abc.'],
    ['/email-verified%3fmode%3DverifyEmail%26oobCode%3Dabc', '/email-verified?mode=verifyEmail&oobCode=abc'],
    ['/do-not-invite%3Ftoken%3Dabc', '/do-not-invite?token=abc'],
  ])('leads from %s, where a program has encoded the link, to %s', async (url, link) => {
    const { statusCode, headers } = await app.inject(url)
    expect([statusCode, headers.location, headers['cache-control']]).toEqual([302, link, 'no-store'])
  })

  test.each(['//evil.example%23join', '/join/%23x', '/nobody%23x', '/login%23x'])(
    'leads nowhere from %s',
    async url => {
      expect((await app.inject(url)).headers.location).toBeUndefined()
    },
  )

  test('puts the settings of the site into the page, if they differ from the default settings', async () => {
    expect((await app.inject('/signup')).body).not.toContain('grouplight-site')
    const closed = Fastify() as unknown as FastifyInstance
    await serveWeb(closed, {
      folder,
      appName: 'Lights',
      site: () => ({ ...defaultSite, registration: 'closed' }),
      legalLinksIn: () => [],
      frameOriginsOf,
    })
    expect((await closed.inject('/signup')).body).toMatch(
      /<meta name="grouplight-site" content="[^"]+closed[^"]+"><\/head>/,
    )
    await closed.close()
  })

  test('has a content security policy without unsafe directives', async () => {
    const { headers } = await app.inject('/')
    const policy = String(headers['content-security-policy'])
    expect(policy).not.toMatch(/unsafe|\*|https?:/)
    expect(headers['permissions-policy']).toContain('camera=(), display-capture=()')
    for (const rule of [
      "default-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "form-action 'self'",
    ]) {
      expect(policy.split('; ')).toContain(rule)
    }
  })

  test('allows the page’s own inline script and styles by their hashes, and no other inline code', async () => {
    const policy = String((await app.inject('/')).headers['content-security-policy']).split('; ')
    expect(policy).toContain(`script-src 'self' ${hashOf('decide("light")')}`)
    expect(policy).toContain(`style-src 'self' ${hashOf('p { margin: 0 }')}`)
  })

  test('lets browsers cache files with a hash in their name for a year, and other files for an hour', async () => {
    const asset = await app.inject('/assets/main-1a2b.js')
    expect([asset.statusCode, asset.body, asset.headers['cache-control']]).toEqual([
      200,
      'start()',
      'public, max-age=31536000, immutable',
    ])
    const icon = await app.inject('/favicon.svg')
    expect([icon.statusCode, icon.headers['content-type'], icon.headers['cache-control']]).toEqual([
      200,
      'image/svg+xml',
      'public, max-age=3600',
    ])
  })

  test.each([
    ['de', 'say("hallo")', 'start()'],
    ['en', 'say("hello")', 'start()'],
    ['ar', 'say("hello")', 'start()'],
  ])(
    'has the texts of the language %s in its folder, and files without texts',
    async (language, texts, code) => {
      expect((await app.inject(`/assets/${language}/texts-1a2b.js`)).body).toBe(texts)
      expect((await app.inject(`/assets/${language}/main-1a2b.js`)).body).toBe(code)
      expect((await app.inject(`/assets/${language}/missing.js`)).statusCode).toBe(404)
    },
  )

  test.each(['zz', 'constructor', '..'])('has no folder of the language %s', async language => {
    expect((await app.inject(`/assets/${language}/main-1a2b.js`)).statusCode).toBe(404)
  })

  test.each([
    [{}, 'en', 'ltr', ''],
    [{ 'accept-language': 'de-AT,de;q=0.9,en;q=0.8' }, 'de', 'ltr', ''],
    [{ 'accept-language': 'fi,en;q=0.5, ar;q=0.9' }, 'ar', 'rtl', ''],
    [{ 'accept-language': 'fi' }, 'en', 'ltr', ''],
    [{ 'accept-language': 'de;q=0,*' }, 'en', 'ltr', ''],
    [{ 'accept-language': `${'x'.repeat(10_240)},de` }, 'en', 'ltr', ''],
    [{ 'accept-language': ';;,=q,de' }, 'de', 'ltr', ''],
    [{ 'accept-language': 'de', cookie: 'a=b; language=ar' }, 'ar', 'rtl', 'ar'],
    [{ 'accept-language': 'de', cookie: 'language=zz' }, 'de', 'ltr', ''],
    [{ 'accept-language': 'de', cookie: 'language=__proto__' }, 'de', 'ltr', ''],
  ])('chooses the language of the page (%#)', async (headers, language, direction, chosen) => {
    const { body } = await app.inject({ url: '/groups/abc', headers })
    expect(body).toContain(`<html lang="${language}" dir="${direction}" data-chosen-language="${chosen}">`)
    expect(body).toContain(`href="/assets/${language}/group-1a2b.js"`)
    const worker = await app.inject({ url: '/service-worker.js', headers })
    expect(worker.body).toBe(language === 'de' ? 'keep("hallo")' : 'keep("hello")')
  })

  test('sends the compressed file to clients that accept it', async () => {
    const ask = (encodings: string) =>
      app.inject({ url: '/assets/main-1a2b.js', headers: { 'accept-encoding': encodings } })
    const small = await ask('gzip, br')
    expect([small.body, small.headers['content-encoding']]).toEqual(['small', 'br'])
    expect(small.headers['content-type']).toMatch(/javascript/)
    expect(small.headers['cache-control']).toContain('immutable')
    expect((await ask('identity')).body).toBe('start()')
    expect((await ask('gzip, br;q=0')).body).toBe('start()')
  })

  test('sends nothing to a client that already has the file', async () => {
    const ask = (headers: Record<string, string>) => app.inject({ url: '/favicon.svg', headers })
    const { etag } = (await ask({})).headers
    const again = await ask({ 'if-none-match': String(etag) })
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag])
    expect((await ask({ 'if-none-match': '"another"' })).statusCode).toBe(200)
  })

  test('lets the service worker fetch only the app’s own files, whether the worker is sent compressed or not', async () => {
    for (const encodings of ['br', 'identity']) {
      const headers = { 'accept-encoding': encodings }
      const { headers: answered } = await app.inject({ url: '/service-worker.js', headers })
      expect(answered['content-security-policy']).toBe("default-src 'self'")
    }
  })

  test('preloads the files of the requested page, and no files of other pages', async () => {
    const link = '<link rel="modulepreload" fetchpriority="low" crossorigin href="/assets/en/group-1a2b.js">'
    expect((await app.inject('/groups/abc')).body).toContain(`${link}</head>`)
    expect((await app.inject('/login')).body).not.toContain(link)
  })

  test.each([
    ['inNoFrame', 200, "'none'"],
    ['framed', 200, 'https://club.example https://school.example:8443'],
    ['unknown', 404, "'none'"],
    ['toString', 404, "'none'"],
  ])(
    'serves the page of the board %s with status %i and with the directive frame-ancestors %s',
    async (id, status, origins) => {
      const { statusCode, headers, body } = await app.inject(`/board/${id}`)
      expect([statusCode, headers['content-type']]).toEqual([status, 'text/html; charset=utf-8'])
      expect(body).toMatch(/^<title>[^<%]+<\/title><p>A board<\/p>$/)
      const policy = String(headers['content-security-policy'])
      const usual = String((await app.inject('/login')).headers['content-security-policy'])
      // The page of a board has no inline script or style.
      const expected = usual
        .replace(/ 'sha256-[^']+'/g, '')
        .replace("frame-ancestors 'none'", `frame-ancestors ${origins}`)
      expect(policy).toBe(expected)
      expect(headers['x-robots-tag']).toBe('noindex')
      expect(headers['permissions-policy']).toContain('payment=(), screen-wake-lock=(self), usb=()')
      expect(headers['cache-control']).toBe('no-store')
      expect(headers['set-cookie']).toBeUndefined()
    },
  )

  test('allows only the pages of boards to be shown in a frame', async () => {
    for (const url of ['/', '/board', '/board/framed/', '/board/framed/x', '/boards/framed', '/groups/abc']) {
      const { headers } = await app.inject(url)
      expect([url, headers['content-security-policy']]).toEqual([
        url,
        expect.stringContaining("frame-ancestors 'none'"),
      ])
      // A screen shows the code at /board, and then the board.
      const keepsOn = url === '/board' ? '(self)' : '()'
      expect([url, headers['permissions-policy']]).toEqual([
        url,
        expect.stringContaining(`screen-wake-lock=${keepsOn}`),
      ])
    }
  })

  test('serves no page for addresses of the API and of files, and no file outside its folder', async () => {
    for (const url of noPages) {
      const { statusCode, body } = await app.inject(url)
      expect([url, statusCode, JSON.parse(body)]).toEqual([url, 404, notFound])
    }
    expect((await app.inject({ method: 'POST', url: '/login' })).statusCode).toBe(404)
    const name = folder.split('/').at(-1)
    for (const url of [
      `/../${name}.secret`,
      `/..%2f${name}.secret`,
      `/assets/..%2f..%2f${name}.secret`,
      `/%2e%2e/${name}.secret`,
      `/assets/%00`,
      '/..%5c..%5cetc%5cpasswd',
    ]) {
      const { statusCode, body } = await app.inject(url)
      expect(statusCode, url).toBeLessThan(500)
      expect(body, url).not.toBe('secret')
    }
  })
})

describe('without a build', () => {
  test('no page and no file is served', async () => {
    const app = Fastify() as unknown as FastifyInstance
    handleProblems(app)
    await serveWeb(app, {
      folder: '/nowhere',
      appName: 'Grouplight',
      site: () => defaultSite,
      legalLinksIn: () => [],
      frameOriginsOf,
    })
    for (const url of ['/', '/login', ...noPages]) {
      const { statusCode, body } = await app.inject(url)
      expect([url, statusCode, JSON.parse(body)]).toEqual([url, 404, notFound])
    }
    await app.close()
  })
})

const built = existsSync(fileURLToPath(new URL('../../../../web/dist/index.html', import.meta.url)))

describe.skipIf(!built)('the built web app of this repository', () => {
  const app = useTestApp({ APP_NAME: 'Ämpel' })

  test('has the product’s name, refers only to existing files, and has only inline code that its policy allows', async () => {
    const { headers, body } = await app.guest().request('GET', '/dashboard')
    const page = String(body)
    expect(page).toContain('<title>Ämpel</title>')
    expect(page).not.toContain('%APP_NAME%')
    const files = [...page.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path]) => path ?? '')
    expect(files.length).toBeGreaterThan(2)
    for (const file of files)
      expect([file, (await app.guest().request('GET', file)).status]).toEqual([file, 200])
    // The policy contains the hash of each inline script and style of the page.
    expect(page).not.toMatch(/<style[^>]+>|<script(?![^>]*src=)[^>]+>|\son\w+=|\sstyle=/)
    for (const tag of ['script', 'style']) {
      const own = page.matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, 'gs'))
      const hashes = [...own].map(([, text = '']) => hashOf(text))
      expect(hashes).toHaveLength(1)
      expect(headers.get('content-security-policy')).toContain(`${tag}-src 'self' ${hashes[0]};`)
    }
  })
})

function hashOf(code: string): string {
  return `'sha256-${createHash('sha256').update(code).digest('base64')}'`
}
